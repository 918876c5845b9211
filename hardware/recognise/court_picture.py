"""Whether a picture lies between two corners of a card: a nine has pips there and no portrait. A veto, and no more: it
makes no card and mends none.

What makes a queen a nine to the net does so in both her corners. Her picture has colours that no nine has: what lies
between a nine's corners is paper, ink and what is between them, in light and in shade.
"""

from collections.abc import Sequence
from math import hypot

import cv2
import numpy as np
import numpy.typing as npt

from hardware.recognise.acceptance import Detection, are_opposite, could_share_card
from hardware.recognise.classifier import IndexReading
from hardware.recognise.crops import cut
from hardware.recognise.detector import Spot

Pixels = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]

PIPS = "23456789T"
"""Ranks without a picture; many an ace has one."""
COLOURED = 0.09
"""So far from all mixtures of paper and ink, as a part of the paper's brightness, is a colour of its own."""
DARK, BRIGHT_INK = 0.35, 0.25
"""Parts of the paper's brightness: on a card with red ink, as far as this from every grey, what is darker is black."""
MAX_COLOURED, MAX_COLOURED_NINE = 0.12, 0.05
"""Of what lies between the corners of a card of pips: glare, grain and a stain. Of a nine on a table less: of 160 drawn
ones one had 0.036 and the others nothing, and a queen on much white paper has 0.08."""
_WIDTH, _HEIGHT = 20, 28
_ROWS, _COLUMNS = slice(12, 52), slice(15, 33)
_INNER = 0.5
"""Of the way from corner to corner: the indices, and the pips close to them, are no picture."""


def without_court_pictures(
    pixels: Pixels, seen: Sequence[Detection], reads: Sequence[IndexReading], max_coloured_nine: float = MAX_COLOURED
) -> tuple[Detection, ...]:
    """The cards but those of pips between whose corners a picture lies. Of a card that counts by one corner the other
    may be among the `reads`, and be less than likely. A nine may have less than others: a queen is easily one."""

    def may_be(card: Detection) -> bool:
        most = max_coloured_nine if card.card.rank == "9" else MAX_COLOURED
        return card.card.rank not in PIPS or _coloured_between(pixels, card, reads) <= most

    return tuple(each for each in seen if may_be(each))


def _coloured_between(pixels: Pixels, card: Detection, reads: Sequence[IndexReading]) -> float:
    """How much of what lies between two opposite corners has a colour of its own, by the ink of either."""
    if not (corners := opposite_corners(card, reads)):
        return 0.0
    colours = area_between(pixels, *corners).reshape(-1, 3)
    return min(_coloured(colours, *paper_and_ink(pixels, each)) for each in corners)


def opposite_corners(card: Detection, reads: Sequence[IndexReading]) -> tuple[Spot, Spot] | None:
    """The two corners of a card that are farthest apart: one that counts, and an opposite one, sure or not."""
    marks = {*card.marks, *(read.spot for read in reads if read.card is card.card)}
    opposite = [
        (one, far) for one in card.marks for far in marks if are_opposite(one, far) and could_share_card(one, far)
    ]
    return max(opposite, key=lambda pair: hypot(pair[0].x - pair[1].x, pair[0].y - pair[1].y), default=None)


def area_between(pixels: Pixels, one: Spot, far: Spot, inner_along: float = _INNER) -> Floats:
    """The inner part of what two corners span, upright as the first of them: `_TALL` by `_WIDE` colours. `inner_along`
    is how much of the way down the card it is."""
    right, down = np.array([-one.up_y, one.up_x]), np.array([-one.up_x, -one.up_y])
    way = np.array([far.x - one.x, far.y - one.y])
    aside, along = right * (way @ right) * _INNER, down * (way @ down) * inner_along
    middle = np.array([one.x + far.x, one.y + far.y]) / 2
    onto = np.stack([aside / _WIDTH, along / _HEIGHT, middle - (aside + along) / 2], 1)
    shown = cv2.warpAffine(pixels, onto, (_WIDTH, _HEIGHT), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
    return np.asarray(shown, np.float32)


def paper_and_ink(pixels: Pixels, spot: Spot) -> tuple[Floats, Floats]:
    """Two colours of an index: that of most of its brighter half, and that of what is farthest from it; not the table's
    beside the card."""
    crop = cut(pixels, (spot.x, spot.y), (spot.up_x, spot.up_y), spot.height)
    rank = crop[_ROWS, _COLUMNS].reshape(-1, 3).astype(np.float32)
    light = rank.sum(1)
    paper = np.median(rank[light >= np.median(light)], 0)
    off = np.linalg.norm(rank - paper, axis=1)
    ink = np.median(rank[off >= np.percentile(off, 92)], 0)
    return np.asarray(paper, np.float32), np.asarray(ink, np.float32)


def _coloured(colours: Floats, paper: Floats, ink: Floats) -> float:
    """The part of the colours that no mixture of paper and ink gives, in light or in shade."""
    bright = float(np.linalg.norm(paper)) + 1e-3
    axes = [paper / bright]
    rest = ink - axes[0] * (ink @ axes[0])
    chroma = float(np.linalg.norm(rest)) / bright
    if chroma > COLOURED:  # black ink is paper in the shade
        axes.append(rest / np.linalg.norm(rest))
    off = colours - sum(np.outer(colours @ axis, axis) for axis in axes)
    odd = np.linalg.norm(off, axis=1) > COLOURED * bright
    if chroma > BRIGHT_INK:
        odd |= np.linalg.norm(colours, axis=1) < DARK * bright
    return float(odd.mean())
