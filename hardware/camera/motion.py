"""Motion gate: decides which frames to process. Without motion, four passes a second are enough.

Reading faces in every frame takes most of two cores. Nothing moves on a table most of the time, and its screen has to
be drawn too.
"""

from dataclasses import dataclass, field

import cv2
import numpy as np

from hardware.pictures import Pixels

PASSES_AFTER_MOTION = 6
"""The number of frames processed after the last one with motion. Voting needs five."""
STILL_INTERVAL_MS = 250
"""The interval between passes without motion, in milliseconds. A card counts as lifted after 700 ms out of sight, so it
must be seen more often than that.
"""
MOTION_LEVEL = 6
"""The change of a cell's mean, out of 255, that counts as motion. Noise stays below 2, and a card that moves by a
millimeter is above 20."""
_GRID = (80, 45)
_ROWS = 4
"""Every fourth row is used. The mean of 64 pixels has little noise, and reading whole rows is fastest."""


@dataclass
class MotionGate:
    """Takes frames in order. The time is passed in."""

    _cells: Pixels | None = field(default=None, init=False, repr=False)
    _passes_left: int = field(default=0, init=False)
    _processed_ms: int = field(default=0, init=False)
    still_frames: int = field(default=0, init=False)
    """The number of passes at the slow rate since the last motion."""

    def should_process(self, pixels: Pixels, now_ms: int) -> bool:
        """Whether the scene has changed since the last pass or shortly before it, or the last pass is too old."""
        cells = np.asarray(cv2.resize(pixels[::_ROWS], _GRID, interpolation=cv2.INTER_AREA), np.uint8)
        if self._cells is None or int(cv2.absdiff(cells, self._cells).max()) > MOTION_LEVEL:
            self._passes_left = PASSES_AFTER_MOTION
        elif self._passes_left == 0 and now_ms - self._processed_ms < STILL_INTERVAL_MS:
            return False
        self.still_frames = 0 if self._passes_left else self.still_frames + 1
        self._passes_left = max(0, self._passes_left - 1)
        self._cells, self._processed_ms = cells, now_ms
        return True
