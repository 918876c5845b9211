"""The floor's draft of an order, and the order it makes. Pure; the table decides whether it is allowed."""

from collections.abc import Callable
from typing import Literal

import msgspec
from msgspec.structs import replace

from engine.books.rulebook import RuleBook
from engine.events import (
    AwardPots,
    FloorOrder,
    LiftPenalty,
    MakeDead,
    MakeLive,
    MoveButton,
    MoveChips,
    SetStacks,
    Shares,
    VoidHand,
)
from engine.hand.pots import split
from engine.hand.showdown import pots_of
from engine.hand.state import Hand, index_of
from ui.dealer.model.taps import OpenPage
from ui.dealer.pages.page import PageContext

OverrideKind = Literal[
    "award-pots", "make-live", "make-dead", "move-chips", "void-hand", "set-stacks", "move-button", "lift-penalty"
]
OverrideStep = Literal["", "what", "sure", "write"]
OF_A_SEAT: dict[str, Callable[[int], FloorOrder]] = {
    "make-live": MakeLive,
    "make-dead": MakeDead,
    "move-button": MoveButton,
    "lift-penalty": LiftPenalty,
}
"""The orders that need a seat and nothing else."""


class OverrideDraft(msgspec.Struct, frozen=True):
    """The order, the seats and chips of it, and why."""

    kind: OverrideKind | Literal[""] = ""
    step: OverrideStep = ""
    seat: int = 0
    typed: str = ""
    back: bool = False
    """Chips go from the pot back to the seat."""
    stacks: tuple[tuple[int, int], ...] = ()
    """Seats with what they are to have."""
    pots: tuple[tuple[int, ...], ...] = ()
    """Who gets each pot, as far as entered."""
    why: str = ""


Go = Callable[[OverrideDraft], OpenPage]


def order_of(draft: OverrideDraft, context: PageContext) -> FloorOrder | None:
    """The order; None while it is incomplete."""
    match draft.kind:
        case "void-hand":
            return VoidHand()
        case "award-pots":
            return _award(draft, context)
        case "set-stacks":
            return _stacks(draft, context)
        case "move-chips":
            chips = int(draft.typed or 0)
            return MoveChips(draft.seat, -chips if draft.back else chips) if draft.seat and chips else None
        case _:
            return OF_A_SEAT[draft.kind](draft.seat) if draft.seat and draft.kind else None


def with_stack(draft: OverrideDraft) -> OverrideDraft:
    """The entry is the new stack of the picked seat."""
    others = tuple(pair for pair in draft.stacks if pair[0] != draft.seat)
    return replace(draft, stacks=(*others, (draft.seat, int(draft.typed))), typed="", seat=0)


def with_winner(draft: OverrideDraft, seat: int) -> OverrideDraft:
    """The seat among the winners of the pot that is asked about, or no longer."""
    *before, winners = draft.pots or ((),)
    chosen = tuple(one for one in winners if one != seat) if seat in winners else (*winners, seat)
    return replace(draft, pots=(*before, chosen))


def _stacks(draft: OverrideDraft, context: PageContext) -> SetStacks | None:
    if not draft.stacks:
        return None
    had = sum(context.table.seats[seat - 1].chips for seat, _ in draft.stacks)
    seats = tuple(seat for seat, _ in draft.stacks)
    stacks = tuple(chips for _, chips in draft.stacks)
    return SetStacks(seats, stacks, sum(stacks) - had)


def _award(draft: OverrideDraft, context: PageContext) -> AwardPots | None:
    hand, book = context.game.table.hand, context.game.table.book
    pots = pots_of(hand) if hand else ()
    if hand is None or book is None or len(draft.pots) < len(pots) or not all(draft.pots):
        return None
    given = (shares(hand, book, number, seats) for number, seats in enumerate(draft.pots))
    return AwardPots(tuple(given))


def shares(hand: Hand, book: RuleBook, number: int, seats: tuple[int, ...]) -> Shares:
    """A pot shared out evenly among seats, odd chips as the book gives them."""
    winners = tuple(sorted(seats, key=lambda seat: index_of(hand, seat)))
    indices = tuple(index_of(hand, seat) for seat in winners)
    each = split(pots_of(hand)[number].chips, indices, hand.deal.terms.chip, book.odd_chips.value == "one-each")
    return Shares(number, winners, each)
