"""What a reader tells: "this card, here", a code of no card, how the reader itself is. Knows no port and no bytes."""

from collections import OrderedDict
from collections.abc import Callable
from typing import Protocol

import msgspec

from engine.cards import Card
from hardware.decks import Deck

_REMEMBERED = 256
"""Codes. Far more than lie in front of one reader; noise can fill no more memory than this."""


class Reading(msgspec.Struct, frozen=True, tag="reading"):
    """This card, here. `at_ms` is monotonic time of this machine."""

    card: Card
    place: str
    at_ms: int


class Unread(msgspec.Struct, frozen=True, tag="unread"):
    """A code that is no card of the deck; may hold any character, also those that do not print."""

    code: str
    place: str
    at_ms: int


class Health(msgspec.Struct, frozen=True, tag="health"):
    """Whether the reader at this place is connected, with a sentence to show: when it is lost, what to do."""

    connected: bool
    says: str
    place: str
    at_ms: int


Told = Reading | Unread | Health
Post = Callable[[Told], None]
NowMs = Callable[[], int]


class Reader(Protocol):
    """A running source of readings. It tells through the `Post` it was made with, from a thread of its own."""

    def start(self) -> None:
        """Begin to read; once."""

    def stop(self) -> None:
        """End within a second, and tell nothing afterwards."""


class Watch:
    """Judges the codes seen at one place: a card, no card, or a repeat that says nothing new.

    Readers repeat a card while it lies there; scanners' own lockout ranges from none to 0.5 s. A code seen again
    within `repeat_ms` of the last time is not told again; with 0 every code is told.
    """

    def __init__(self, deck: Deck, place: str, repeat_ms: int = 2000) -> None:
        self._deck = deck
        self._place = place
        self._repeat_ms = repeat_ms
        self._last_seen_ms: OrderedDict[str, int] = OrderedDict()

    def see(self, code: str, now_ms: int) -> Reading | Unread | None:
        """What this code tells; `None` for a repeat."""
        if self._is_repeat(code, now_ms):
            return None
        card = self._deck.card(code)
        return Reading(card, self._place, now_ms) if card else Unread(code, self._place, now_ms)

    def _is_repeat(self, code: str, now_ms: int) -> bool:
        seen_ms = self._last_seen_ms.pop(code, None)
        self._last_seen_ms[code] = now_ms
        if len(self._last_seen_ms) > _REMEMBERED:
            self._last_seen_ms.popitem(last=False)
        return seen_ms is not None and now_ms - seen_ms < self._repeat_ms
