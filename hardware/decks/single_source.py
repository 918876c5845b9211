"""Whether the codes of a deck that is being enrolled are one hand's: from one place of one reader, one card at a time.

A camera that sees two new cards, an antenna under the rest of the deck and a code that stalled half-way on its line all
say codes that nobody has scanned one after the other. Knows no deck, and no clock: every code has its time.
"""

import msgspec
from msgspec.structs import replace

from engine.cards import Card
from hardware.reading.reading import Unread

SIMULTANEOUS_MS = 300
"""Two codes within this time were not laid one after the other: no hand is as fast."""


class SingleSource(msgspec.Struct, frozen=True):
    """What was scanned since somebody began, or went on. `taken` are the cards that stand, each with its code."""

    taken: tuple[tuple[Card, Unread], ...] = ()
    last: Unread | None = None
    refused: bool = False
    """Whether the last code came at one moment with another: said again at once it still does."""

    @property
    def first(self) -> Unread | None:
        """The first card's code: where it was read the others are."""
        return self.taken[0][1] if self.taken else None

    @property
    def last_taken(self) -> Card | None:
        """The card that the last code was taken for."""
        return self.taken[-1][0] if self.taken and self.taken[-1][1] is self.last else None

    def is_simultaneous(self, code: Unread) -> bool:
        """Whether it came at one moment with another one. Before a second card tells which reader is meant, with that
        of any reader."""
        last = self.last
        if last is None or code.at_ms - last.at_ms >= SIMULTANEOUS_MS:
            return False
        if code.code == last.code:
            return self.refused
        return len(self.taken) < 2 or is_one_source(code, last)

    def is_settled(self, now_ms: int) -> bool:
        """Whether nothing can come any more at one moment with the last code."""
        return self.last is None or now_ms - self.last.at_ms >= SIMULTANEOUS_MS

    def rejected(self, code: Unread, refused: bool = False) -> "SingleSource":
        """After a code that no card was taken for. Of one that is said again and again the first time counts."""
        return self if self.last and self.last.code == code.code else replace(self, last=code, refused=refused)

    def accepted(self, card: Card, code: Unread) -> "SingleSource":
        """After a code that this card has now."""
        return SingleSource((*self.taken, (card, code)), code)

    def without(self, card: Card) -> "SingleSource":
        """This card is to be scanned again. Where it was the only one, the next card's place counts."""
        return replace(self, taken=tuple(each for each in self.taken if each[0] != card))


def is_one_source(code: Unread, other: Unread) -> bool:
    """Whether one reader said both at one place."""
    return (code.address, code.place) == (other.address, other.place)
