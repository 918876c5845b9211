"""Simulated readers for tests, training and demos: a script of codes, and a scanner on a pseudo-terminal."""

import os
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event, Thread
from typing import Self
from urllib.parse import parse_qs, urlsplit

from engine.bad_input import BadInput, why_unread
from engine.cards import Card
from hardware.reading.deck import PLAIN_DECK, Codes, Deck
from hardware.reading.plain_file import text_of
from hardware.reading.reading import Health, NowMs, Post, RepeatFilter


def read_script(text: str) -> list[str]:
    """The codes in a script, one per line. Skips empty lines and lines that begin with `#`."""
    lines = [line.strip() for line in text.splitlines()]
    return [line for line in lines if line and not line.startswith("#")]


@dataclass(eq=False)
class ScriptedReader:
    """A `Reader` that plays a script of codes: one for each `next()`, and one every `pace_ms` if that is set. A script
    may contain codes that the deck does not know. Repeats are not filtered."""

    script: Iterable[str]
    deck: Codes
    place: str
    post: Post
    now_ms: NowMs
    pace_ms: int | None = None

    def __post_init__(self) -> None:
        self._codes = iter(tuple(self.script))
        self._repeats = RepeatFilter(self.deck, self.place, repeat_ms=0)
        self._stopping = Event()
        self._thread = Thread(target=self._play, name=f"script at {self.place}", daemon=True)

    def start(self) -> None:
        self.post(Health(True, "plays a script", self.place, self.now_ms()))
        if self.pace_ms is not None:
            self._thread.start()

    def stop(self) -> None:
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join()

    def next(self) -> bool:
        """Emit the script's next code. Returns `False` at the end of the script or after `stop`."""
        code = next(self._codes, None)
        if code is None or self._stopping.is_set():
            return False
        if message := self._repeats.receive_code(code, self.now_ms()):
            self.post(message)
        return True

    def _play(self) -> None:
        while not self._stopping.wait((self.pace_ms or 0) / 1000) and self.next():
            pass


def open_script(url: str, deck: Codes, place: str, post: Post, now_ms: NowMs) -> ScriptedReader:
    """The reader for `sim:///path/to/script.txt`, or `...?pace_ms=1500`. Raises `BadInput`."""
    try:
        parts = urlsplit(url)
    except ValueError as error:  # an unclosed bracket in the host
        raise BadInput("no-script-address", url=url) from error
    options = parse_qs(parts.query, keep_blank_values=True)
    pace = options.pop("pace_ms", [None])[-1]
    if parts.scheme != "sim" or parts.netloc or options or not (pace is None or pace.isdecimal()):
        raise BadInput("no-script-address", url=url)
    try:
        text = text_of(Path(parts.path))
    except (OSError, ValueError) as error:
        raise BadInput("codes-unreadable", url=url, error=why_unread(error)) from error
    return ScriptedReader(read_script(text), deck, place, post, now_ms, None if pace is None else int(pace))


@dataclass(eq=False)
class PtyScanner:
    """A scanner on a pseudo-terminal, initially plugged in. `path` links to its device and never changes. As with a
    real scanner, anything scanned while it is unplugged, or before `path` is opened, is lost."""

    path: Path
    deck: Deck = field(default=PLAIN_DECK)
    ends: bytes = b"\r\n"

    def __post_init__(self) -> None:
        self._ends_of_cable: tuple[int, int] | None = None
        self.replug()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.unplug()

    def scan(self, card: Card) -> None:
        self.send(self.deck.codes[card].encode() + self.ends)

    def send(self, data: bytes) -> None:
        while self._ends_of_cable and data:
            data = data[os.write(self._ends_of_cable[0], data) :]

    def unplug(self) -> None:
        if self._ends_of_cable:
            self.path.unlink(missing_ok=True)
            for end in self._ends_of_cable:
                os.close(end)
            self._ends_of_cable = None

    def replug(self) -> None:
        self.unplug()
        self._ends_of_cable = os.openpty()
        self.path.unlink(missing_ok=True)
        self.path.symlink_to(os.ttyname(self._ends_of_cable[1]))
