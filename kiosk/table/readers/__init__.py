"""The card readers of one table: their health, their readings, and what those mean in the game."""
