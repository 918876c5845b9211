"""A camera over a table: its frames, what moves in them, and which cards became stable."""
