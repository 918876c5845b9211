"""Recognizes the cards in an image. Knows nothing about cameras or tables, and opens only its weights' files."""
