"""Detects covered, dark and frozen camera pictures. Knows nothing about cameras or threads."""

from dataclasses import dataclass, field

import numpy as np

from hardware.pictures import Pixels
from hardware.reading.reading import Problem

DARK = 16
"""The mean brightness, out of 255, below which a picture is dark. A table in dim light is above 30, and a lens with its
cap on is below 8.
"""
UNIFORM = 5.0
"""The standard deviation of brightness below which a picture is uniform. Empty felt is above 8, and a hand or a cloth
over the lens is below 4.
"""
OBSTRUCTED_MS = 1_000
"""The minimum duration of a problem, in milliseconds. A passing hand or a camera adjusting its iris does not count."""
FROZEN_MS = 3_000
"""The time, in milliseconds, after which an unchanged picture counts as frozen. Sensor noise makes every picture
different, but a stuck driver sends the same one forever.
"""
_STEP = 16
OBSTRUCTION_TEXT: dict[Problem, str] = {
    "": "sees the table",
    "frozen": "keeps sending the same picture: unplug it and plug it in again",
    "dark": "sees only darkness: take off its cap, or add light",
    "covered": "is covered: remove what is in front of it",
}
"""The problem as a sentence, with what to do about it."""


@dataclass
class ObstructionCheck:
    """Takes pictures in order. The time is passed in."""

    _since_ms: dict[str, int] = field(default_factory=dict, init=False)
    _last: Pixels | None = field(default=None, init=False, repr=False)

    def problem(self, pixels: Pixels, now_ms: int) -> Problem:
        """The camera problem, or an empty string if there is none."""
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
