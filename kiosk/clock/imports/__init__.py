"""Lists of players that other programs wrote: read, checked, and entered."""
