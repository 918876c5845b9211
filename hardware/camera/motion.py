"""Whether a picture is worth a look: where nothing stirs, four looks a second are enough.

Faces take most of two cores while they are looked for in every picture. A table lies still most of the time, and has a
screen to draw.
"""

from dataclasses import dataclass, field

import cv2
import numpy as np
import numpy.typing as npt

Pixels = npt.NDArray[np.uint8]

PASSES_AFTER_MOTION = 6
"""So many pictures are looked at after the last that was stirred: votes need five."""
STILL_INTERVAL_MS = 250
"""A reader's card counts as lifted after 700 ms out of sight: it must be seen oftener than that."""
MOTION_LEVEL = 6
"""Of 255, for a cell's mean: noise stays below 2, a card that is moved by a millimetre is above 20."""
_GRID = (80, 45)
_ROWS = 4
"""One in so many rows is looked at: the mean of 64 pixels is quiet enough, and whole rows are the quickest to read."""


@dataclass
class MotionGate:
    """Judges pictures one after the other, with the time handed in."""

    _cells: Pixels | None = field(default=None, init=False, repr=False)
    _passes_left: int = field(default=0, init=False)
    _processed_ms: int = field(default=0, init=False)
    still_frames: int = field(default=0, init=False)
    """How many of those four looks a second there were since something stirred."""

    def should_process(self, pixels: Pixels, now_ms: int) -> bool:
        """Whether something stirred since the last look, or a little before, or it is long ago."""
        cells = np.asarray(cv2.resize(pixels[::_ROWS], _GRID, interpolation=cv2.INTER_AREA), np.uint8)
        if self._cells is None or int(cv2.absdiff(cells, self._cells).max()) > MOTION_LEVEL:
            self._passes_left = PASSES_AFTER_MOTION
        elif self._passes_left == 0 and now_ms - self._processed_ms < STILL_INTERVAL_MS:
            return False
        self.still_frames = 0 if self._passes_left else self.still_frames + 1
        self._passes_left = max(0, self._passes_left - 1)
        self._cells, self._processed_ms = cells, now_ms
        return True
