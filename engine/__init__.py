"""The rules of hold'em tournaments, as values and functions.

Nothing here opens a file on its own, reads a clock, uses randomness, starts a thread or knows a screen. State is the
fold of its events. `legal` lists the actions that are allowed, `decide` turns an action into events or raises
`Refused`, and `apply` gives the next value and never refuses.

A value is made only of values that existed before it, so no value is part of a cycle. `gc=False` keeps Python's
collector from scanning them, which stopped a clock with 600 tables for a second at a time.
"""
