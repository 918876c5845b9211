"""Recognizes the cards in a picture. Knows about pixels and cards, but not about cameras or tables. It opens no files
except its weights."""
