"""A tournament of the room in a real browser."""
