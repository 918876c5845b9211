"""Pairing a table with its room's clock, and finding the clock again at a new address."""
