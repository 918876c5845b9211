"""Whether a camera sees: covered, dark and frozen pictures are told from a table. Knows no camera and no thread."""

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from hardware.reading.reading import Problem

Pixels = npt.NDArray[np.uint8]

DARK = 16
"""Mean brightness of 255: a table by night light is above 30, a lens with a cap on below 8."""
UNIFORM = 5.0
"""Spread of brightness: felt without anything on it is above 8, a hand or a cloth over the lens below 4."""
OBSTRUCTED_MS = 1_000
"""So long it must last: a hand that crosses, and a camera that opens its iris, are nothing."""
FROZEN_MS = 3_000
"""A sensor's noise makes no two pictures alike; a stuck driver sends the same one for ever."""
_STEP = 16
OBSTRUCTION_TEXT: dict[Problem, str] = {
    "": "sees the table",
    "frozen": "keeps sending the same picture: unplug it and plug it in again",
    "dark": "sees only darkness: take off its cap, or add light",
    "covered": "is covered: remove what is in front of it",
}
"""What is wrong, and what to do about it."""


@dataclass
class ObstructionCheck:
    """Judges pictures one after the other, with the time handed in."""

    _since_ms: dict[str, int] = field(default_factory=dict, init=False)
    _last: Pixels | None = field(default=None, init=False, repr=False)

    def problem(self, pixels: Pixels, now_ms: int) -> Problem:
        """What is wrong, as `OBSTRUCTION_TEXT` has it in words; nothing where all is well."""
        few = pixels[::_STEP, ::_STEP]
        frozen = self._last is not None and np.array_equal(self._last, few)
        self._last = few.copy()
        grey = few.mean(axis=2) if few.ndim == 3 else few
        dark, plain = float(grey.mean()) < DARK, float(grey.std()) < UNIFORM
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
