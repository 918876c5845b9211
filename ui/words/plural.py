"""A text with plural forms."""

Plural = tuple[str, ...]
"""Its forms, as many as the language has; `Words.plural` selects the one for a count."""
