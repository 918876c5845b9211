"""Decks: how their codes are registered, their files, the deck in play, and stickers to print."""
