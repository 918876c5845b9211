"""The page for rulings on a player's words and chips."""
