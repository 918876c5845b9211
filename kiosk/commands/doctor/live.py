"""`kiosk doctor --live`: prints what each reader reports while a card is scanned at each. Stores nothing."""

import queue
import time
from collections.abc import Iterator, Sequence

from engine.message import message
from hardware.readers import kind_of, open_reader, public_address
from hardware.reading.deck import Codes
from hardware.reading.reading import Health, Reader, ReaderMessage, Reading, UnknownCode
from kiosk.commands.doctor.check import CheckResult
from kiosk.commands.health import problem_of, remedy
from kiosk.table.settings import ReaderSettings
from kiosk.times import monotonic_ms
from ui.words import Words

Inbox = queue.Queue[tuple[ReaderSettings, ReaderMessage]]


def listen(readers: Sequence[ReaderSettings], codes: Codes, seconds: float, words: Words) -> Iterator[CheckResult]:
    """A line for each message, until each reader has sent a code with a place or the time is up; then the silent
    ones."""
    inbox: Inbox = queue.Queue()
    unnamed: set[str] = set()
    waiting = {reader.url: reader for reader in readers if not kind_of(reader.url).at_screen}
    at_screen = [each.place for each in readers if kind_of(each.url).at_screen]
    for place in at_screen:
        yield CheckResult("live", True, words.say(message("doctor-at-screen", place=place)))
    opened = [_opened(reader, codes, inbox) for reader in waiting.values()]
    for reader in opened:
        reader.start()
    try:
        end_s = time.monotonic() + seconds
        while waiting and (left_s := end_s - time.monotonic()) > 0:
            try:
                reader_settings, heard = inbox.get(timeout=left_s)
            except queue.Empty:
                break
            if isinstance(heard, UnknownCode) and heard.nowhere:
                unnamed.add(reader_settings.url)
            elif isinstance(heard, Reading | UnknownCode):
                waiting.pop(reader_settings.url, None)
            yield _said(reader_settings, heard, words)
    finally:
        for reader in opened:
            reader.stop()
    for silent in (reader for reader in waiting.values() if reader.url not in unnamed):
        none = message("doctor-no-code", place=silent.place, address=public_address(silent.url), seconds=f"{seconds:g}")
        yield CheckResult("live", False, words.say(none), words.say(message("doctor-scan-there")))


def _opened(reader: ReaderSettings, codes: Codes, inbox: Inbox) -> Reader:
    return open_reader(reader, codes, lambda heard: inbox.put((reader, heard)), monotonic_ms)


def _said(reader: ReaderSettings, heard: ReaderMessage, words: Words) -> CheckResult:
    match heard:
        case Reading(deck=""):
            return CheckResult("live", True, f"{heard.place}: {heard.card}")
        case Reading():
            read = message("doctor-read-of", place=heard.place, card=str(heard.card), deck=heard.deck)
            return CheckResult("live", True, words.say(read))
        case UnknownCode(nowhere=True):
            nowhere = message(
                "doctor-read-nowhere", place=heard.place, read=repr(heard.code), position=repr(heard.position)
            )
            fix = message("doctor-name-place", line=f"places = {{ {heard.position!r} = 'board' }}")
            return CheckResult("live", False, words.say(nowhere), words.say(fix))
        case UnknownCode():
            foreign = message("doctor-not-of-deck", place=heard.place, read=repr(heard.code))
            return CheckResult("live", False, words.say(foreign), words.say(message("doctor-enroll-deck")))
        case Health():
            problem = problem_of(heard)
            fix_now = remedy(problem, reader.url, words) if problem else ""
            return CheckResult("live", heard.connected, f"{reader.place}: {words.readers.short[problem]}", fix_now)
