"""Places the demo's windows beside or below each other, as large as will fit. Pure."""

from typing import NamedTuple

LARGEST = (1280, 800)
TITLE_BAR_PX = 40
SHAPE = LARGEST[0] / LARGEST[1]


class WindowPlace(NamedTuple):
    """The place of a window without its title bar, in pixels."""

    x: int
    y: int
    wide: int
    high: int


def tiles(room: WindowPlace, count: int) -> tuple[WindowPlace, ...]:
    """Places for `count` windows in `room` without overlap, in a row or in a column, whichever is larger."""
    return max(_row(room, count), _column(room, count), key=lambda placed: _shown(placed[0]))


def _row(room: WindowPlace, count: int) -> tuple[WindowPlace, ...]:
    each = room.wide // count
    wide, high = min(each, LARGEST[0]), min(room.high - TITLE_BAR_PX, LARGEST[1])
    return tuple(WindowPlace(room.x + number * each, room.y, wide, high) for number in range(count))


def _column(room: WindowPlace, count: int) -> tuple[WindowPlace, ...]:
    each = room.high // count
    wide, high = min(room.wide, LARGEST[0]), min(each - TITLE_BAR_PX, LARGEST[1])
    return tuple(WindowPlace(room.x, room.y + number * each, wide, high) for number in range(count))


def _shown(place: WindowPlace) -> float:
    return min(place.wide, place.high * SHAPE)
