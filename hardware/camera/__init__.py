"""A camera over a table: its frames, the motion in them, and the cards that are stable."""
