"""Misdeals and other mishaps: from what happened to the dealer's steps and the events for the hand.

`rules.remedy` is pure: it returns the steps, the clause and the events; nothing changes until those are applied.
"""
