"""The card readers of one table: their health, their readings, and what the readings mean in the game."""
