"""The floor's decisions in a hand, corrections to its chips, and irregularities."""

from itertools import pairwise
from typing import Literal

from msgspec.structs import replace

from engine.event import Consequence
from engine.hand.state import FloorInHand, Hand, HandEvent, is_street_open, position, put_in, with_value
from engine.motion import Motion
from engine.terms import FloorOrder, Mishap


class Overruled(FloorInHand, frozen=True, tag="overruled"):
    """The floor overrode the normal course of play. The fields give the person, the reason and the order, and the
    order's effects follow as events."""

    by: str
    why: str
    order: FloorOrder

    def change(self, hand: Hand) -> Hand:
        return hand


KillCause = Literal["", "away", "penalty", "disqualified", "not-dealt", "short-of-cards", "overruled", "others-won"]


class HandKilled(FloorInHand, frozen=True, tag="hand-killed"):
    """The seat's hand is dead. Either the floor declared it dead or, if `follows` is set, it is dead as a result of
    `cause`.

    `why` is the reason that a person gave. A hand killed by a penalty counts as one of the `misses` hands that the seat
    must sit out.
    """

    seat: int
    why: str = ""
    follows: bool = False
    cause: KillCause = ""
    misses: int = 0

    def change(self, hand: Hand) -> Hand:
        return replace(hand, live=with_value(hand.live, position(hand, self.seat), False))


class HandRevived(FloorInHand, Consequence, frozen=True, tag="hand-revived"):
    """The seat's dead hand is live again."""

    seat: int

    def change(self, hand: Hand) -> Hand:
        index = position(hand, self.seat)
        return replace(hand, live=with_value(hand.live, index, True), mucked=with_value(hand.mucked, index, False))


class ChipsMoved(FloorInHand, Consequence, frozen=True, tag="chips-moved"):
    """`chips` went from the seat to the pot in the middle. If the number is negative, they were returned to the
    seat."""

    seat: int
    chips: int

    def change(self, hand: Hand) -> Hand:
        index = position(hand, self.seat)
        stacks = with_value(hand.stacks, index, hand.stacks[index] - self.chips)
        return replace(hand, stacks=stacks, paid=with_value(hand.paid, index, hand.paid[index] + self.chips))


class ChipsForfeited(HandEvent, frozen=True, tag="chips-forfeited"):
    """The seat forfeited `chips` to the pot. They do not count toward its bet."""

    seat: int
    chips: int
    floor: str = ""

    def change(self, hand: Hand) -> Hand:
        index = position(hand, self.seat)
        start = hand.paid[index]
        return replace(
            hand,
            stacks=with_value(hand.stacks, index, hand.stacks[index] - self.chips),
            forfeited=(*hand.forfeited, (start, start + self.chips)),
        )


class BetsCorrected(HandEvent, frozen=True, tag="bets-corrected"):
    """The floor had each of `seats` add `chips` to a bet that was found to be too small, on this street or the one just
    closed."""

    seats: tuple[int, ...]
    chips: tuple[int, ...]
    floor: str

    def change(self, hand: Hand) -> Hand:
        is_open = is_street_open(hand)
        for seat, chips in zip(self.seats, self.chips, strict=True):
            index = position(hand, seat)
            changes = put_in(hand, index, chips)
            if is_open:
                highest = hand.bets[index] == hand.price and chips < 0
                price = changes["bets"][index] if highest else max(hand.price, changes["bets"][index])
                prices = (*hand.prices[:-1], price)
                acted = with_value(hand.acted, index, price)
                hand = replace(
                    hand, price=price, prices=prices, acted=acted, increment=_largest(hand, prices), **changes
                )
            else:
                hand = replace(hand, stacks=changes["stacks"], paid=changes["paid"])
        return hand


class MishapDeclared(HandEvent, frozen=True, tag="mishap-declared"):
    """The dealer or the floor declared an irregularity. `remedy` is the rule book's remedy, and its effects on the hand
    follow as events."""

    mishap: Mishap
    by: Literal["dealer", "floor", "player"]
    remedy: Literal["misdeal", "repair", "play-on", "floor"]
    clause: str

    def change(self, hand: Hand) -> Hand:
        return replace(hand, mishaps=(*hand.mishaps, self.mishap))


class ActionHeld(HandEvent, frozen=True, tag="action-held"):
    """The seat acted out of turn. The action is held until the seat's turn, and is then binding if the bet has not
    changed."""

    motion: Motion

    def change(self, hand: Hand) -> Hand:
        return hand


def _largest(hand: Hand, prices: tuple[int, ...]) -> int:
    """The largest full bet or raise on the street, given these totals."""
    steps = [now - before for before, now in pairwise((0, *prices))]
    return max(hand.deal.terms.big, min(hand.increment, max(steps)))
