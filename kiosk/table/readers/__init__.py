"""The card readers of one table: how each is, what it read, and what the table makes of it."""
