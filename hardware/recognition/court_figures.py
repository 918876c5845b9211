"""Drops readings that are part of a court card's picture. Pure functions that do not use pixels.

Between the corners of a card there is only its picture. The robes and pips of court cards hold figures that read like
an index. A real card on top of another one shows a corner outside that picture.
"""

from collections.abc import Iterator, Sequence
from math import hypot

from hardware.recognition.acceptance import Detection, are_opposite
from hardware.recognition.detector import IndexCandidate

_EDGE = 0.06
"""The margin, as a fraction of the distance between corners. A reading closer to the edge may belong to another
card."""
_SMALL, _BEYOND = 0.75, 0.3
"""Both are fractions of the card's index height. Readings smaller than `_SMALL` are not indices of its deck, and may
lie up to `_BEYOND` outside."""
_ONE_MIDDLE = 0.5
"""The limit in index heights. If two cards both show opposite corners, their midpoints are farther apart than this, or
one card would cover a corner of the other.
"""


def without_court_figures(seen: Sequence[Detection]) -> tuple[Detection, ...]:
    """Drop cards whose readings all lie in the picture of another card."""
    return tuple(
        each
        for each in seen
        if not any(are_court_figures(other.marks, each.marks) for other in seen if other is not each)
    )


def are_court_figures(corners: Sequence[IndexCandidate], marks: Sequence[IndexCandidate]) -> bool:
    """Whether all these marks lie between two opposite corners, or include two opposite marks with the same midpoint
    and axis as the corners, but with less certainty from the detector."""
    between = any(all(_is_between(one, far, mark) for mark in marks) for one, far in _opposite(corners))
    return between or any(
        _share_a_middle(mine, theirs) and max(at.heat for at in theirs) < max(at.heat for at in mine)
        for mine in _opposite(corners)
        for theirs in _opposite(marks)
    )


def _opposite(marks: Sequence[IndexCandidate]) -> Iterator[tuple[IndexCandidate, IndexCandidate]]:
    for place, one in enumerate(marks):
        yield from ((one, far) for far in marks[place + 1 :] if are_opposite(one, far))


def _share_a_middle(mine: tuple[IndexCandidate, IndexCandidate], theirs: tuple[IndexCandidate, IndexCandidate]) -> bool:
    (one, far), (here, there) = mine, theirs
    apart = hypot(one.x + far.x - here.x - there.x, one.y + far.y - here.y - there.y) / 2
    along = abs(one.up_x * here.up_x + one.up_y * here.up_y)
    return along > 0.5 and apart < _ONE_MIDDLE * max(one.height, far.height)


def _is_between(one: IndexCandidate, far: IndexCandidate, mark: IndexCandidate) -> bool:
    """Whether a mark is between two opposite corners, in the upright frame of the first one."""
    across, down = _in_frame(one, far.x - one.x, far.y - one.y)
    x, y = _in_frame(one, mark.x - one.x, mark.y - one.y)
    height = min(one.height, far.height)
    beyond = _BEYOND * height if mark.height < _SMALL * height else 0.0
    return _is_inside(x, across, beyond) and _is_inside(y, down, beyond)


def _in_frame(one: IndexCandidate, x: float, y: float) -> tuple[float, float]:
    return -x * one.up_y + y * one.up_x, -x * one.up_x - y * one.up_y


def _is_inside(part: float, whole: float, beyond: float) -> bool:
    """Whether a coordinate lies between the two ends, or up to `beyond` pixels outside them."""
    least = -beyond if beyond else _EDGE * abs(whole)
    return least < (part if whole > 0 else -part) < abs(whole) - least
