"""Misdeals and other mishaps: turns a mishap into the dealer's steps and the events for the hand.

`rules.remedy` is pure. It returns the steps, the clause and the events; nothing changes until those are applied.
"""
