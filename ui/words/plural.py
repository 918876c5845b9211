"""A text that a count is said in."""

Plural = tuple[str, ...]
"""Its forms, as many as the language has; `MainWords.plural` tells which one a count takes."""
