"""Whole evenings on the console's pages, by nothing but what a director touches."""
