"""The rules of hold'em tournaments, as values and functions.

Nothing here opens a file handed to nobody, reads a clock, rolls dice, starts a thread or knows a screen.
State is the fold of its events; `legal` says what may be asked, `decide` turns an action into events or raises
`Refused`, `apply` gives the next value and never refuses.
"""
