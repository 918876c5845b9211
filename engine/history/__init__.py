"""Hand histories in PHH and in Open Hand History.

A hand is the part of a table's record from its start to its end, without the events that were taken back. Voided hands
are left out. Pure functions: text in, text out, with no file and no clock.
"""
