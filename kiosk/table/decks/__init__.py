"""The decks of one table, and how to enroll another deck on the screen."""
