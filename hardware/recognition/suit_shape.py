"""Checks clubs and spades by the outline of the suit in each corner. It never adds or changes a card.

The net reads spades of an unusual shape as clubs, in both corners and with certainty. How the suit widens from its top
to its widest row shows the difference: a spade widens steadily, but a club hardly widens between its lobes.
"""

from collections.abc import Collection, Sequence

import cv2
import numpy as np

from hardware.pictures import Floats, Pixels
from hardware.recognition.acceptance import Detection
from hardware.recognition.court_picture import paper_and_ink
from hardware.recognition.crops import HEIGHT, WIDTH, cut
from hardware.recognition.detector import IndexCandidate

MIN_HEIGHT = 22.0
"""The minimum height of an index in the picture, in pixels. In a smaller one, blur fills the gaps between a club's
lobes."""
EVERY, MEAN = -0.3, -0.85
"""A club is dropped as a spade if its value is below `EVERY` at each corner, and below `MEAN` on average."""
PIP = 1.0, 14.0
"""The value of a club's pip is between these limits. In unseen decks, this is true of 98 in 100 pips of clubs, and of 1
in 100 pips of spades. A spade that is upside down has a higher value."""
CLEAR = 2.0
"""Above this value on average, the outline is clearly that of a club."""
DESPITE_PIPS = -3.0
"""The limit on a table's camera, on average, if the pips are those of a club."""
ALONE = -2.0
"""The limit on a table's camera if only one corner can be measured."""
CLEAR_SPADE = -2.0
"""Below this value on average, the outline in two corners is clearly that of a spade."""
CLEAR_HEIGHT = 26.0
"""The minimum height of these corners, in pixels. Smaller clubs look like spades: of 6,034 cards of unseen decks, three
clubs of 22 pixels did."""
_WEIGHTS = np.array([13.6, 47.6, 0, -53.8, -25.9, 16, -0.3, -6.1, 9.5, -2.2, 3.5, -2, -4, -7.9, -0.7])
_BIAS = 14.73
"""A linear discriminant, fitted to 1,200 suits of `tests/lab/training/varied/suits.py` that are 9 to 24 pixels high.
Above 0, the outline is more likely to be that of a club."""
_WIDENING = np.arange(1, 10) / 10
_NARROWING = np.array([0.25, 0.5, 0.75, 1])
"""Where the width of the suit is measured, between its top and its widest row, and between that row and its bottom."""
_UPPER, _LOWER = 26, 46
"""The rows of a crop between which a suit begins."""
_ASIDE = 10
"""The maximum distance between the middle of a suit and that of the crop, in pixels."""
_INKED = 0.45
_MIN_INKED, _MIN_ROWS = 25, 7
"""The minimum area and height of a suit in a crop, in pixels."""
_MIN_CONTRAST = 60.0
_TURNS = range(-30, 31, 6)
"""How far an index may be turned in its crop, in degrees."""


def without_odd_clubs(
    pixels: Pixels,
    seen: Sequence[Detection],
    alone: float | None = None,
    by_pips: Collection[IndexCandidate] = (),
) -> tuple[Detection, ...]:
    """Drop clubs whose suit has the outline of a spade in at least two corners. One corner is not enough in a single
    picture, because it is often worn or partly covered. A table can wait for more pictures, so it gives a limit for
    one corner. `by_pips` are corners of cards whose pips are clubs. A table does not trust them if the corners are
    clearly those of a spade."""

    def is_spade(card: Detection) -> bool:
        if any(mark in by_pips for mark in card.marks):
            known = _outlines(pixels, card) if alone is not None else []
            return bool(known) and sum(known) / len(known) < DESPITE_PIPS
        return _is_spade(pixels, card, alone)

    return tuple(each for each in seen if each.card.suit != "c" or not is_spade(each))


def may_be_spade(pixels: Pixels, spots: Sequence[IndexCandidate]) -> bool:
    """Whether the outline in these corners, which the net reads as clubs, is not clearly that of a club."""
    suits = [suit for spot in spots if (suit := _suit(pixels, spot)) is not None]
    known = [each for each in map(clubness, suits) if each is not None]
    return not known or sum(known) / len(known) < CLEAR


def is_clearly_club(pixels: Pixels, card: Detection) -> bool:
    """Whether the corners of this card, which was read as a spade, have the outline of a club."""
    known = _outlines(pixels, card)
    return bool(known) and sum(known) / len(known) > CLEAR


def is_clearly_spade(pixels: Pixels, card: Detection) -> bool:
    """Whether at least two corners of this card, which the net reads as spades, have the outline of a spade."""
    known = _outlines(pixels, card, CLEAR_HEIGHT)
    return len(known) > 1 and sum(known) / len(known) < CLEAR_SPADE


def are_clubs(pips: Sequence[tuple[Floats, ...]]) -> bool:
    """Whether at least half of the pips have the outline of a club. Each pip is given in every way up that it may
    have."""
    known = [values for ways in pips if (values := [each for way in ways if (each := clubness(way)) is not None])]
    clubs = sum(any(PIP[0] < each < PIP[1] for each in values) for values in known)
    return 2 * clubs >= len(known)


def _is_spade(pixels: Pixels, card: Detection, alone: float | None) -> bool:
    if len(card.marks) < 2 and alone is None:
        return False
    known = _outlines(pixels, card)
    if len(known) == 1 and alone is not None:
        return known[0] < alone
    return len(known) > 1 and max(known) < EVERY and sum(known) / len(known) < MEAN


def _outlines(pixels: Pixels, card: Detection, least: float = MIN_HEIGHT) -> list[float]:
    """The values of its corners that can be measured and are at least so many pixels high."""
    suits = (_suit(pixels, mark) for mark in card.marks if mark.height >= least)
    return [value for suit in suits if suit is not None and (value := clubness(suit)) is not None]


def _suit(pixels: Pixels, spot: IndexCandidate) -> Floats | None:
    """The share of ink in each pixel of the suit, from 0 to 1. None if the suit is hidden or touches something else."""
    paper, ink = paper_and_ink(pixels, spot)
    apart = ink - paper
    if np.linalg.norm(apart) < _MIN_CONTRAST:
        return None
    crop = cut(pixels, (spot.x, spot.y), (spot.up_x, spot.up_y), spot.height)
    inked = np.clip((crop.astype(np.float32) - paper) @ apart / (apart @ apart), 0, 1)
    count, labels, boxes, _ = cv2.connectedComponentsWithStats((inked > _INKED).astype(np.uint8))
    suits = [place for place in range(1, count) if _may_be_suit(*boxes[place].tolist())]
    if not suits:
        return None
    suit = max(suits, key=lambda place: int(boxes[place][4]))
    left, top, width, height, _ = boxes[suit].tolist()
    around = np.s_[max(0, top - 1) : top + height + 1, max(0, left - 1) : left + width + 1]
    others = (labels[around] != suit) & (labels[around] != 0)
    return np.asarray(np.where(others, 0, inked[around]), np.float32)


def _may_be_suit(left: int, top: int, width: int, height: int, area: int) -> bool:
    is_inside = left > 0 and left + width < WIDTH and top + height < HEIGHT
    is_below_rank = _UPPER <= top <= _LOWER and abs(left + width / 2 - WIDTH / 2) <= _ASIDE
    return is_inside and is_below_rank and area >= _MIN_INKED


def clubness(suit: Floats) -> float | None:
    """How much more the outline of an upright suit is like a club's than like a spade's. None if it is too small."""
    inked = np.clip((_upright(suit) - 0.1) / 0.8, 0, 1)
    widths = inked.sum(1)
    if len(widths) < _MIN_ROWS:
        return None
    widest = int(np.argmax(widths[: int(len(widths) * 0.8)]))  # a foot may be wider
    most = widths[widest]
    rows = np.flatnonzero(widths > 0.12 * most)
    above, below = widest - int(rows[0]), int(rows[-1]) - widest
    if above < 3 or below < 2:
        return None
    every = np.arange(len(widths))
    upper = np.interp(rows[0] + _WIDENING * above, every, widths) / most
    lower = np.interp(widest + _NARROWING * below, every, widths) / most
    high = above + below
    return float(np.concatenate([upper, lower, [above / high, most / high]]) @ _WEIGHTS + _BIAS)


def _upright(suit: Floats) -> Floats:
    """The suit, turned so that its left half is most like its right half, and cut to its ink."""
    room = np.pad(suit, max(suit.shape) // 4 + 2)
    height, width = room.shape
    moments = cv2.moments(room)
    x, y = moments["m10"] / moments["m00"], moments["m01"] / moments["m00"]
    best, most = room, -1.0
    for turn in _TURNS:
        onto = cv2.getRotationMatrix2D((x, y), turn, 1)
        onto[:, 2] += ((width - 1) / 2 - x, (height - 1) / 2 - y)
        turned = np.asarray(cv2.warpAffine(room, onto, (width, height)), np.float32)
        alike = float((turned * turned[:, ::-1]).sum())
        if alike > most:
            best, most = turned, alike
    rows, columns = (np.flatnonzero((best > 0.15).any(axis)) for axis in (1, 0))
    return best[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
