"""Recognizes the cards in an image. Knows nothing about cameras or tables, and opens no files except its weight
files."""
