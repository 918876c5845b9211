"""Where a reader stands, in words: what the settings may say, and which place of the table that is."""

import re

from engine.actions import BOARD
from engine.table import MOST_SEATS

ANYWHERE = ("table", "hand-held")
"""A reader that is taken to the card: the card lies wherever the next one is due."""
MUCK = "muck"
_SEAT = re.compile(r"seat ([1-9]|10)")


def seat_of(place: str) -> int | None:
    """`BOARD`, or the seat of `seat 4`; None for a reader that does not say where, and for the muck."""
    if place == "board":
        return BOARD
    seat = _SEAT.fullmatch(place)
    return int(seat[1]) if seat else None


def check_place(place: str) -> None:
    """Raise `ValueError` for a place that no table has."""
    if place not in (*ANYWHERE, MUCK) and seat_of(place) is None:
        raise ValueError(f"place must be board, seat 1 to seat {MOST_SEATS}, muck, hand-held or table, not {place!r}")


def said(seat: int) -> str:
    """A place of the table in words to follow "is"."""
    return "on the board" if seat == BOARD else f"with seat {seat}"
