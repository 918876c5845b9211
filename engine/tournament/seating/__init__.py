"""Seats: where they are, how they are drawn, and which tables have too many players."""
