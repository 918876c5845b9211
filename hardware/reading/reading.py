"""The messages from a reader: a card, an unknown code, or its health. Knows nothing about ports or bytes."""

from collections import OrderedDict
from collections.abc import Callable
from typing import Literal, Protocol

import msgspec

from engine.cards import Card
from hardware.reading.deck import CardMatch, Codes
from hardware.reading.line_settings import REPEAT_MS, Hint, ParsedLine

Problem = Literal[
    "", "unplugged", "absent", "denied", "busy", "silent", "lost", "failing", "covered", "dark", "frozen", "unlearned",
    "no-phone", "asleep", "no-clock",
]  # fmt: skip
"""Why a reader does not work, if the reason is known. It is a code that the screen translates."""
_MAX_REMEMBERED = 256
"""The limit on remembered codes, far more than one reader sees at a time. It bounds the memory that noise can fill."""


class Reading(msgspec.Struct, frozen=True, tag="reading"):
    """A card was read. `at_ms` is this machine's monotonic time. `again` means that the card has stayed in sight here
    since the last message. The table decides whether that matters. `deck` is the name of its deck if several decks are
    in use and only one of them has the code. `address` is the reader's address, if the code that opened the reader has
    filled it in."""

    card: Card
    place: str
    at_ms: int
    again: bool = False
    deck: str = ""
    address: str = ""


class UnknownCode(msgspec.Struct, frozen=True, tag="unread"):
    """A code that is not a card of the deck. It may contain any character. If `nowhere` is set, it came from an antenna
    that the settings do not name: `code` is the whole line, and `position` is the reader's name for the antenna. If
    there is a `hint`, `code` is the whole line, too."""

    code: str
    place: str
    at_ms: int
    address: str = ""
    nowhere: bool = False
    position: str = ""
    hint: Hint = ""


class Health(msgspec.Struct, frozen=True, tag="health"):
    """Whether the reader at this place works. If it does not, a sentence for the screen says what to do. `address`
    distinguishes two readers at one place."""

    connected: bool
    says: str
    place: str
    at_ms: int
    address: str = ""
    problem: Problem = ""


ReaderMessage = Reading | UnknownCode | Health
Post = Callable[[ReaderMessage], None]
NowMs = Callable[[], int]


class Reader(Protocol):
    """A running source of readings. It posts messages through its `Post`, from its own thread."""

    def start(self) -> None:
        """Start reading. Call this only once."""

    def stop(self) -> None:
        """Stop within a second and post nothing after that. A frame that is being processed is finished first."""


class RepeatFilter:
    """Marks or drops the repeated codes of one reader. Readers keep reporting a card as long as it stays within range.
    The lockout of scanners ranges from none to 0.5 s. A card that is seen again within `repeat_ms` of the last time is
    marked `again`, and a repeated unknown code is dropped. 0 turns the filter off."""

    def __init__(self, codes: Codes, place: str, repeat_ms: int = REPEAT_MS) -> None:
        self._codes = codes
        self._place = place
        self._repeat_ms = repeat_ms
        self._last_seen_ms: OrderedDict[tuple[str, str | Card], int] = OrderedDict()

    def receive_line(self, parsed: ParsedLine, line: str, now_ms: int) -> Reading | UnknownCode | None:
        """The message for this line; None for a repeat of a code that is unknown or comes from an unnamed antenna."""
        if parsed.hint:
            again = self._is_repeat(("", f"{parsed.hint} {line}"), now_ms)
            return None if again else UnknownCode(line, self._place, now_ms, hint=parsed.hint)
        if parsed.place:
            return self.receive_code(parsed.code, now_ms, parsed.place)
        again = self._is_repeat(("", f"{parsed.position} {parsed.code}"), now_ms)
        return None if again else UnknownCode(line, self._place, now_ms, nowhere=True, position=parsed.position)

    def receive_code(self, code: str, now_ms: int, place: str | None = None) -> Reading | UnknownCode | None:
        """The message for this code, by default at the reader's own place. Returns None for a repeated unknown code."""
        where = self._place if place is None else place
        again = self._is_repeat((where, code), now_ms)
        if found := self._codes.find(code):
            return Reading(found.card, where, now_ms, again, found.deck)
        return None if again else UnknownCode(code, where, now_ms)

    def receive_card(self, found: CardMatch, now_ms: int, place: str) -> Reading:
        return Reading(found.card, place, now_ms, self._is_repeat((place, found.card), now_ms), found.deck)

    def _is_repeat(self, seen: tuple[str, str | Card], now_ms: int) -> bool:
        seen_ms = self._last_seen_ms.pop(seen, None)
        self._last_seen_ms[seen] = now_ms
        if len(self._last_seen_ms) > _MAX_REMEMBERED:
            self._last_seen_ms.popitem(last=False)
        return seen_ms is not None and now_ms - seen_ms < self._repeat_ms
