"""Decks: how their codes are enrolled, their files, the deck in play, and stickers to print."""
