"""Tournaments, with their structures, level clock, seating and flights."""
