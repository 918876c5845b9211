"""The floor's draft of an order, and the resulting order. The table decides whether it is allowed."""

from collections.abc import Callable
from typing import Literal

import msgspec
from msgspec.structs import replace

from engine import events
from engine.game.awarding import last_awarded
from engine.hand.showdown import even_shares, pots_of
from engine.hand.state import Hand
from ui.dealer.model.taps import OpenPage
from ui.dealer.pages.page import PageContext

OverrideKind = Literal[
    "award-pots",
    "make-live",
    "make-dead",
    "move-chips",
    "void-hand",
    "set-stacks",
    "move-button",
    "lift-penalty",
    "award-last",
]
OverrideStep = Literal["", "what", "sure", "write"]
OF_A_SEAT: dict[str, Callable[[int], events.FloorOrder]] = {
    "make-live": events.MakeLive,
    "make-dead": events.MakeDead,
    "move-button": events.MoveButton,
    "lift-penalty": events.LiftPenalty,
}
"""The orders that need a seat and nothing else."""


class OverrideDraft(msgspec.Struct, frozen=True):
    """The order, its seats and chips, and the reason."""

    kind: OverrideKind | Literal[""] = ""
    step: OverrideStep = ""
    seat: int = 0
    typed: str = ""
    back: bool = False
    """Whether chips go from the pot back to the seat."""
    stacks: tuple[tuple[int, int], ...] = ()
    """Seats with their new stacks."""
    pots: tuple[tuple[int, ...], ...] = ()
    """The winners of each pot entered so far."""
    why: str = ""
    opener: OpenPage | None = None
    """The page to which BACK leads; None for the page with all orders."""


Go = Callable[[OverrideDraft], OpenPage]


def order_of(draft: OverrideDraft, context: PageContext) -> events.FloorOrder | None:
    """The order; None while it is incomplete."""
    match draft.kind:
        case "void-hand":
            return events.VoidHand()
        case "award-pots":
            return events.AwardPots(given) if (given := _award(draft, context)) else None
        case "award-last":
            return events.AwardLast(given) if (given := _award(draft, context)) else None
        case "set-stacks":
            return _stacks(draft, context)
        case "move-chips":
            chips = int(draft.typed or 0)
            return events.MoveChips(draft.seat, -chips if draft.back else chips) if draft.seat and chips else None
        case _:
            return OF_A_SEAT[draft.kind](draft.seat) if draft.seat and draft.kind else None


def with_stack(draft: OverrideDraft) -> OverrideDraft:
    """The draft with the typed amount as the selected seat's new stack."""
    others = tuple(pair for pair in draft.stacks if pair[0] != draft.seat)
    return replace(draft, stacks=(*others, (draft.seat, int(draft.typed))), typed="", seat=0)


def with_winner(draft: OverrideDraft, seat: int) -> OverrideDraft:
    """The draft with the seat added to the winners of the pot in question, or removed from them."""
    *before, winners = draft.pots or ((),)
    chosen = tuple(one for one in winners if one != seat) if seat in winners else (*winners, seat)
    return replace(draft, pots=(*before, chosen))


def _stacks(draft: OverrideDraft, context: PageContext) -> events.SetStacks | None:
    if not draft.stacks:
        return None
    had = sum(context.table.seats[seat - 1].chips for seat, _ in draft.stacks)
    seats = tuple(seat for seat, _ in draft.stacks)
    stacks = tuple(chips for _, chips in draft.stacks)
    return events.SetStacks(seats, stacks, sum(stacks) - had)


def hand_of(draft: OverrideDraft, context: PageContext) -> Hand | None:
    """The hand whose pots are awarded: the one in play, or the last one as it was before they were pushed."""
    if draft.kind == "award-last":
        awarded = last_awarded(context.game.state)
        return awarded.hand if awarded else None
    return context.game.table.hand


def named(draft: OverrideDraft, context: PageContext) -> PageContext:
    """The context, with the names of the players who went out in the last hand added."""
    awarded = last_awarded(context.game.state) if draft.kind == "award-last" else None
    if awarded is None:
        return context
    seats = tuple(replace(seat, name=seat.name or awarded.names.get(seat.seat, "")) for seat in context.table.seats)
    return replace(context, table=replace(context.table, seats=seats))


def _award(draft: OverrideDraft, context: PageContext) -> tuple[events.Shares, ...]:
    """Each pot's shares; empty while any pot lacks a winner."""
    hand, book = hand_of(draft, context), context.game.table.book
    pots = pots_of(hand) if hand else ()
    if hand is None or book is None or len(draft.pots) < len(pots) or not all(draft.pots):
        return ()
    return tuple(even_shares(hand, book, number, seats) for number, seats in enumerate(draft.pots))
