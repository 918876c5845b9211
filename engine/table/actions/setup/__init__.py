"""How a table is set up: its rule book, the button, the level, the mode and the deck."""
