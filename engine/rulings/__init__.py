"""Rulings: what a player's words and chips amount to, and the clause that says so.

`rule.rule(hand, motion, book)` is the entry point. A ruling is a proposal. Its actions go through
`engine.hand.rules.decide` like any others, and carry the floor's reason if the book would otherwise refuse them.
Nothing here changes a hand.
"""
