"""Recognizes the cards in a picture. Knows pixels and cards; no camera, no table, no files but its weights."""
