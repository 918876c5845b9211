"""Drops pip cards with a court picture between their corners. It never adds or changes a card.

If the net reads a queen as a nine, it does so in both corners. The picture of the queen has colors that no nine has.
Between a nine's corners there are only mixtures of paper and ink, in light and shade.
"""

from collections.abc import Sequence
from math import hypot

import cv2
import numpy as np

from hardware.pictures import Floats, Pixels
from hardware.recognition.acceptance import Detection, are_opposite, could_share_card
from hardware.recognition.classifier import IndexReading
from hardware.recognition.crops import cut
from hardware.recognition.detector import IndexCandidate

PIPS = "23456789T"
"""Ranks without a picture. Many aces have one."""
COLORED = 0.09
"""The minimum distance of a foreign color from all mixtures of paper and ink, as a fraction of the paper's
brightness."""
DARK, BRIGHT_INK = 0.35, 0.25
"""Fractions of the paper's brightness. If the ink is `BRIGHT_INK` away from gray, and therefore red, pixels below
`DARK` are black."""
MAX_COLORED, MAX_COLORED_NINE = 0.12, 0.05
"""The fraction of a pip card that may have foreign colors, from glare, grain and stains. It is lower for a nine at a
table: of 160 rendered nines, one had 0.036 and the others had none, and a queen on a lot of white paper has 0.08."""
_WIDTH, _HEIGHT = 20, 28
_ROWS, _COLUMNS = slice(12, 52), slice(15, 33)
_INNER = 0.5
"""The part between the corners that is examined, without the indices and the pips close to them."""


def without_court_pictures(
    pixels: Pixels, seen: Sequence[Detection], reads: Sequence[IndexReading], max_colored_nine: float = MAX_COLORED
) -> tuple[Detection, ...]:
    """Drop pip cards with a picture between their corners. If a card was accepted on the basis of one corner, the other
    corner may be an uncertain one in `reads`. The limit for nines is separate, because queens are easily read as nines.
    """

    def may_be(card: Detection) -> bool:
        most = max_colored_nine if card.card.rank == "9" else MAX_COLORED
        return card.card.rank not in PIPS or _colored_between(pixels, card, reads) <= most

    return tuple(each for each in seen if may_be(each))


def _colored_between(pixels: Pixels, card: Detection, reads: Sequence[IndexReading]) -> float:
    """The fraction of the area between two opposite corners that has foreign colors. It is the smaller of the values
    for the two inks."""
    if not (corners := opposite_corners(card, reads)):
        return 0.0
    colors = area_between(pixels, *corners).reshape(-1, 3)
    return min(_colored(colors, *paper_and_ink(pixels, each)) for each in corners)


def opposite_corners(card: Detection, reads: Sequence[IndexReading]) -> tuple[IndexCandidate, IndexCandidate] | None:
    """The two opposite corners that are farthest apart. One of them is accepted, and the other may be certain or
    not."""
    marks = {*card.marks, *(read.spot for read in reads if read.card is card.card)}
    opposite = [
        (one, far) for one in card.marks for far in marks if are_opposite(one, far) and could_share_card(one, far)
    ]
    return max(opposite, key=lambda pair: hypot(pair[0].x - pair[1].x, pair[0].y - pair[1].y), default=None)


def area_between(pixels: Pixels, one: IndexCandidate, far: IndexCandidate, inner_along: float = _INNER) -> Floats:
    """The inner area between two corners, turned upright according to the first one, as `_HEIGHT` by `_WIDTH` colors.
    `inner_along` is the fraction of the distance down the card that it covers."""
    right, down = np.array([-one.up_y, one.up_x]), np.array([-one.up_x, -one.up_y])
    way = np.array([far.x - one.x, far.y - one.y])
    aside, along = right * (way @ right) * _INNER, down * (way @ down) * inner_along
    middle = np.array([one.x + far.x, one.y + far.y]) / 2
    onto = np.stack([aside / _WIDTH, along / _HEIGHT, middle - (aside + along) / 2], 1)
    shown = cv2.warpAffine(pixels, onto, (_WIDTH, _HEIGHT), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
    return np.asarray(shown, np.float32)


def paper_and_ink(pixels: Pixels, spot: IndexCandidate) -> tuple[Floats, Floats]:
    """The colors of an index. The paper is the median of its brighter half, and the ink is the median of the pixels
    farthest from the paper. The table next to the card is excluded."""
    crop = cut(pixels, (spot.x, spot.y), (spot.up_x, spot.up_y), spot.height)
    rank = crop[_ROWS, _COLUMNS].reshape(-1, 3).astype(np.float32)
    light = rank.sum(1)
    paper = np.median(rank[light >= np.median(light)], 0)
    off = np.linalg.norm(rank - paper, axis=1)
    ink = np.median(rank[off >= np.percentile(off, 92)], 0)
    return np.asarray(paper, np.float32), np.asarray(ink, np.float32)


def _colored(colors: Floats, paper: Floats, ink: Floats) -> float:
    """The fraction of the pixels that cannot be explained by any mixture of paper and ink, in light or shade."""
    bright = float(np.linalg.norm(paper)) + 1e-3
    axes = [paper / bright]
    rest = ink - axes[0] * (ink @ axes[0])
    chroma = float(np.linalg.norm(rest)) / bright
    if chroma > COLORED:  # black ink is dark paper
        axes.append(rest / np.linalg.norm(rest))
    off = colors - sum(np.outer(colors @ axis, axis) for axis in axes)
    odd = np.linalg.norm(off, axis=1) > COLORED * bright
    if chroma > BRIGHT_INK:
        odd |= np.linalg.norm(colors, axis=1) < DARK * bright
    return float(odd.mean())
