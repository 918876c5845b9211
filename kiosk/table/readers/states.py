"""The state of each reader at a table: its health and last readings, for the readers page and the director."""

import logging
from collections.abc import Iterable
from typing import Literal

import msgspec
from msgspec.structs import replace

from hardware.camera.settings import Area
from hardware.readers import device_at, kind_of, public_address
from hardware.readers.kind import Plugged
from hardware.reading.reading import Health, Problem, ReaderMessage, Reading, UnknownCode
from kiosk.protocol.link.wire import LONGEST_TEXT
from kiosk.protocol.messages import MOST_READERS, ReaderStatus
from kiosk.table.settings import ReaderSettings
from ui.dealer.model.readers import LastReading, ReaderDevice, ReaderNow, Readers, Unlisted

log = logging.getLogger(__name__)

LATELY = 5
"""How many readings are kept for each reader: as many as a board has cards."""


class ReaderState(msgspec.Struct, eq=False):
    """One reader. `problem` is empty while it works, and `waits` before its first report."""

    settings: ReaderSettings
    places: dict[str, Area]
    problem: Problem | Literal["waits"] = "waits"
    says: str = ""
    since_ms: int = 0
    reads: list[Reading | UnknownCode] = msgspec.field(default_factory=list)

    def receive(self, message: ReaderMessage) -> None:
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


def reader_words(states: Iterable[ReaderState]) -> tuple[ReaderStatus, ...]:
    """The status of each reader, for as many as fit in a message. It is `waits` before a reader's first report."""
    return tuple(map(_status, states))[:MOST_READERS]


def _status(state: ReaderState) -> ReaderStatus:
    reader = state.settings
    kind = "camera" if kind_of(reader.url).is_camera else "reader"
    if state.problem == "waits":
        return ReaderStatus(reader.place, kind, "waits", f"the {kind} is not connected yet")
    if not state.problem:
        return ReaderStatus(reader.place, kind)
    # The address stays at the table: it may hold a password.
    says = state.says.replace(reader.url, f"the {kind}")
    return ReaderStatus(reader.place, kind, state.problem, says[:LONGEST_TEXT])


def shown_readers(states: Iterable[ReaderState], now_ms: int) -> Readers:
    return Readers(tuple(_reader(state, now_ms) for state in states))


def shown_unlisted(found: Iterable[Plugged]) -> tuple[Unlisted, ...]:
    return tuple(Unlisted(each.url, _device(each.url)) for each in found)


def _reader(state: ReaderState, now_ms: int) -> ReaderNow:
    url, own = state.settings.url, state.settings.place
    sees = dict.fromkeys((own, *state.settings.line.places.values(), *state.places))
    return ReaderNow(
        address=url,
        place=own,
        device=_device(url),
        problem=state.problem,
        since_ms=max(0, now_ms - state.since_ms),
        reads=tuple(_read(read, now_ms) for read in state.reads),
        sees=tuple(sees) if len(sees) > 1 else (),
        said_address=public_address(url),
    )


def _read(read: Reading | UnknownCode, now_ms: int) -> LastReading:
    ago_ms = max(0, now_ms - read.at_ms)
    if isinstance(read, Reading):
        return LastReading(str(read.card), read.card, read.place, ago_ms)
    return LastReading(read.code, None, read.place, ago_ms, read.position if read.nowhere else None, read.hint)


def _device(url: str) -> ReaderDevice:
    device = device_at(url)
    return ReaderDevice(device.kind, device.name, kind_of(url).is_camera)
