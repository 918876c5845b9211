"""Blinds, bets, and the end of a street."""

from msgspec.structs import replace

from engine.event import Consequence, PlayEvent
from engine.hand.state import SHOWDOWN, Hand, HandEvent, position, put_in, with_value


class AntePosted(HandEvent, Consequence, frozen=True, tag="ante-posted"):
    """The seat paid this ante."""

    seat: int
    chips: int

    def change(self, hand: Hand) -> Hand:
        index = position(hand, self.seat)
        return replace(
            hand,
            stacks=with_value(hand.stacks, index, hand.stacks[index] - self.chips),
            antes=with_value(hand.antes, index, hand.antes[index] + self.chips),
        )


class BlindPosted(HandEvent, Consequence, frozen=True, tag="blind-posted"):
    """The seat posted this blind or straddle."""

    seat: int
    chips: int

    def change(self, hand: Hand) -> Hand:
        return replace(hand, **put_in(hand, position(hand, self.seat), self.chips))


class Folded(HandEvent, PlayEvent, frozen=True, tag="folded"):
    """The seat folded in turn. If `inferred` is set, nobody tapped the fold and the program inferred it from the next
    tap."""

    seat: int
    floor: str = ""
    inferred: bool = False

    def change(self, hand: Hand) -> Hand:
        live = with_value(hand.live, position(hand, self.seat), False)
        return replace(hand, live=live, acts=hand.acts + 1, early=hand.early + (self.floor != ""))


class Checked(HandEvent, PlayEvent, frozen=True, tag="checked"):
    """The seat checked. `inferred` has the same meaning as for a fold."""

    seat: int
    floor: str = ""
    inferred: bool = False

    def change(self, hand: Hand) -> Hand:
        acted = with_value(hand.acted, position(hand, self.seat), hand.price)
        return replace(hand, acted=acted, acts=hand.acts + 1, early=hand.early + (self.floor != ""))


class Called(HandEvent, PlayEvent, frozen=True, tag="called"):
    """The seat added `chips` to match the bet, or put in all it had. `inferred` has the same meaning as for a fold."""

    seat: int
    chips: int
    floor: str = ""
    inferred: bool = False

    def change(self, hand: Hand) -> Hand:
        index = position(hand, self.seat)
        return replace(
            hand,
            acted=with_value(hand.acted, index, hand.price),
            caller=index,
            acts=hand.acts + 1,
            early=hand.early + (self.floor != ""),
            entered=hand.entered or not self.floor,
            **put_in(hand, index, self.chips),
        )


class BetMade(HandEvent, PlayEvent, frozen=True, tag="bet"):
    """The seat opened with `to` chips."""

    seat: int
    to: int
    floor: str = ""

    def change(self, hand: Hand) -> Hand:
        return _bet_to(hand, self)


class Raised(HandEvent, PlayEvent, frozen=True, tag="raised"):
    """The seat raised to a total of `to` for the street."""

    seat: int
    to: int
    floor: str = ""

    def change(self, hand: Hand) -> Hand:
        return _bet_to(hand, self)


class UncalledReturned(HandEvent, Consequence, frozen=True, tag="uncalled-returned"):
    """The part of the last bet that nobody matched was returned to the seat."""

    seat: int
    chips: int

    def change(self, hand: Hand) -> Hand:
        index = position(hand, self.seat)
        return replace(hand, returned=(index, self.chips), **put_in(hand, index, -self.chips))


class StreetClosed(HandEvent, Consequence, frozen=True, tag="street-closed"):
    """Betting on a street is complete, and its bets are gathered into the pots."""

    def change(self, hand: Hand) -> Hand:
        count = len(hand.stacks)
        ended = hand.street + 1 == SHOWDOWN
        return replace(
            hand,
            street=hand.street + 1,
            bets=(0,) * count,
            acted=(-1,) * count,
            price=0,
            increment=hand.deal.terms.big,
            last=-1,
            aggressor=hand.aggressor if ended else -1,
            prices=(),
            caller=hand.caller if ended else -1,
            street_acts=(*hand.street_acts, hand.acts),
        )


def _bet_to(hand: Hand, event: BetMade | Raised) -> Hand:
    index = position(hand, event.seat)
    # An all-in below a full bet or raise leaves the increment unchanged (TDA 2024 rule 47-A: the last full one counts).
    return replace(
        hand,
        price=event.to,
        prices=(*hand.prices, event.to),
        increment=max(hand.increment, event.to - hand.price),
        acted=with_value(hand.acted, index, event.to),
        last=index,
        aggressor=index,
        acts=hand.acts + 1,
        early=hand.early + (event.floor != ""),
        entered=hand.entered or not event.floor,
        **put_in(hand, index, event.to - hand.bets[index]),
    )
