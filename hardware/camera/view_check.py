"""Finds faults in a camera's view: covered, dark and frozen pictures, and setup faults visible in a single frame."""

from dataclasses import dataclass, field
from typing import Literal

import cv2
import numpy as np

from hardware.camera.frame import BoxedReading, CameraFrame
from hardware.camera.settings import Area
from hardware.pictures import Pixels
from hardware.reading.reading import Problem

ViewFault = Literal["dark", "blurred", "small", "cut"]
DIM = 55
"""The minimum mean brightness, out of 255. Below this, noise is half as strong as the print."""
SHARP = 0.25
"""The step of the steepest edge within one pixel, as a fraction of the contrast: about 0.4 in focus, 0.2 out of
focus."""
LEAST_CONTRAST = 60
"""Below this contrast, there is only bare felt, which has no edges to judge by."""
LEAST_INDEX_PX = 14
LEAST_CODE_PX = 20
"""The minimum size of a code, in pixels: two per module."""
FEW = 3
"""The number of uncertain small readings that counts as a fault. A single one may be a speck, but a board produces at
least this many."""
HALF_CARD = {True: 4.4, False: 2.75}
"""Half the length of a card (44 mm), as a multiple of the side of its code (10 mm, key True) or of the height of its
index (16 mm, key False)."""
EDGE = 0.3
"""The distance of an index from the card's edge, as a multiple of the index's height."""
DARK = 16
"""The mean brightness, out of 255, below which a picture is dark. A table in dim light is above 30, and a lens with its
cap on is below 8."""
UNIFORM = 5.0
"""The standard deviation of brightness below which a picture is uniform. Empty felt is above 8, and a hand or a cloth
over the lens is below 4."""
OBSTRUCTED_MS = 1_000
"""The minimum duration of a problem, in milliseconds. A passing hand or a camera adjusting its iris does not count."""
FROZEN_MS = 3_000
"""The time, in milliseconds, after which an unchanged picture counts as frozen. Sensor noise makes every picture
different, but a stuck driver sends the same one forever."""
_STEP = 16
OBSTRUCTION_TEXT: dict[Problem, str] = {
    "": "sees the table",
    "frozen": "keeps sending the same picture: unplug it and plug it in again",
    "dark": "sees only darkness: take off its cap, or add light",
    "covered": "is covered: remove what is in front of it",
}
"""Each problem as a sentence that says what to do about it."""


@dataclass
class ObstructionCheck:
    """Checks consecutive pictures for a covered, dark or frozen view. The time is passed in."""

    _since_ms: dict[str, int] = field(default_factory=dict, init=False)
    _last: Pixels | None = field(default=None, init=False, repr=False)

    def problem(self, pixels: Pixels, now_ms: int) -> Problem:
        few = pixels[::_STEP, ::_STEP]
        frozen = self._last is not None and np.array_equal(self._last, few)
        self._last = few.copy()
        gray = few.mean(axis=2) if few.ndim == 3 else few
        dark, plain = float(gray.mean()) < DARK, float(gray.std()) < UNIFORM
        if self._lasts("frozen", frozen, now_ms, FROZEN_MS):
            return "frozen"
        if self._lasts("dark", dark, now_ms, OBSTRUCTED_MS):
            return "dark"
        if self._lasts("plain", plain and not dark, now_ms, OBSTRUCTED_MS):
            return "covered"
        return ""

    def _lasts(self, name: str, is_so: bool, now_ms: int, long_ms: int) -> bool:
        if not is_so:
            self._since_ms.pop(name, None)
            return False
        return now_ms - self._since_ms.setdefault(name, now_ms) >= long_ms


def view_faults(frame: CameraFrame) -> tuple[ViewFault, ...]:
    """The faults, worst first. Empty if a board can be read well."""
    faults: list[ViewFault] = []
    gray = _gray(frame.pixels)
    if float(gray[::4, ::4].mean()) < DIM:
        faults.append("dark")
    if _is_blurred(gray):
        faults.append("blurred")
    small = [each for each in frame.boxes if each.height < (LEAST_CODE_PX if each.is_code else LEAST_INDEX_PX)]
    if any(each.card for each in small) or len(small) >= FEW:
        faults.append("small")
    if any(_is_cut(each, frame.pixels) for each in frame.boxes if each.card):
        faults.append("cut")
    return tuple(faults)


def cards_area(frame: CameraFrame) -> Area | None:
    papers = [_paper(each) for each in frame.boxes if each.card]
    if not papers:
        return None
    height, width = frame.pixels.shape[:2]
    left, top = min(paper[0] for paper in papers) / width, min(paper[1] for paper in papers) / height
    right, bottom = max(paper[2] for paper in papers) / width, max(paper[3] for paper in papers) / height
    left, top, right, bottom = max(left, 0.0), max(top, 0.0), min(right, 1.0), min(bottom, 1.0)
    return (left, top, right - left, bottom - top)


def _gray(pixels: Pixels) -> Pixels:
    return np.asarray(cv2.extractChannel(pixels, 1), np.uint8) if pixels.ndim == 3 else pixels


def _is_blurred(gray: Pixels) -> bool:
    """Whether the steepest edges, at the 99.9th percentile of all brightness steps, are too weak for the contrast."""
    rows = np.asarray(cv2.blur(gray, (1, 3)), np.uint8)[::4]  # this suppresses edges caused by noise
    contrast = _brightness(rows, 0.995) - _brightness(rows, 0.02)
    if contrast < LEAST_CONTRAST:
        return False
    steps = np.asarray(cv2.absdiff(rows[:, 1:], rows[:, :-1]), np.uint8)
    return _brightness(steps, 0.999) / contrast < SHARP


def _brightness(pixels: Pixels, part: float) -> int:
    """The brightness at the quantile `part`. It is found by counting, because sorting takes thirty times as long."""
    counts = np.bincount(pixels.ravel(), minlength=256).cumsum()
    return int(np.searchsorted(counts, part * counts[-1]))


def _paper(each: BoxedReading) -> tuple[float, float, float, float]:
    """The greatest possible extent of the card: left, top, right and bottom."""
    left, top, width, height = each.box
    middle_x, middle_y, reach = left + width / 2, top + height / 2, HALF_CARD[each.is_code] * each.height
    reach_x, reach_y = max(reach, width / 2), max(reach, height / 2)
    return middle_x - reach_x, middle_y - reach_y, middle_x + reach_x, middle_y + reach_y


def _is_cut(each: BoxedReading, pixels: Pixels) -> bool:
    """Whether the reading is so close to the picture's edge that the card must extend beyond it."""
    left, top, width, height = each.box
    height_px, width_px = pixels.shape[:2]
    return bool(min(left, top, width_px - left - width, height_px - top - height) < EDGE * each.height)
