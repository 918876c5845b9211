"""Enrolls a deck: its fifty-two cards are scanned in a given order. Knows nothing about readers, files or screens.

An enrollment is a value, and each scan returns the next one. Nothing is guessed: a code that another card of this deck
has, or that belongs to another deck, is reported and rejected. The same applies to codes that were not scanned one
after the other. This happens if a camera sees two new cards, an antenna reads the rest of the deck, or a code arrives
late.
"""

from collections.abc import Iterable, Mapping
from typing import Literal

import msgspec
from msgspec.structs import replace

from engine.cards import DECK, Card
from hardware.reading.deck import Deck, is_readable
from hardware.reading.line_settings import Hint
from hardware.reading.reading import UnknownCode

ORDER: tuple[Card, ...] = tuple(sorted(DECK, key=lambda card: "shdc".index(card.suit)))
"""The cards sorted by suit, each suit from the two to the ace."""
SIMULTANEOUS_MS = 300
"""Two codes within this many milliseconds were not scanned one after the other, because no hand is that fast."""


class SingleSource(msgspec.Struct, frozen=True):
    """The scans since the enrollment started or resumed. `taken` lists the accepted cards, each with its code."""

    taken: tuple[tuple[Card, UnknownCode], ...] = ()
    last: UnknownCode | None = None
    refused: bool = False
    """Whether the last code arrived together with another one. If so, an immediate repeat of it does not count
    either."""

    @property
    def first(self) -> UnknownCode | None:
        """The first card's code. All others must come from the same place."""
        return self.taken[0][1] if self.taken else None

    @property
    def last_taken(self) -> Card | None:
        return self.taken[-1][0] if self.taken and self.taken[-1][1] is self.last else None

    def is_simultaneous(self, code: UnknownCode) -> bool:
        """Whether the code arrived together with another code from the same place. Until a second card has confirmed
        the reader, the other code may be from anywhere."""
        last = self.last
        if last is None or code.at_ms - last.at_ms >= SIMULTANEOUS_MS:
            return False
        if code.code == last.code:
            return self.refused
        return len(self.taken) < 2 or (code.address, code.place) == (last.address, last.place)

    def is_settled(self, now_ms: int) -> bool:
        return self.last is None or now_ms - self.last.at_ms >= SIMULTANEOUS_MS

    def rejected(self, code: UnknownCode, refused: bool = False) -> "SingleSource":
        """The state after a rejected code. If a code is repeated, only its first arrival counts."""
        return self if self.last and self.last.code == code.code else replace(self, last=code, refused=refused)

    def accepted(self, card: Card, code: UnknownCode) -> "SingleSource":
        return SingleSource((*self.taken, (card, code)), code)

    def without(self, card: Card) -> "SingleSource":
        """The state without this card, which will be scanned again. If it was the only card, the next card scanned
        determines the place."""
        return replace(self, taken=tuple(each for each in self.taken if each[0] != card))


class Enrollment(msgspec.Struct, frozen=True):
    """A partly enrolled deck. `codes` are in the order of the scans."""

    name: str
    codes: tuple[tuple[Card, str], ...] = ()
    skipped: tuple[Card, ...] = ()
    """Postponed cards, which are asked for again once all others are done."""

    @property
    def asked(self) -> Card | None:
        known = {card for card, _ in self.codes}
        left = [card for card in ORDER if card not in known]
        return next((card for card in left if card not in self.skipped), left[0] if left else None)

    def deck(self) -> Deck:
        """The complete deck. Raises `DeckRefused` with a list of what is missing."""
        return Deck.of(self.name, {str(card): code for card, code in self.codes})


ScanProblem = Literal["again", "twice", "foreign", "unreadable", "at-once", "elsewhere", "nowhere", "whole"] | Hint


class ScanResult(msgspec.Struct, frozen=True):
    """The result of a scan: the enrollment after it, and the reason if the code was rejected.

    - `again`: it is the previous card's code.
    - `twice`: `card` already has this code.
    - `foreign`: it is the code of `card` in the deck `of`.
    - `unreadable`: no reader can send the code reliably.
    - `at-once`: it arrived together with another code, and neither counts.
    - `elsewhere`: it was read at `place`, but the deck is scanned at `at`.
    - `nowhere`: it was read by the antenna `place`, which is not in the settings.
    - `whole`: the deck is already complete.
    - a `Hint`: the reader cannot be sure of the code.
    """

    enrollment: Enrollment
    problem: ScanProblem = ""
    card: Card | None = None
    of: str = ""
    place: str = ""
    at: str = ""

    @property
    def taken(self) -> bool:
        return not self.problem


def scan(enrollment: Enrollment, code: str, others: Iterable[Deck] = ()) -> ScanResult:
    """Accept the scanned code for the requested card. `others` are the room's other decks, whose codes are rejected."""
    asked = enrollment.asked
    if asked is None:
        return ScanResult(enrollment, "whole")
    if not is_readable(code):
        return ScanResult(enrollment, "unreadable")
    for card, known in enrollment.codes:
        if known == code:
            return ScanResult(enrollment, "again" if (card, known) == enrollment.codes[-1] else "twice", card)
    for deck in others:
        if foreign := deck.card(code):
            return ScanResult(enrollment, "foreign", foreign, deck.name)
    return ScanResult(replace(enrollment, codes=(*enrollment.codes, (asked, code))))


def skip(enrollment: Enrollment) -> Enrollment:
    asked = enrollment.asked
    return replace(enrollment, skipped=(*enrollment.skipped, asked)) if asked else enrollment


def undo(enrollment: Enrollment) -> Enrollment:
    return forget(enrollment, enrollment.codes[-1][0]) if enrollment.codes else enrollment


def forget(enrollment: Enrollment, card: Card) -> Enrollment:
    """Drop this card's code, and ask for this card next."""
    return replace(
        enrollment,
        codes=tuple((each, code) for each, code in enrollment.codes if each != card),
        skipped=tuple(each for each in enrollment.skipped if each != card),
    )


def resume(name: str, codes: Mapping[Card, str]) -> Enrollment:
    return Enrollment(name, tuple((card, codes[card]) for card in ORDER if card in codes))
