"""The decks of one table, and how to register another deck on the screen."""
