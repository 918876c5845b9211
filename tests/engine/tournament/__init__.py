"""The tournament: its structure, its clock, its seats."""
