"""What the floor has picked so far, and the order it comes to. Pure; the table says whether it may be."""

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
from engine.hand.state import Hand, place_of
from ui.dealer.model.taps import Turn
from ui.dealer.pages.page import Sight

Kind = Literal[
    "award-pots", "make-live", "make-dead", "move-chips", "void-hand", "set-stacks", "move-button", "lift-penalty"
]
Step = Literal["", "what", "sure", "write"]
OF_A_SEAT: dict[str, Callable[[int], FloorOrder]] = {
    "make-live": MakeLive,
    "make-dead": MakeDead,
    "move-button": MoveButton,
    "lift-penalty": LiftPenalty,
}
"""The orders that need a seat and nothing else."""


class Picked(msgspec.Struct, frozen=True):
    """The order, the seats and chips of it, and why."""

    kind: Kind | Literal[""] = ""
    step: Step = ""
    seat: int = 0
    typed: str = ""
    back: bool = False
    """Chips go from the pot back to the seat."""
    stacks: tuple[tuple[int, int], ...] = ()
    """Seats with what they are to have."""
    pots: tuple[tuple[int, ...], ...] = ()
    """Who gets each pot, as far as that is said."""
    why: str = ""


Go = Callable[[Picked], Turn]


def order_of(picked: Picked, sight: Sight) -> FloorOrder | None:
    """The order; None while something of it is not said."""
    match picked.kind:
        case "void-hand":
            return VoidHand()
        case "award-pots":
            return _award(picked, sight)
        case "set-stacks":
            return _stacks(picked, sight)
        case "move-chips":
            chips = int(picked.typed or 0)
            return MoveChips(picked.seat, -chips if picked.back else chips) if picked.seat and chips else None
        case _:
            return OF_A_SEAT[picked.kind](picked.seat) if picked.seat and picked.kind else None


def with_stack(picked: Picked) -> Picked:
    """What was keyed is what the picked seat is to have."""
    others = tuple(pair for pair in picked.stacks if pair[0] != picked.seat)
    return replace(picked, stacks=(*others, (picked.seat, int(picked.typed))), typed="", seat=0)


def with_winner(picked: Picked, seat: int) -> Picked:
    """The seat among the winners of the pot that is asked about, or no longer."""
    *before, winners = picked.pots or ((),)
    chosen = tuple(one for one in winners if one != seat) if seat in winners else (*winners, seat)
    return replace(picked, pots=(*before, chosen))


def _stacks(picked: Picked, sight: Sight) -> SetStacks | None:
    if not picked.stacks:
        return None
    had = sum(sight.table.seats[seat - 1].chips for seat, _ in picked.stacks)
    seats = tuple(seat for seat, _ in picked.stacks)
    stacks = tuple(chips for _, chips in picked.stacks)
    return SetStacks(seats, stacks, sum(stacks) - had)


def _award(picked: Picked, sight: Sight) -> AwardPots | None:
    hand, book = sight.game.table.hand, sight.game.table.book
    pots = pots_of(hand) if hand else ()
    if hand is None or book is None or len(picked.pots) < len(pots) or not all(picked.pots):
        return None
    given = (shares(hand, book, number, seats) for number, seats in enumerate(picked.pots))
    return AwardPots(tuple(given))


def shares(hand: Hand, book: RuleBook, number: int, seats: tuple[int, ...]) -> Shares:
    """A pot shared out evenly among seats, odd chips as the book gives them."""
    winners = tuple(sorted(seats, key=lambda seat: place_of(hand, seat)))
    places = tuple(place_of(hand, seat) for seat in winners)
    each = split(pots_of(hand)[number].chips, places, hand.deal.terms.chip, book.odd_chips.value == "one-each")
    return Shares(number, winners, each)
