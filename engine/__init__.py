"""The rules of hold'em tournaments, written as values and functions.

Nothing here opens a file on its own, reads a clock, uses randomness, starts a thread or knows anything about screens. A
state is the fold of its events. `legal` lists the actions that are allowed, `decide` turns an action into events or
raises `Refused`, and `apply` gives the next value and never refuses.

A value is built only from values that existed before it, so no value is ever part of a cycle. The classes are therefore
declared with `gc=False`, so that Python's garbage collector does not scan the values. Those scans used to pause a clock
with 600 tables for a second at a time.
"""
