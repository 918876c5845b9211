"""Which place of the table a reader's place is."""

from engine.actions import BOARD
from kiosk import place_names


def seat_of(place: str) -> int | None:
    """`BOARD`, or the seat of `seat 4`; None for a reader that does not say where, and for the muck."""
    return BOARD if place == place_names.BOARD else place_names.seat_number(place)
