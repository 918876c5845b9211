"""What a reader tells: "this card, here", a code of no card, how the reader itself is. Knows no port and no bytes."""

from collections import OrderedDict
from collections.abc import Callable
from typing import Literal, Protocol

import msgspec

from engine.cards import Card
from hardware.reading.deck import Codes, Found
from hardware.reading.line_pattern import REPEAT_MS, ParsedLine

Problem = Literal[
    "", "unplugged", "absent", "denied", "busy", "silent", "lost", "failing", "covered", "dark", "frozen", "unlearned"
]
"""Why a reader does not read, where that is known: for a screen that says it in its own language."""
_MAX_REMEMBERED = 256
"""Codes. Far more than lie in front of one reader; noise can fill no more memory than this."""


class Reading(msgspec.Struct, frozen=True, tag="reading"):
    """This card, here. `at_ms` is monotonic time of this machine.

    `again`: it has been in sight here since it was told last; whether that is news the table knows. `deck` names the
    deck it is of where several are in use and its code tells them apart. `address` is the reader's, where whoever
    opened it has filled it in.
    """

    card: Card
    place: str
    at_ms: int
    again: bool = False
    deck: str = ""
    address: str = ""


class Unread(msgspec.Struct, frozen=True, tag="unread"):
    """A code that is no card of the deck; may hold any character, also those that do not print.

    `nowhere`: its reader has several places and read it at one that the settings do not name; `code` is the whole line,
    `position` what the reader calls that place.
    """

    code: str
    place: str
    at_ms: int
    address: str = ""
    nowhere: bool = False
    position: str = ""


class Health(msgspec.Struct, frozen=True, tag="health"):
    """Whether the reader at this place is connected, with a sentence to show: when it is lost, what to do. `address`
    tells two readers of one place apart."""

    connected: bool
    says: str
    place: str
    at_ms: int
    address: str = ""
    problem: Problem = ""


ReaderMessage = Reading | Unread | Health
Post = Callable[[ReaderMessage], None]
NowMs = Callable[[], int]


class Reader(Protocol):
    """A running source of readings. It tells through the `Post` it was made with, from a thread of its own."""

    def start(self) -> None:
        """Begin to read; once."""

    def stop(self) -> None:
        """End within a second, and tell nothing afterwards; a look at a picture that has begun is waited for."""


class RepeatFilter:
    """Judges the codes seen by one reader: a card, a card still there, or no card.

    Readers repeat a card while it lies there; scanners' own lockout ranges from none to 0.5 s. A card seen again within
    `repeat_ms` of the last time is told as `again`; a code of no card is then not told. With 0 every code is told anew.
    """

    def __init__(self, codes: Codes, place: str, repeat_ms: int = REPEAT_MS) -> None:
        self._codes = codes
        self._place = place
        self._repeat_ms = repeat_ms
        self._last_seen_ms: OrderedDict[tuple[str, str | Card], int] = OrderedDict()

    def receive_line(self, parsed: ParsedLine, line: str, now_ms: int) -> Reading | Unread | None:
        """What a line tells that says this; `None` for no card once more, or for one that still lies nowhere."""
        if parsed.place:
            return self.receive_code(parsed.code, now_ms, parsed.place)
        again = self._is_repeat(("", f"{parsed.position} {parsed.code}"), now_ms)
        return None if again else Unread(line, self._place, now_ms, nowhere=True, position=parsed.position)

    def receive_code(self, code: str, now_ms: int, place: str | None = None) -> Reading | Unread | None:
        """What this code tells, at the reader's own place where none is named; `None` for no card once more."""
        where = self._place if place is None else place
        again = self._is_repeat((where, code), now_ms)
        if found := self._codes.find(code):
            return Reading(found.card, where, now_ms, again, found.deck)
        return None if again else Unread(code, where, now_ms)

    def receive_card(self, found: Found, now_ms: int, place: str) -> Reading:
        """What this card tells that was read without a code, or by one of several codes."""
        return Reading(found.card, place, now_ms, self._is_repeat((place, found.card), now_ms), found.deck)

    def _is_repeat(self, seen: tuple[str, str | Card], now_ms: int) -> bool:
        seen_ms = self._last_seen_ms.pop(seen, None)
        self._last_seen_ms[seen] = now_ms
        if len(self._last_seen_ms) > _MAX_REMEMBERED:
            self._last_seen_ms.popitem(last=False)
        return seen_ms is not None and now_ms - seen_ms < self._repeat_ms
