"""Hands told to others: what goes out as PHH, Open Hand History and words, and comes back the same."""
