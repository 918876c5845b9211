"""The names of people: recorded in one line, in which nothing turns the writing around, and compared by a key."""

from unicodedata import category, normalize

TURNS = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Signs that turn the direction of all that follows, on the tile and beyond it."""


def one_line(name: str) -> str:
    """The name without line breaks, control signs and signs that turn its direction."""
    signs = (" " if sign.isspace() else sign for sign in name if sign not in TURNS)
    return "".join(sign for sign in signs if category(sign) not in ("Cc", "Cs")).strip()


def name_key(name: str) -> str:
    """What all spellings of one name have in common: capitals, spaces, signs nobody sees and the form of its accents
    make no other. For comparing only; a record keeps the name as it was entered."""
    folded = normalize("NFKC", normalize("NFKC", name).casefold())
    seen = (" " if sign.isspace() else sign for sign in folded)
    return " ".join("".join(sign for sign in seen if category(sign) not in ("Cc", "Cf", "Cs")).split())
