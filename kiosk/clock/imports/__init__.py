"""Lists of players from other programs: read, checked and entered."""
