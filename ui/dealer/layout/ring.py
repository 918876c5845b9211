"""The seats of a page in a ring, as the dealer sees them around the table. Uses no Qt and keeps no state."""

from ui.dealer.layout.rect import Rect
from ui.dealer.layout.table import GAP

RING_COLUMNS, UPRIGHT_COLUMNS = 6, 4
"""The columns of the ring on a screen in landscape and in portrait orientation."""


def ring_rows(columns: int) -> int:
    """The far seats take up one row, and there are at most this many beside the dealer."""
    return 1 + (2 if columns == RING_COLUMNS else 3)


def ring(count: int, columns: int, area: Rect, left_seat: int = 1) -> tuple[Rect, ...]:
    """The places of seats 1 to `count`, in order, as on the table: `left_seat` is at the dealer's left hand."""
    wide, high = _cell(columns, area)
    beside = _side_seats(count, columns)
    left, right = area.x, area.right - wide
    places = [Rect(left, area.bottom - high - row * (high + GAP), wide, high) for row in range(beside)]
    far = count - 2 * beside
    first = area.x + (area.width - far * wide - (far - 1) * GAP) / 2
    places += [Rect(first + index * (wide + GAP), area.y, wide, high) for index in range(far)]
    places += [Rect(right, place.y, wide, high) for place in reversed(places[:beside])]
    turn = (1 - left_seat) % max(1, count)
    return tuple(places[turn:count] + places[:turn])


def opening(columns: int, area: Rect) -> Rect:
    """The middle of the ring, below the far seats and between the others."""
    wide, high = _cell(columns, area)
    return Rect(area.x + wide + GAP, area.y + high + GAP, area.width - 2 * (wide + GAP), area.height - high - GAP)


def _cell(columns: int, area: Rect) -> tuple[float, float]:
    rows = ring_rows(columns)
    return (area.width - (columns - 1) * GAP) / columns, (area.height - (rows - 1) * GAP) / rows


def _side_seats(count: int, columns: int) -> int:
    """How many seats there are on each side, as on the table."""
    if columns == RING_COLUMNS:
        return 2 if count >= 5 else 1
    return 1 if count < 4 else 2 if count < 8 else 3
