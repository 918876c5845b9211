"""Hand histories: played hands as PHH and as Open Hand History.

A hand is the part of a table's record from its start to its end, without what was taken back; voided hands are left
out. Pure functions: text in, text out; no file and no clock.
"""
