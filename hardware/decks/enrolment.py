"""Enrolling a deck: its fifty-two cards are scanned in the order that is asked for. Knows no reader, file or screen.

A value: each scan gives the next one and a sentence. Nothing is guessed: a code that another card of this deck has, or
that belongs to another deck, is named and not taken.
"""

from collections.abc import Iterable, Mapping
from typing import Literal

import msgspec
from msgspec.structs import replace

from engine.cards import DECK, Card, card_name
from hardware.reading.deck import Deck, check_code

ORDER: tuple[Card, ...] = tuple(sorted(DECK, key=lambda card: "shdc".index(card.suit)))
"""Suit by suit, each from the two to the ace."""


class Enrolment(msgspec.Struct, frozen=True):
    """A deck as far as it is enrolled. `codes` are in the order in which they were scanned."""

    name: str
    codes: tuple[tuple[Card, str], ...] = ()
    skipped: tuple[Card, ...] = ()
    """Put off: asked for again once all others are done."""

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
        """The whole deck. Raises `DeckRefused` naming what is missing."""
        return Deck.of(self.name, {str(card): code for card, code in self.codes})


ScanProblem = Literal["", "again", "twice", "foreign", "unreadable", "at-once", "elsewhere", "nowhere", "whole"]


class ScanResult(msgspec.Struct, frozen=True):
    """What became of a scan: the enrolment after it, a sentence to show, and why the card was not taken.

    `again`: it is the card before; `twice`: the code is that of `card`; `foreign`: it is `card` of the deck `of`;
    `unreadable`: no reader can deliver that code each time; `at-once`: it came with another code, and neither counts;
    `elsewhere`: it was read at `place`, but the deck is scanned `at`; `nowhere`: it was read at what its reader calls
    `place`, and the settings do not name; `whole`: no card is missing.
    """

    enrolment: Enrolment
    says: str
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
    """The card asked for was scanned. `others` are decks of the room: their cards do not belong in this one."""
    asked = enrolment.asked
    if asked is None:
        return ScanResult(enrolment, "all fifty-two cards are enrolled", "whole")
    if why := check_code(code):
        return ScanResult(enrolment, f"{code!r} cannot be a card's code: {why}; {_ask(asked)}", "unreadable")
    for card, known in enrolment.codes:
        if known == code:
            last = (card, known) == enrolment.codes[-1]
            again = "that was the card before" if last else "it is in the deck twice"
            says = f"this code is the {card_name(card)} already: {again}; {_ask(asked)}"
            return ScanResult(enrolment, says, "again" if last else "twice", card)
    for deck in others:
        if foreign := deck.card(code):
            says = f"this is a card of the deck {deck.name}, its {card_name(foreign)}: it does not belong here"
            return ScanResult(enrolment, f"{says}; {_ask(asked)}", "foreign", foreign, deck.name)
    after = replace(enrolment, codes=(*enrolment.codes, (asked, code)))
    return ScanResult(after, _next(after))


def simultaneous(enrolment: Enrolment) -> ScanResult:
    """Two codes came at one moment; `enrolment` has neither."""
    return ScanResult(
        enrolment, f"two codes at once: lay one card alone and scan it again; {prompt(enrolment)}", "at-once"
    )


def wrong_source(enrolment: Enrolment, place: str, at: str) -> ScanResult:
    """A code was read at this place, where the deck is not scanned."""
    says = f"that was read elsewhere ({place}): scan where you began ({at}); {prompt(enrolment)}"
    return ScanResult(enrolment, says, "elsewhere", place=place, at=at)


def unnamed_position(enrolment: Enrolment, line: str, position: str) -> ScanResult:
    """A reader with several places said this line at one that has no name."""
    says = f"that was read at a place that the settings do not name ({line!r}): name it, or scan at another"
    return ScanResult(enrolment, f"{says}; {prompt(enrolment)}", "nowhere", place=position)


def skip(enrolment: Enrolment) -> Enrolment:
    """The card asked for is not at hand: it is asked for again at the end."""
    asked = enrolment.asked
    return replace(enrolment, skipped=(*enrolment.skipped, asked)) if asked else enrolment


def undo(enrolment: Enrolment) -> Enrolment:
    """The last card that was taken is to be scanned again."""
    return forget(enrolment, enrolment.codes[-1][0]) if enrolment.codes else enrolment


def forget(enrolment: Enrolment, card: Card) -> Enrolment:
    """This card was taken for another: it is asked for again next."""
    return replace(
        enrolment,
        codes=tuple((each, code) for each, code in enrolment.codes if each != card),
        skipped=tuple(each for each in enrolment.skipped if each != card),
    )


def resume(name: str, codes: Mapping[Card, str]) -> Enrolment:
    """What was saved when the power failed."""
    return Enrolment(name, tuple((card, codes[card]) for card in ORDER if card in codes))


def prompt(enrolment: Enrolment) -> str:
    """What to do next, in a sentence."""
    return _next(enrolment)


def _next(enrolment: Enrolment) -> str:
    asked = enrolment.asked
    if asked is None:
        return f"all fifty-two cards of {enrolment.name} are enrolled"
    return f"{len(enrolment.codes)} of 52; {_ask(asked)}"


def _ask(card: Card) -> str:
    return f"scan the {card_name(card)} ({card})"
