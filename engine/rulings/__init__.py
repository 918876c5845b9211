"""Rulings: from what a player said and which chips moved to the act that binds, with the clause that says so.

`rule.rule(hand, motion, book)` is the door. A ruling is a proposal: its actions go through `engine.hand.rules.decide`
like any other, with the floor's reason where the book by itself would refuse them. Nothing here changes a hand.
"""
