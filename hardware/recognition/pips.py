"""Drops eights with the pips of a six. It never adds or changes a card.

If the net reads a six as an eight, it does so in both corners, but the pips show that it is a six.
"""

from collections.abc import Sequence

from hardware.pictures import Pixels
from hardware.recognition.acceptance import Detection
from hardware.recognition.classifier import IndexReading
from hardware.recognition.court_picture import area_between, opposite_corners, paper_and_ink

_MIDDLE, _LEFT, _RIGHT = slice(7, 13), slice(0, 3), slice(17, 20)
"""Columns of the area between the corners: the four millimeters on both sides of the center, and the outermost four."""
_HALF_WAY = slice(13, 15)
"""Rows: two millimeters above and below the center. An eight with two columns of four pips has only paper there."""
_ALL_THE_WAY = 1.0
"""The full distance between the indices. If the indices are tall, the pips of an eight are close to them."""
NO_INK, INK = 0.02, 0.2
"""Inked fractions of these areas: the maximum without a pip, and the minimum with one."""


def without_sixes(pixels: Pixels, seen: Sequence[Detection], reads: Sequence[IndexReading]) -> list[Detection]:
    """Drop eights that have no pips down the center but have one halfway down each side."""
    return [each for each in seen if each.card.rank != "8" or not _is_six(pixels, each, reads)]


def _is_six(pixels: Pixels, card: Detection, reads: Sequence[IndexReading]) -> bool:
    if not (corners := opposite_corners(card, reads)):
        return False
    paper, ink = paper_and_ink(pixels, corners[0])
    apart = ink - paper
    inked = (area_between(pixels, *corners, _ALL_THE_WAY) - paper) @ apart > (apart @ apart) / 2
    sides = (inked[_HALF_WAY, side].mean() for side in (_LEFT, _RIGHT))
    return bool(inked[:, _MIDDLE].mean() <= NO_INK and min(sides) >= INK)
