"""The places that the settings may name for readers. The engine is loaded only to check a seat."""

import re

from hardware.camera.game_rules import ANYWHERE, BOARD
from kiosk.faults import bad_input

MUCK = "muck"
_SEAT = re.compile(r"seat ([1-9][0-9]?)")


def seat_number(place: str) -> int | None:
    seat = _SEAT.fullmatch(place)
    return int(seat[1]) if seat else None


def check_place(place: str) -> None:
    if place in (*ANYWHERE, BOARD, MUCK):
        return
    # Imported late: a table's opening frame does not wait for the engine.
    from engine.table.state import MOST_SEATS  # noqa: PLC0415

    seat = seat_number(place)
    if seat is None or seat > MOST_SEATS:
        raise bad_input("no-such-place", seats=MOST_SEATS, given=repr(place))
