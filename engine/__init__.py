"""The rules of hold'em tournaments, as values and functions.

Nothing here opens a file of its own accord, reads a clock, rolls dice, starts a thread or knows a screen.
State is the fold of its events; `legal` lists the actions that are allowed, `decide` turns an action into events or
raises `Refused`, `apply` gives the next value and never refuses.

A value is made of values that were there before it, so that none is part of a cycle: `gc=False` keeps Python's
collector from going through them, which stopped a clock with 600 tables for a second at a time.
"""
