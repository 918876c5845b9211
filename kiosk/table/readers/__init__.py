"""The card readers at one table: their health, their readings, and what the readings mean in the game."""
