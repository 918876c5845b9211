"""The draft of a motion, the resulting motion for the engine, and the rule book's answer to it."""

from collections.abc import Callable
from typing import Literal

import msgspec
from msgspec.structs import replace

from engine.books.rulebook import RuleBook
from engine.cards import Card
from engine.hand.state import Hand, index_of
from engine.refused import Refused
from engine.rulings.apply_ruling import come_to
from engine.rulings.motion import Ruling
from engine.rulings.rule import rule
from engine.terms import Motion
from ui.dealer.model.taps import OpenPage
from ui.dealer.pages.page import PageContext

RulingStep = Literal["", "seat", "amount", "more", "shown", "saw", "behind", "late", "skipped", "add", "forfeit"]
"""The open question on the page. The first one is the motion itself."""
Heap = Literal["chips", "prior", "pulled"]
HEAPS: tuple[Heap, ...] = ("chips", "prior", "pulled")
Verb = Literal["", "fold", "check", "call", "bet", "raise", "all-in"]


class RulingDraft(msgspec.Struct, frozen=True):
    """The dealer's entries about one motion, as it was seen and heard at the table."""

    step: RulingStep = ""
    typed: str = ""
    """The digits of an amount that is being keyed in."""
    rank: str = ""
    """The first half of a card that is being picked."""
    seat: int = 0
    """The seat that acted. 0 means the player whose turn it is."""
    chips: tuple[int, ...] = ()
    earlier: tuple[tuple[int, ...], ...] = ()
    """The motions before this one."""
    prior: tuple[int, ...] = ()
    pulled: tuple[int, ...] = ()
    heap: Heap = "chips"
    """Where a tapped chip goes."""
    verb: Verb = ""
    amount: int = 0
    more: bool = False
    """Whether the amount is added to the bet."""
    conditional: bool = False
    chips_first: bool = False
    splashed: bool = False
    early: bool = False
    """Whether the players passed over still had to act."""
    cards: tuple[Card, ...] = ()
    """The seat's own cards that others saw."""
    seats: tuple[int, ...] = ()
    """The seats that saw the exposed cards, or that add chips to a bet."""
    begun: bool = False
    """Whether the dealer has touched the page; until then, it shows any held motions that are still to be settled."""

    def toggled(self, seat: int) -> "RulingDraft":
        """The draft with the seat added to `seats`, or removed from them."""
        others = tuple(one for one in self.seats if one != seat)
        return replace(self, seats=others if seat in self.seats else tuple(sorted((*others, seat))))


Go = Callable[[RulingDraft], OpenPage]
"""Creates the tap that continues with the given draft."""


def cleared(draft: RulingDraft, step: RulingStep = "", *, seat: int = 0) -> RulingDraft:
    """The draft with this question opened and no answers to it yet. The motion itself is kept."""
    return replace(draft, step=step, typed="", rank="", cards=(), seats=(), seat=seat or draft.seat)


def whose(draft: RulingDraft, context: PageContext) -> int:
    return draft.seat or context.table.legal.seat


def is_early(draft: RulingDraft, context: PageContext) -> bool:
    """Whether the seat acted out of turn: it was entered as such, or the seat could not act even if others had been
    passed over."""
    turn, seat = context.table.legal.seat, whose(draft, context)
    if not turn or seat == turn:
        return False
    return draft.early or seat not in {offer.seat for offer in context.table.offers}


def with_chip(draft: RulingDraft, chip: int) -> RulingDraft:
    """The draft with one more chip on the open heap."""
    match draft.heap:
        case "prior":
            return replace(draft, prior=(*draft.prior, chip))
        case "pulled":
            return replace(draft, pulled=(*draft.pulled, chip))
        case _:
            return replace(draft, chips=(*draft.chips, chip))


def said(draft: RulingDraft) -> str:
    """The player's statement, in the words that the engine parses."""
    if draft.conditional:
        return "if"
    parts = [draft.verb, str(draft.amount) if draft.amount else "", "more" if draft.amount and draft.more else ""]
    return " ".join(part for part in parts if part)


def motion_of(draft: RulingDraft, context: PageContext) -> Motion:
    motions = (*draft.earlier, draft.chips) if draft.earlier and draft.chips else draft.earlier
    return Motion(
        seat=whose(draft, context),
        said=said(draft),
        chips=() if motions else draft.chips,
        motions=motions,
        out_of_turn=is_early(draft, context),
        chips_first=draft.chips_first,
        prior=draft.prior,
        pulled=draft.pulled,
        splashed=draft.splashed,
    )


def has_content(draft: RulingDraft) -> bool:
    return bool(said(draft) or draft.chips or draft.earlier or draft.pulled)


def ruled(context: PageContext, motion: Motion) -> Ruling | Refused:
    """The rule book's answer, or why there is none."""
    hand, book = in_play(context)
    try:
        return rule(come_to(hand, motion)[1], motion, book)
    except Refused as refused:
        return refused


def in_play(context: PageContext) -> tuple[Hand, RuleBook]:
    """The hand and the rule book for a page that is offered only while a hand is being played."""
    hand, book = context.game.table.hand, context.game.table.book
    assert hand is not None
    assert book is not None
    return hand, book


def announced_amount(context: PageContext, ruling: Ruling, seat: int) -> int:
    """The amount that a dealer announces: the cost of a call, or the total of a bet or raise."""
    hand, _ = in_play(context)
    return ruling.to - hand.bets[index_of(hand, seat)] if ruling.act == "call" else ruling.to
