"""The card readers of one table: their health, their readings, and what these mean in the game."""
