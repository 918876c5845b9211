"""The rules of hold'em tournaments, as values and functions.

Nothing here opens a file of its own accord, reads a clock, rolls dice, starts a thread or knows a screen.
State is the fold of its events; `legal` lists the actions that are allowed, `decide` turns an action into events or
raises `Refused`, `apply` gives the next value and never refuses.
"""
