"""Enrolls a deck: its fifty-two cards are scanned in a given order. Knows no reader, file or screen.

An enrollment is a value, and each scan returns the next one. Nothing is guessed: a code that another card of this deck
has, or that belongs to another deck, is reported and rejected.
"""

from collections.abc import Iterable, Mapping
from typing import Literal

import msgspec
from msgspec.structs import replace

from engine.cards import DECK, Card
from hardware.reading.deck import Deck, is_readable

ORDER: tuple[Card, ...] = tuple(sorted(DECK, key=lambda card: "shdc".index(card.suit)))
"""By suit, each from the two to the ace."""


class Enrolment(msgspec.Struct, frozen=True):
    """A partly enrolled deck. `codes` are in the order of the scans."""

    name: str
    codes: tuple[tuple[Card, str], ...] = ()
    skipped: tuple[Card, ...] = ()
    """Postponed cards, which are asked for again once all others are done."""

    @property
    def asked(self) -> Card | None:
        """The card to scan next; None once all are done."""
        known = {card for card, _ in self.codes}
        left = [card for card in ORDER if card not in known]
        return next((card for card in left if card not in self.skipped), left[0] if left else None)

    @property
    def missing(self) -> tuple[Card, ...]:
        """The cards that have no code yet."""
        known = {card for card, _ in self.codes}
        return tuple(card for card in ORDER if card not in known)

    def deck(self) -> Deck:
        """The complete deck. Raises `DeckRefused` listing what is missing."""
        return Deck.of(self.name, {str(card): code for card, code in self.codes})


ScanProblem = Literal["", "again", "twice", "foreign", "unreadable", "at-once", "elsewhere", "nowhere", "whole"]


class ScanResult(msgspec.Struct, frozen=True):
    """The result of a scan: the enrollment after it, and the reason if the code was rejected.

    - `again`: it is the previous card.
    - `twice`: `card` has this code.
    - `foreign`: it is `card` of the deck `of`.
    - `unreadable`: no reader can send the code reliably.
    - `at-once`: it came together with another code, and neither counts.
    - `elsewhere`: it was read at `place`, but the deck is scanned at `at`.
    - `nowhere`: it was read by the antenna `place`, which the settings do not name.
    - `whole`: no card is missing.
    """

    enrolment: Enrolment
    problem: ScanProblem = ""
    card: Card | None = None
    of: str = ""
    place: str = ""
    at: str = ""

    @property
    def taken(self) -> bool:
        """Whether the card now has this code."""
        return not self.problem


def scan(enrolment: Enrolment, code: str, others: Iterable[Deck] = ()) -> ScanResult:
    """Take the scanned code for the requested card. `others` are the room's other decks, whose codes are rejected."""
    asked = enrolment.asked
    if asked is None:
        return ScanResult(enrolment, "whole")
    if not is_readable(code):
        return ScanResult(enrolment, "unreadable")
    for card, known in enrolment.codes:
        if known == code:
            return ScanResult(enrolment, "again" if (card, known) == enrolment.codes[-1] else "twice", card)
    for deck in others:
        if foreign := deck.card(code):
            return ScanResult(enrolment, "foreign", foreign, deck.name)
    return ScanResult(replace(enrolment, codes=(*enrolment.codes, (asked, code))))


def simultaneous(enrolment: Enrolment) -> ScanResult:
    """The result if two codes arrived together. `enrolment` has neither."""
    return ScanResult(enrolment, "at-once")


def wrong_source(enrolment: Enrolment, place: str, at: str) -> ScanResult:
    """The result if a code was read at a different place from the rest of the deck."""
    return ScanResult(enrolment, "elsewhere", place=place, at=at)


def unnamed_position(enrolment: Enrolment, position: str) -> ScanResult:
    """The result if a code was read by an antenna that the settings do not name."""
    return ScanResult(enrolment, "nowhere", place=position)


def skip(enrolment: Enrolment) -> Enrolment:
    """Postpone the requested card to the end."""
    asked = enrolment.asked
    return replace(enrolment, skipped=(*enrolment.skipped, asked)) if asked else enrolment


def undo(enrolment: Enrolment) -> Enrolment:
    """Ask for the last card again."""
    return forget(enrolment, enrolment.codes[-1][0]) if enrolment.codes else enrolment


def forget(enrolment: Enrolment, card: Card) -> Enrolment:
    """Drop this card's code, and ask for the card next."""
    return replace(
        enrolment,
        codes=tuple((each, code) for each, code in enrolment.codes if each != card),
        skipped=tuple(each for each in enrolment.skipped if each != card),
    )


def resume(name: str, codes: Mapping[Card, str]) -> Enrolment:
    """Continue the enrollment from saved codes."""
    return Enrolment(name, tuple((card, codes[card]) for card in ORDER if card in codes))
