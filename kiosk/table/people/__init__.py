"""The people at a table: the staff who sign in, the screen preferences, and the clock on a player."""
