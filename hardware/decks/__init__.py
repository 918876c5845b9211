"""Decks: enrolling their codes, their files, the deck in play, and stickers to print."""
