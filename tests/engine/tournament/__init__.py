"""The event: its structure, its clock, its seats."""
