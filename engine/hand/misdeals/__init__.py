"""Misdeals and other irregularities: the steps that the dealer has to take, and the events for the hand.

`rules.remedy` is pure. It returns the steps, the clause and the events. Nothing changes until the events are applied.
"""
