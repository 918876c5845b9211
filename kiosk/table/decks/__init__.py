"""The decks of one table: which one is in play, and enrolling another on the screen."""
