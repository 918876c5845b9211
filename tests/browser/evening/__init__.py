"""Whole evenings on the console's pages, using only a director's touches."""
