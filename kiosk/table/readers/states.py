"""The state of each reader at a table: its health, since when, and its last readings, for the readers page and the
director. Knows nothing about the screen or the link."""

import logging
from typing import Literal

import msgspec
from msgspec.structs import replace

from hardware.camera.settings import Area
from hardware.reading.reading import Health, Problem, ReaderMessage, Reading, UnknownCode
from kiosk.table.settings import ReaderSettings

log = logging.getLogger(__name__)

LATELY = 5
"""How many readings are kept for each reader: as many as a board has cards."""


class ReaderState(msgspec.Struct, eq=False):
    """One reader. `problem` is empty while it works, and `waits` before its first report."""

    settings: ReaderSettings
    places: dict[str, Area]
    """The areas of a camera's picture."""
    problem: Problem | Literal["waits"] = "waits"
    says: str = ""
    """The sentence from its last report."""
    since_ms: int = 0
    reads: list[Reading | UnknownCode] = msgspec.field(default_factory=list)

    def receive(self, message: ReaderMessage) -> None:
        """Process a message from this reader."""
        if isinstance(message, Health):
            if message.says != self.says:
                log.info("%s: %s", self.settings.place, message.says)
            self.says = message.says
            problem: Problem = "" if message.connected else message.problem or "lost"
            if problem != self.problem:
                self.problem, self.since_ms = problem, message.at_ms
        elif isinstance(message, Reading) and message.again:
            self._again(message)
        else:
            self.reads = [message, *self.reads][:LATELY]

    def _again(self, message: Reading) -> None:
        """Update the time of a card that is still lying there."""
        for index, read in enumerate(self.reads):
            if isinstance(read, Reading) and (read.card, read.place) == (message.card, message.place):
                self.reads[index] = replace(read, at_ms=message.at_ms)
                return
        self.reads = [message, *self.reads][:LATELY]


class ReaderStates:
    """All readers at one table, in the order in which the settings list them."""

    def __init__(self, readers: tuple[ReaderSettings, ...], now_ms: int) -> None:
        self.all = tuple(ReaderState(reader, reader.camera.places, since_ms=now_ms) for reader in readers)

    def receive(self, message: ReaderMessage) -> None:
        """Pass a message to its reader, or, if it has no address, to all readers that may have sent it."""
        for state in self.all:
            if state.settings.is_source_of(message):
                state.receive(message)
