"""Hands that were played, in plain words for a player to read, in every language."""
