"""A text with plural forms."""

Plural = tuple[str, ...]
"""The plural forms of a text, as many as the language has. `Words.plural` selects the form for a count."""
