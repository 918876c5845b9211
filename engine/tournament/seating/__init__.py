"""Seats: where players sit, how seats are drawn, and which tables have too many players."""
