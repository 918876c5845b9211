"""Seats: where they are, how they are drawn, which tables are too full."""
