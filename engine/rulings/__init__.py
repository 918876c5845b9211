"""Rulings: the action that a player's words and chips amount to, with its clause.

`rule.rule(hand, motion, book)` is the entry point. A ruling is a proposal. Its actions go through
`engine.hand.rules.decide` like any other, with the floor's reason if the book by itself would refuse them. Nothing here
changes a hand.
"""
