"""Dealers' downs: each dealer's table and start time, the breaks that are owed, and the next push."""
