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
from kiosk.times import monotonic_ms

Inbox = queue.Queue[tuple[ReaderSettings, ReaderMessage]]


def listen(readers: Sequence[ReaderSettings], codes: Codes, seconds: float) -> Iterator[Check]:
    """A line for each message, until every reader has sent a code from a named place or the time is up; then one for
    each silent reader."""
    inbox: Inbox = queue.Queue()
    unnamed: set[str] = set()
    waiting = {reader.url: reader for reader in readers if reader.url != SCREEN}
    yield from (Check("live", True, f"{reader.place}: {AT_THE_SCREEN}") for reader in readers if reader.url == SCREEN)
    opened = [_opened(reader, codes, inbox) for reader in waiting.values()]
    for reader in opened:
        reader.start()
    try:
        end_s = time.monotonic() + seconds
        while waiting and (left_s := end_s - time.monotonic()) > 0:
            try:
                reader_settings, message = inbox.get(timeout=left_s)
            except queue.Empty:
                break
            if isinstance(message, Unread) and message.nowhere:
                unnamed.add(reader_settings.url)
            elif isinstance(message, Reading | Unread):
                waiting.pop(reader_settings.url, None)
            yield _said(reader_settings, message)
    finally:
        for reader in opened:
            reader.stop()
    for silent in (reader for reader in waiting.values() if reader.url not in unnamed):
        fix = "scan a card there; if it beeps, check baud, pattern and prefix in the settings"
        yield Check("live", False, f"{silent.place}: {public_address(silent.url)} sent no code in {seconds:g} s", fix)


def _opened(reader: ReaderSettings, codes: Codes, inbox: Inbox) -> Reader:
    return open_reader(
        reader.url,
        codes,
        reader.place,
        lambda message: inbox.put((reader, message)),
        monotonic_ms,
        reader.line,
        reader.camera,
    )


def _said(reader: ReaderSettings, message: ReaderMessage) -> Check:
    match message:
        case Reading():
            return Check(
                "live", True, f"{message.place}: {message.card}" + (f" of {message.deck}" if message.deck else "")
            )
        case Unread(nowhere=True):
            words = f"{message.code!r} was read at position {message.position!r}, which the settings do not name"
            fix = f"name it in this reader's line: places = {{ {message.position!r} = 'board' }}"
            return Check("live", False, f"{message.place}: {words}", fix)
        case Unread():
            fix = "enrol the deck, or name its file in the settings"
            return Check("live", False, f"{message.place}: {message.code!r} is not a card of this deck", fix)
        case Health():
            return Check(
                "live", message.connected, f"{reader.place}: {message.says}", "" if message.connected else message.says
            )
