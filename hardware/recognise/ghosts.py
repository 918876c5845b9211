"""Which readings are a card's own picture and no card: pure, no pixels.

Between the corners of one card there is room for its picture and for nothing else. The robes and pips of court cards
hold figures that read like an index; a card that really lies upon another one shows a corner outside of it.
"""

from collections.abc import Sequence

from hardware.recognise.find import Spot
from hardware.recognise.judge import Seen, hang_opposite

_EDGE = 0.06
"""Part of the way from corner to corner: what is nearer to the line between two indices may be another card's."""


def without_ghosts(seen: Sequence[Seen]) -> tuple[Seen, ...]:
    """The cards but those of which all that was read lies between two corners of another."""
    return tuple(each for each in seen if not any(holds(other, each.marks) for other in seen if other is not each))


def holds(paper: Seen, marks: Sequence[Spot]) -> bool:
    """Whether a card has two opposite corners in sight, and all these marks lie between them."""
    return lie_between(paper.marks, marks)


def lie_between(corners: Sequence[Spot], marks: Sequence[Spot]) -> bool:
    """Whether all these marks lie between two opposite ones of these corners."""
    return any(
        hang_opposite(one, far) and all(_is_between(one, far, mark) for mark in marks)
        for place, one in enumerate(corners)
        for far in corners[place + 1 :]
    )


def _is_between(one: Spot, far: Spot, mark: Spot) -> bool:
    """In the upright frame of the first corner."""
    across, down = _in_frame(one, far.x - one.x, far.y - one.y)
    x, y = _in_frame(one, mark.x - one.x, mark.y - one.y)
    return _is_inside(x, across) and _is_inside(y, down)


def _in_frame(one: Spot, x: float, y: float) -> tuple[float, float]:
    return -x * one.up_y + y * one.up_x, -x * one.up_x - y * one.up_y


def _is_inside(part: float, whole: float) -> bool:
    return abs(whole) > 0 and _EDGE < part / whole < 1 - _EDGE
