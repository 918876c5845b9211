"""What has been told of a motion so far, what it is as the engine takes it, and what the book makes of it. Pure."""

from collections.abc import Callable
from typing import Literal

import msgspec
from msgspec.structs import replace

from engine.books.rulebook import RuleBook
from engine.cards import Card
from engine.hand.state import Hand, place_of
from engine.motion import Motion
from engine.refused import Refused
from engine.rulings.applied import come_to
from engine.rulings.motion import Ruling
from engine.rulings.rule import rule
from ui.dealer.model.taps import Turn
from ui.dealer.pages.page import Sight

Step = Literal["", "seat", "amount", "more", "shown", "saw", "behind", "late", "skipped", "add", "forfeit"]
"""Which question of the page is open; the first is the motion itself."""
Heap = Literal["chips", "prior", "pulled"]
HEAPS: tuple[Heap, ...] = ("chips", "prior", "pulled")
Verb = Literal["", "fold", "check", "call", "bet", "raise", "all-in"]


class Told(msgspec.Struct, frozen=True):
    """What the dealer has tapped of one motion; the fields are what was seen and heard."""

    step: Step = ""
    typed: str = ""
    """Digits of an amount that is being keyed."""
    rank: str = ""
    """The first half of a card that is being picked."""
    seat: int = 0
    """0: whose turn it is."""
    chips: tuple[int, ...] = ()
    """Of the motion that is being told."""
    earlier: tuple[tuple[int, ...], ...] = ()
    """The motions before it."""
    prior: tuple[int, ...] = ()
    pulled: tuple[int, ...] = ()
    heap: Heap = "chips"
    """What a chip that is tapped belongs to."""
    verb: Verb = ""
    amount: int = 0
    more: bool = False
    """The amount was said on top of the bet."""
    conditional: bool = False
    chips_first: bool = False
    splashed: bool = False
    early: bool = False
    """Those passed over had still to act."""
    cards: tuple[Card, ...] = ()
    """The seat's own cards that somebody saw."""
    seats: tuple[int, ...] = ()
    """Who saw them, or who adds to a bet."""
    begun: bool = False
    """Whether the dealer has touched the page; until then it tells what waits to be settled."""


Go = Callable[[Told], Turn]
"""What a touch is that goes on with this told."""


def cleared(told: Told, step: Step = "", *, seat: int = 0) -> Told:
    """A question opened with nothing picked in it; what was told of the motion stays."""
    return replace(told, step=step, typed="", rank="", cards=(), seats=(), seat=seat or told.seat)


def whose(told: Told, sight: Sight) -> int:
    """The seat that the motion is told of."""
    return told.seat or sight.table.legal.seat


def is_early(told: Told, sight: Sight) -> bool:
    """Whether the seat acted before its turn: so it was said, or its turn cannot come by passing over others."""
    turn, seat = sight.table.legal.seat, whose(told, sight)
    if not turn or seat == turn:
        return False
    return told.early or seat not in {offer.seat for offer in sight.table.offers}


def with_chip(told: Told, chip: int) -> Told:
    """One more chip on the heap that is being told."""
    match told.heap:
        case "prior":
            return replace(told, prior=(*told.prior, chip))
        case "pulled":
            return replace(told, pulled=(*told.pulled, chip))
        case _:
            return replace(told, chips=(*told.chips, chip))


def said(told: Told) -> str:
    """What was said, in the words that the engine hears."""
    if told.conditional:
        return "if"
    parts = [told.verb, str(told.amount) if told.amount else "", "more" if told.amount and told.more else ""]
    return " ".join(part for part in parts if part)


def motion_of(told: Told, sight: Sight) -> Motion:
    """The motion as the engine takes it."""
    motions = (*told.earlier, told.chips) if told.earlier and told.chips else told.earlier
    return Motion(
        seat=whose(told, sight),
        said=said(told),
        chips=() if motions else told.chips,
        motions=motions,
        out_of_turn=is_early(told, sight),
        chips_first=told.chips_first,
        prior=told.prior,
        pulled=told.pulled,
        splashed=told.splashed,
    )


def is_told(told: Told) -> bool:
    """Whether anything has been told that can be ruled on."""
    return bool(said(told) or told.chips or told.earlier or told.pulled)


def ruled(sight: Sight, motion: Motion) -> Ruling | Refused:
    """The book's answer, or why there is none."""
    hand, book = in_play(sight)
    try:
        return rule(come_to(hand, motion)[1], motion, book)
    except Refused as refused:
        return refused


def in_play(sight: Sight) -> tuple[Hand, RuleBook]:
    """The hand and the book of a page that is offered only while a hand is played."""
    hand, book = sight.game.table.hand, sight.game.table.book
    assert hand is not None
    assert book is not None
    return hand, book


def goes_in(sight: Sight, ruling: Ruling, seat: int) -> int:
    """What a dealer says of an act: what a call costs, what a bet or raise comes to."""
    hand, _ = in_play(sight)
    return ruling.to - hand.bets[place_of(hand, seat)] if ruling.act == "call" else ruling.to
