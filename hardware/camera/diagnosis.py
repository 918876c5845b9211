"""Why a camera gives no pictures, as far as the system tells, and what to do about it. Opens nothing."""

import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from hardware.reading.reading import Problem

PROBLEM_TEXT: dict[Problem, str] = {
    "unplugged": "was unplugged: plug it in again; it reconnects by itself",
    "absent": "was not found: plug it in, or correct its address in the settings",
    "denied": "may not be opened: add this user to the group video (sudo usermod -aG video $USER) and log in again",
    "busy": "is in use by another program, or is not a camera: close that program, or correct its address",
    "silent": "delivers no pictures: check its power, cable and address",
}
FRAME_TIMEOUT_MS = 3_000
"""So long no picture comes before it is said; OpenCV itself waits for one for ten seconds, of a stream for thirty."""
OPEN_TIMEOUT_MS = 8_000
"""A camera may take as long from its address to its first picture."""


class CameraFault(NamedTuple):
    """What is wrong, as one word and as a sentence about the camera."""

    problem: Problem
    says: str

    @classmethod
    def of(cls, problem: Problem) -> "CameraFault":
        """With the sentence that belongs to it."""
        return cls(problem, PROBLEM_TEXT[problem])


def device_of(source: str) -> Path | None:
    """The device file of a camera, where its address has one: 0 is /dev/video0 on Linux."""
    if source.isdecimal() and sys.platform == "linux":
        return Path(f"/dev/video{source}")
    return Path(source) if source.startswith("/dev/") else None


def open_problem(source: str, was_there: bool) -> Problem:
    """What keeps a device from being opened at all; nothing for streams and films, which only opening tells."""
    device = device_of(source)
    if device is None:
        return ""
    if not device.exists():
        return "unplugged" if was_there else "absent"
    return "" if os.access(device, os.R_OK | os.W_OK) else "denied"


def no_frame_problem(source: str, opened: bool, was_there: bool) -> Problem:
    """Why what was tried gave no picture. `opened`: it could be opened."""
    if "://" in source:
        return "silent"
    if device_of(source) is None:
        return "unplugged" if was_there else "absent"
    return "silent" if opened else "busy"


@dataclass
class FrameTimeout:
    """Whether pictures stay away, with the time handed in."""

    _since_ms: int | None = None
    _patience_ms: int = OPEN_TIMEOUT_MS

    def restart(self, patience_ms: int) -> None:
        """Something came; as long may pass before the next."""
        self._since_ms, self._patience_ms = None, patience_ms

    def has_expired(self, now_ms: int) -> bool:
        """Nothing came, once more: whether that is too long by now."""
        if self._since_ms is None:
            self._since_ms = now_ms
        return now_ms - self._since_ms >= self._patience_ms
