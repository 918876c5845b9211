"""The names of people as they are recorded: one line, in which nothing turns the writing around."""

from unicodedata import category

TURNS = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Signs that turn the direction of all that follows, on the tile and beyond it."""


def one_line(name: str) -> str:
    """The name without line breaks, control signs and signs that turn its direction."""
    signs = (" " if sign.isspace() else sign for sign in name if sign not in TURNS)
    return "".join(sign for sign in signs if category(sign) not in ("Cc", "Cs")).strip()
