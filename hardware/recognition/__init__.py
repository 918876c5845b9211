"""Recognizes the cards in an image. Knows about pixels and cards, but not about cameras or tables. It does not open
any files except its weights."""
