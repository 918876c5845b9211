"""What is wrong with a camera's view of a table although it sees: for whoever sets it up. Knows one picture."""

from typing import Literal

import cv2
import numpy as np

from hardware.camera.frame import BoxedReading, CameraFrame
from hardware.camera.obstruction import Pixels
from hardware.camera.settings import Area

ViewFault = Literal["dark", "blurred", "small", "cut"]

DIM = 55
"""Mean brightness of 255; below it noise is half of what is printed."""
SHARP = 0.25
"""How much of its contrast the steepest edge climbs in one pixel: some 0.4 in focus, 0.2 where a lens is out of it."""
LEAST_CONTRAST = 60
"""Felt by itself shows no edges to judge by."""
LEAST_INDEX_PX = 14
LEAST_CODE_PX = 20
"""Two pixels a module."""
FEW = 3
"""So many that nobody can be sure of: one may be a speck, a board is more."""
HALF_CARD = {True: 4.4, False: 2.75}
"""Half the length of a card, 44 mm, by the sides of its code (`is_code`), 10 mm, or the heights of its index, 16 mm."""
EDGE = 0.3
"""An index stands so many of its heights from the card's edge."""


def view_faults(frame: CameraFrame) -> tuple[ViewFault, ...]:
    """The worst first; none where a board can be read well."""
    faults: list[ViewFault] = []
    grey = _grey(frame.pixels)
    if float(grey[::4, ::4].mean()) < DIM:
        faults.append("dark")
    if _is_blurred(grey):
        faults.append("blurred")
    small = [each for each in frame.boxes if each.height < (LEAST_CODE_PX if each.is_code else LEAST_INDEX_PX)]
    if any(each.card for each in small) or len(small) >= FEW:
        faults.append("small")
    if any(_is_cut(each, frame.pixels) for each in frame.boxes if each.card):
        faults.append("cut")
    return tuple(faults)


def cards_area(frame: CameraFrame) -> Area | None:
    """The part of the picture where the cards lie that are read, with their paper."""
    papers = [_paper(each) for each in frame.boxes if each.card]
    if not papers:
        return None
    height, width = frame.pixels.shape[:2]
    left, top = min(paper[0] for paper in papers) / width, min(paper[1] for paper in papers) / height
    right, bottom = max(paper[2] for paper in papers) / width, max(paper[3] for paper in papers) / height
    left, top, right, bottom = max(left, 0.0), max(top, 0.0), min(right, 1.0), min(bottom, 1.0)
    return (left, top, right - left, bottom - top)


def _grey(pixels: Pixels) -> Pixels:
    return np.asarray(cv2.extractChannel(pixels, 1), np.uint8) if pixels.ndim == 3 else pixels


def _is_blurred(grey: Pixels) -> bool:
    """By the steepest of its edges, one in a thousand, against the contrast that there is."""
    rows = np.asarray(cv2.blur(grey, (1, 3)), np.uint8)[::4]  # noise makes edges of its own
    contrast = _brightness(rows, 0.995) - _brightness(rows, 0.02)
    if contrast < LEAST_CONTRAST:
        return False
    steps = np.asarray(cv2.absdiff(rows[:, 1:], rows[:, :-1]), np.uint8)
    return _brightness(steps, 0.999) / contrast < SHARP


def _brightness(pixels: Pixels, part: float) -> int:
    """What so large a part of the pixels is below or at: counted, as sorting takes thirty times as long."""
    counts = np.bincount(pixels.ravel(), minlength=256).cumsum()
    return int(np.searchsorted(counts, part * counts[-1]))


def _paper(each: BoxedReading) -> tuple[float, float, float, float]:
    """Where the card's paper may reach: left, top, right, bottom."""
    left, top, width, height = each.box
    middle_x, middle_y, reach = left + width / 2, top + height / 2, HALF_CARD[each.is_code] * each.height
    reach_x, reach_y = max(reach, width / 2), max(reach, height / 2)
    return middle_x - reach_x, middle_y - reach_y, middle_x + reach_x, middle_y + reach_y


def _is_cut(each: BoxedReading, pixels: Pixels) -> bool:
    """Whether what is read lies so near the picture's edge that the card must reach beyond it."""
    left, top, width, height = each.box
    height_px, width_px = pixels.shape[:2]
    return bool(min(left, top, width_px - left - width, height_px - top - height) < EDGE * each.height)
