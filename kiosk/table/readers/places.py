"""Maps a reader's place to the board or a seat."""

from engine.actions import BOARD
from hardware.camera import game_rules as veto
from kiosk.table.place_names import seat_number


def seat_of(place: str) -> int | None:
    """`BOARD`, or the seat number in `seat 4`; None for a reader without a fixed place, and for the muck."""
    return BOARD if place == veto.BOARD else seat_number(place)
