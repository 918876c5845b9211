"""The event: structures and the level clock, seating, flights."""
