"""The levels of a tournament: structures, the level clock, and everything that changes the clock."""
