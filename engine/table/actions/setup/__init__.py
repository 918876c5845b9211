"""How a table plays: its rule book, the button, the level, the mode and the deck."""
