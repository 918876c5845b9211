"""A phone as the camera over the table. Its frames are received elsewhere, and come here through an object that is
passed in. Reading them is the same as for any camera."""

from dataclasses import dataclass, field
from typing import Protocol

import cv2
import numpy as np

from hardware.camera.camera import CameraReader, in_color
from hardware.camera.diagnosis import FRAME_TIMEOUT_MS, CameraFault
from hardware.pictures import Pixels
from hardware.reading.reading import Problem

_WAKE_S = 0.2


class PhoneFrames(Protocol):
    """Receives the frames of one phone, on a thread of its own."""

    @property
    def problem(self) -> Problem:
        """Why there are no frames, as far as it is known. Thread-safe."""

    @property
    def battery(self) -> int | None:
        """The charge of the phone's battery, in percent. None if it is unknown. Thread-safe."""

    def start(self) -> None:
        """Start receiving. Call this only once."""

    def stop(self) -> None:
        """Stop within a second."""

    def take(self, patience_s: float) -> bytes | None:
        """The newest frame, as JPEG. None if no frame arrives in this time. No frame is returned twice."""


@dataclass(eq=False)
class PhoneCamera(CameraReader):
    """A `Reader` that reads stationary cards in a phone's frames. A phone that sleeps, leaves or returns is reported
    like a camera that is unplugged and plugged in."""

    frames: PhoneFrames = field(kw_only=True)

    def start(self) -> None:
        super().start()
        self.frames.start()

    def stop(self) -> None:
        self.frames.stop()
        super().stop()

    def _capture_until_lost(self) -> Problem:
        came_ms = self.now_ms()
        while not self._stopping.is_set():
            jpeg = self.frames.take(_WAKE_S)
            pixels = decoded(jpeg) if jpeg else None
            if pixels is not None:
                came_ms = self.now_ms()
                self._latest.put(pixels, self._stopping)
                self._notice_stuck()
            elif self.now_ms() - came_ms >= FRAME_TIMEOUT_MS:
                self._latest.put(CameraFault.of(self.frames.problem or "asleep"), self._stopping)
        return ""


def decoded(jpeg: bytes) -> Pixels | None:
    """A frame as BGR; None if it cannot be decoded."""
    try:
        return in_color(cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR))
    except cv2.error:
        return None
