"""The HTTP operations for one tournament: its orders, and everything that can be read about it."""
