"""Hands for other programs and people: PHH, Open Hand History and words, written and read back."""
