"""A table's last frames, for viewers who were disconnected for a while. A slow viewer misses some frames and delays no
one.
"""

from collections import deque
from typing import NamedTuple

import msgspec

from kiosk.clock.features.broadcast.frame import Frame

KEPT = 500


class SentFrame(NamedTuple):
    """A frame as JSON, with its number in the sequence, and the id that a viewer sends when it reconnects."""

    number: int
    id: str
    text: str


class FrameBuffer:
    """The last frames. The buffer is empty at first."""

    def __init__(self) -> None:
        self._kept: deque[SentFrame] = deque(maxlen=KEPT)
        self._number = 0

    def add(self, its_id: str, frame: Frame) -> None:
        """Add a frame, unless it looks the same as the last one."""
        text = msgspec.json.encode(frame).decode()
        if not self._kept or self._kept[-1].text != text:
            self._number += 1
            self._kept.append(SentFrame(self._number, its_id, text))

    def number_of(self, its_id: str) -> int:
        """The number of the frame with this id. For an unknown id, it is the number before the newest frame."""
        found = (sent.number for sent in self._kept if sent.id == its_id)
        return next(found, max(0, self._number - 1))

    def after(self, number: int) -> list[SentFrame]:
        """The frames after that number."""
        return [sent for sent in self._kept if sent.number > number] if number < self._number else []
