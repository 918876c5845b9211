"""Hands that were played, told to others: as PHH and as Open Hand History.

A hand is what a table's record holds from its start to its end, without what was taken back; a hand that was voided is
not told. Pure functions: text in, text out; no file and no clock.
"""
