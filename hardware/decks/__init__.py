"""Decks: enrolling their codes, their files, which one is in play, stickers to print."""
