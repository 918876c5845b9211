"""`kiosk doctor --live`: what each reader reports while a card is scanned at each. Stores nothing."""

import queue
import time
from collections.abc import Iterator, Sequence

from hardware.addresses import public_address
from hardware.keys.device import SCREEN
from hardware.readers import open_reader
from hardware.reading.deck import Codes
from hardware.reading.reading import Health, Reader, ReaderMessage, Reading, Unread
from kiosk.commands.doctor.check import AT_THE_SCREEN, Check
from kiosk.table.settings import ReaderSettings

Inbox = queue.Queue[tuple[ReaderSettings, ReaderMessage]]


def listen(readers: Sequence[ReaderSettings], codes: Codes, seconds: float) -> Iterator[Check]:
    """A line for each message, until every reader has sent a code from a named place or the time is up; then one for
    each silent reader."""
    heard: Inbox = queue.Queue()
    unnamed: set[str] = set()
    waiting = {reader.url: reader for reader in readers if reader.url != SCREEN}
    yield from (Check("live", True, f"{reader.place}: {AT_THE_SCREEN}") for reader in readers if reader.url == SCREEN)
    opened = [_opened(reader, codes, heard) for reader in waiting.values()]
    for reader in opened:
        reader.start()
    try:
        end_s = time.monotonic() + seconds
        while waiting and (left_s := end_s - time.monotonic()) > 0:
            try:
                reader_settings, told = heard.get(timeout=left_s)
            except queue.Empty:
                break
            if isinstance(told, Unread) and told.nowhere:
                unnamed.add(reader_settings.url)
            elif isinstance(told, Reading | Unread):
                waiting.pop(reader_settings.url, None)
            yield _said(reader_settings, told)
    finally:
        for reader in opened:
            reader.stop()
    for silent in (reader for reader in waiting.values() if reader.url not in unnamed):
        fix = "scan a card there; if it beeps, check baud, pattern and prefix in the settings"
        yield Check("live", False, f"{silent.place}: {public_address(silent.url)} sent no code in {seconds:g} s", fix)


def _opened(reader: ReaderSettings, codes: Codes, heard: Inbox) -> Reader:
    return open_reader(
        reader.url, codes, reader.place, lambda told: heard.put((reader, told)), _now_ms, reader.line, reader.camera
    )


def _said(reader: ReaderSettings, told: ReaderMessage) -> Check:
    match told:
        case Reading():
            return Check("live", True, f"{told.place}: {told.card}" + (f" of {told.deck}" if told.deck else ""))
        case Unread(nowhere=True):
            words = f"{told.code!r} was read at position {told.position!r}, which the settings do not name"
            fix = f"name it in this reader's line: places = {{ {told.position!r} = 'board' }}"
            return Check("live", False, f"{told.place}: {words}", fix)
        case Unread():
            fix = "enrol the deck, or name its file in the settings"
            return Check("live", False, f"{told.place}: {told.code!r} is not a card of this deck", fix)
        case Health():
            return Check("live", told.connected, f"{reader.place}: {told.says}", "" if told.connected else told.says)


def _now_ms() -> int:
    return time.monotonic_ns() // 1_000_000
