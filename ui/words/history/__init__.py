"""Played hands in plain words, in every language."""
