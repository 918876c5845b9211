"""Lists of players, read and entered."""
