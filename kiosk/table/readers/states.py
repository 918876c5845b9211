"""How each reader of a table is, since when, and what it read last: for the page of the readers, and for the director.
Knows no screen and no link."""

from dataclasses import dataclass, field
from typing import Literal

from msgspec.structs import replace

from hardware.camera.settings import Area
from hardware.reading.reading import Health, Problem, ReaderMessage, Reading, Unread
from kiosk.table.settings import ReaderSettings

LATELY = 5
"""Reads that are kept of each reader: a board."""


@dataclass
class ReaderState:
    """One reader. `problem` is nothing while it is well, `waits` until it has said how it is."""

    settings: ReaderSettings
    places: dict[str, Area]
    """What a camera's picture shows where."""
    problem: Problem | Literal["waits"] = "waits"
    says: str = ""
    """Its last sentence about itself."""
    since_ms: int = 0
    reads: list[Reading | Unread] = field(default_factory=list)

    def hear(self, told: ReaderMessage) -> None:
        """It says something."""
        if isinstance(told, Health):
            self.says = told.says
            problem: Problem = "" if told.connected else told.problem or "lost"
            if problem != self.problem:
                self.problem, self.since_ms = problem, told.at_ms
        elif isinstance(told, Reading) and told.again:
            self._again(told)
        else:
            self.reads = [told, *self.reads][:LATELY]

    def _again(self, told: Reading) -> None:
        """A card that still lies there is no new read, but was seen just now."""
        for index, read in enumerate(self.reads):
            if isinstance(read, Reading) and (read.card, read.place) == (told.card, told.place):
                self.reads[index] = replace(read, at_ms=told.at_ms)
                return
        self.reads = [told, *self.reads][:LATELY]


class ReaderStates:
    """All readers of one table, in the order of the settings."""

    def __init__(self, readers: tuple[ReaderSettings, ...], now_ms: int) -> None:
        self.all = tuple(ReaderState(reader, reader.camera.places, since_ms=now_ms) for reader in readers)

    def hear(self, told: ReaderMessage) -> None:
        """One of them says something; without an address, all that it may be."""
        for state in self.all:
            if state.settings.has_told(told):
                state.hear(told)
