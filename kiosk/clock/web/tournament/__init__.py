"""The HTTP operations for one tournament: its orders, and everything that is read of it."""
