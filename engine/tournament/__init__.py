"""Tournaments: structures, the level clock, seating and flights."""
