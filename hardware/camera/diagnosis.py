"""Why a camera does not deliver frames, as far as the system knows, and what to do about it. Does not open anything."""

import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from hardware.camera.settings import is_device
from hardware.reading.reading import Problem

PROBLEM_TEXT: dict[Problem, str] = {
    "unplugged": "was unplugged: plug it in again; it reconnects automatically",
    "absent": "was not found: plug it in, or correct its address in the settings",
    "denied": "may not be opened: add this user to the group video (sudo usermod -aG video $USER) and log in again",
    "busy": "is in use by another program, or is not a camera: close that program, or correct its address",
    "silent": "delivers no pictures: check its power, cable and address",
    "no-phone": "waits for its phone: open the clock's page /camera/ on it",
    "asleep": "gets no pictures from its phone: wake it, and keep its page open",
    "no-clock": "waits for the clock, which passes on its phone's pictures",
}
FRAME_TIMEOUT_MS = 3_000
"""How long, in milliseconds, frames may be missing. OpenCV's own timeout is ten seconds, or thirty for a stream."""
OPEN_TIMEOUT_MS = 8_000
"""The time, in milliseconds, that a camera may take from opening to its first frame."""


class CameraFault(NamedTuple):
    """A problem, as a code and as a sentence about the camera."""

    problem: Problem
    says: str

    @classmethod
    def of(cls, problem: Problem) -> "CameraFault":
        return cls(problem, PROBLEM_TEXT[problem])


def device_of(source: str) -> Path | None:
    """The device file of a camera, if its address has one. On Linux, 0 is /dev/video0."""
    if source.isdecimal() and sys.platform == "linux":
        return Path(f"/dev/video{source}")
    return Path(source) if is_device(source) else None


def open_problem(source: str, was_there: bool) -> Problem:
    """Why a device cannot be opened. Empty for streams and files, because only trying to open them can show a
    problem."""
    device = device_of(source)
    if device is None:
        return ""
    if not device.exists():
        return "unplugged" if was_there else "absent"
    return "" if os.access(device, os.R_OK | os.W_OK) else "denied"


def no_frame_problem(source: str, opened: bool, was_there: bool) -> Problem:
    """Why a source did not deliver a frame. `opened` says whether it could be opened."""
    if "://" in source:
        return "silent"
    if device_of(source) is None:
        return "unplugged" if was_there else "absent"
    return "silent" if opened else "busy"


@dataclass
class FrameTimeout:
    _since_ms: int | None = None
    _patience_ms: int = OPEN_TIMEOUT_MS

    def restart(self, patience_ms: int) -> None:
        """Start over after a frame or a fault. The next one is due within `patience_ms`."""
        self._since_ms, self._patience_ms = None, patience_ms

    def has_expired(self, now_ms: int) -> bool:
        """Whether the time is up. Called when no frame has arrived."""
        if self._since_ms is None:
            self._since_ms = now_ms
        return now_ms - self._since_ms >= self._patience_ms
