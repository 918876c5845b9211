"""Players' phones: the data that they receive, and a player's day."""
