"""A string with plural forms."""

Plural = tuple[str, ...]
"""The plural forms of a string, as many as the language has. `Words.plural` selects the form for a count."""
