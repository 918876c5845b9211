"""The last frames of a table, for viewers who were away for a while. A slow viewer misses some and holds up nobody."""

from collections import deque
from typing import NamedTuple

import msgspec

from kiosk.clock.broadcast.frame import Frame

KEPT = 500


class Sent(NamedTuple):
    """A frame as JSON: its place in the row, and the id that a viewer names when it comes back."""

    number: int
    id: str
    text: str


class Ring:
    """Empty at first."""

    def __init__(self) -> None:
        self._kept: deque[Sent] = deque(maxlen=KEPT)
        self._number = 0

    def add(self, its_id: str, frame: Frame) -> None:
        """One more, unless it looks as the last one does."""
        text = msgspec.json.encode(frame).decode()
        if not self._kept or self._kept[-1].text != text:
            self._number += 1
            self._kept.append(Sent(self._number, its_id, text))

    def number_of(self, its_id: str) -> int:
        """The place of the frame with this id; for any other the place before the newest."""
        found = (sent.number for sent in self._kept if sent.id == its_id)
        return next(found, max(0, self._number - 1))

    def after(self, number: int) -> list[Sent]:
        """Those after that place."""
        return [sent for sent in self._kept if sent.number > number] if number < self._number else []
