"""The decks of one table, and enrolling another on the screen."""
