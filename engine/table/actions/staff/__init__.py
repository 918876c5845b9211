"""The dealer and the floor at a table."""
