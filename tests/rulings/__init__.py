"""Rulings on chips and words, by each book."""
