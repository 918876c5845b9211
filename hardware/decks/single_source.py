"""Checks that the codes of an enrollment come from one place at one reader, one card at a time.

Sometimes, codes are not scanned one after the other: a camera sees two new cards, an antenna reads the rest of the deck
above it, or a code is delayed partway through its transmission. Knows nothing about decks or clocks: each code comes
with the time at which it arrived.
"""

import msgspec
from msgspec.structs import replace

from engine.cards import Card
from hardware.reading.reading import UnknownCode

SIMULTANEOUS_MS = 300
"""Two codes within this many milliseconds were not scanned one after the other, because no hand is that fast."""


class SingleSource(msgspec.Struct, frozen=True):
    """The scans since the enrollment started or resumed. `taken` are the accepted cards, each with its code."""

    taken: tuple[tuple[Card, UnknownCode], ...] = ()
    last: UnknownCode | None = None
    refused: bool = False
    """Whether the last code arrived together with another one. If so, an immediate repeat of it does not count either.
    """

    @property
    def first(self) -> UnknownCode | None:
        """The first card's code. All others must come from the same place."""
        return self.taken[0][1] if self.taken else None

    @property
    def last_taken(self) -> Card | None:
        """The card that was accepted with the last code."""
        return self.taken[-1][0] if self.taken and self.taken[-1][1] is self.last else None

    def is_simultaneous(self, code: UnknownCode) -> bool:
        """Whether the code arrived together with another one. The other one must be from the same place or, until a
        second card has confirmed the reader, from anywhere."""
        last = self.last
        if last is None or code.at_ms - last.at_ms >= SIMULTANEOUS_MS:
            return False
        if code.code == last.code:
            return self.refused
        return len(self.taken) < 2 or is_one_source(code, last)

    def is_settled(self, now_ms: int) -> bool:
        """Whether it is too late for another code to arrive together with the last one."""
        return self.last is None or now_ms - self.last.at_ms >= SIMULTANEOUS_MS

    def rejected(self, code: UnknownCode, refused: bool = False) -> "SingleSource":
        """The state after a rejected code. If a code is repeated, the first time counts."""
        return self if self.last and self.last.code == code.code else replace(self, last=code, refused=refused)

    def accepted(self, card: Card, code: UnknownCode) -> "SingleSource":
        """The state after a code that was accepted for this card."""
        return SingleSource((*self.taken, (card, code)), code)

    def without(self, card: Card) -> "SingleSource":
        """The state without this card, which will be scanned again. If it was the only card, the next one determines
        the place."""
        return replace(self, taken=tuple(each for each in self.taken if each[0] != card))


def is_one_source(code: UnknownCode, other: UnknownCode) -> bool:
    """Whether one reader read both codes at one place."""
    return (code.address, code.place) == (other.address, other.place)
