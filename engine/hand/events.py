"""The events of a hand: bets, cards, the floor's decisions, and the end."""

from itertools import pairwise
from typing import Literal

from msgspec.structs import replace

from engine.cards import Card
from engine.event import Consequence, PlayEvent
from engine.hand.state import (
    BOARD_CARDS,
    SHOWDOWN,
    ChipsNotConserved,
    FloorInHand,
    Hand,
    HandEvent,
    is_street_open,
    position,
    put_in,
    with_card,
    with_value,
)
from engine.terms import FloorOrder, Mishap, Motion


class AntePosted(HandEvent, Consequence, frozen=True, tag="ante-posted"):
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
    """The seat folded in turn. If `inferred` is set, nobody tapped the fold: it follows from the next tap."""

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


class BoardDealt(HandEvent, PlayEvent, frozen=True, tag="board-dealt"):
    card: Card

    def change(self, hand: Hand) -> Hand:
        return with_card(hand, board=(*hand.board, self.card))


class BoardReturned(HandEvent, Consequence, frozen=True, tag="board-returned"):
    """These cards are no longer on the board."""

    cards: tuple[Card, ...]

    def change(self, hand: Hand) -> Hand:
        """The hand after cards were returned. Their street is again waiting for its cards."""
        board = tuple([card for card in hand.board if card not in self.cards])
        due = next((street for street, cards in enumerate(BOARD_CARDS) if cards > len(board)), SHOWDOWN)
        street = min(hand.street, due)
        return replace(hand, board=board, street=street, street_acts=hand.street_acts[:street])


class CardTabled(HandEvent, PlayEvent, frozen=True, tag="card-tabled"):
    """A hole card that the seat tabled, or that the floor ordered to be shown to everyone before showdown."""

    seat: int
    card: Card
    floor: str = ""

    def change(self, hand: Hand) -> Hand:
        index = position(hand, self.seat)
        return with_card(hand, tabled=with_value(hand.tabled, index, (*hand.tabled[index], self.card)))


class Overruled(FloorInHand, frozen=True, tag="overruled"):
    """The floor overrode the normal course of play. The order's effects follow as events."""

    by: str
    why: str
    order: FloorOrder

    def change(self, hand: Hand) -> Hand:
        return hand


KillCause = Literal["", "away", "penalty", "disqualified", "not-dealt", "short-of-cards", "overruled", "others-won"]


class HandKilled(FloorInHand, frozen=True, tag="hand-killed"):
    """The seat's hand is dead, either because the floor declared it dead or, if `follows` is set, because of `cause`.
    `why` is the reason given by a person. A hand killed by a penalty counts as one of the `misses` hands that the
    player must miss."""

    seat: int
    why: str = ""
    follows: bool = False
    cause: KillCause = ""
    misses: int = 0

    def change(self, hand: Hand) -> Hand:
        return replace(hand, live=with_value(hand.live, position(hand, self.seat), False))


class HandRevived(FloorInHand, Consequence, frozen=True, tag="hand-revived"):
    seat: int

    def change(self, hand: Hand) -> Hand:
        index = position(hand, self.seat)
        return replace(hand, live=with_value(hand.live, index, True), mucked=with_value(hand.mucked, index, False))


class ChipsMoved(FloorInHand, Consequence, frozen=True, tag="chips-moved"):
    """`chips` went from the seat to the pot in the middle. A negative number means that they were returned to the
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
    """The floor had each of `seats` add `chips` to a bet that was too small, on this street or the one just closed."""

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
    """An irregularity was declared. The effects of the book's `remedy` follow as events."""

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
    steps = [now - before for before, now in pairwise((0, *prices))]
    return max(hand.deal.terms.big, min(hand.increment, max(steps)))


class HandMucked(HandEvent, PlayEvent, frozen=True, tag="hand-mucked"):
    """The seat mucked at showdown. `inferred` is set if its cards had not been read when the hand ended."""

    seat: int
    floor: str = ""
    inferred: bool = False

    def change(self, hand: Hand) -> Hand:
        return replace(hand, mucked=with_value(hand.mucked, position(hand, self.seat), True))


class PotAwarded(HandEvent, frozen=True, tag="pot-awarded"):
    """One pot was pushed: `pot` 0 is the main pot, and `seats` received `shares`. `follows` is set if the floor
    overruled the result or the winner was only reported; `floor` is the reason if the floor decided. The reason a hand
    won is not recorded, because it follows from the cards."""

    pot: int
    chips: int
    seats: tuple[int, ...]
    shares: tuple[int, ...]
    follows: bool = False
    floor: str = ""

    def change(self, hand: Hand) -> Hand:
        stacks = list(hand.stacks)
        for seat, share in zip(self.seats, self.shares, strict=True):
            stacks[position(hand, seat)] += share
        return replace(hand, stacks=tuple(stacks), awarded=hand.awarded + self.chips)


class HandEnded(HandEvent, frozen=True, tag="hand-ended"):
    """All pots have been pushed, and `seats` now hold `stacks`."""

    seats: tuple[int, ...]
    stacks: tuple[int, ...]

    def change(self, hand: Hand) -> Hand:
        if hand.pot or self.stacks != hand.stacks:
            raise ChipsNotConserved(
                "hand-ended-differs", hand=hand.deal.hand, pot=hand.pot, stacks=hand.stacks, recorded=self.stacks
            )
        return replace(hand, over=True)


class HandVoided(HandEvent, Consequence, frozen=True, tag="hand-voided"):
    """The deal does not count. Every chip was returned, and `seats` hold the same `stacks` as before the deal. The hand
    is dealt again. The reason is the irregularity, the order or the mode change recorded before this event."""

    seats: tuple[int, ...]
    stacks: tuple[int, ...]

    def change(self, hand: Hand) -> Hand:
        if self.stacks != hand.deal.stacks:
            raise ChipsNotConserved(
                "hand-voided-differs", hand=hand.deal.hand, stacks=self.stacks, dealt=hand.deal.stacks
            )
        nothing = (0,) * len(hand.stacks)
        return replace(
            hand, stacks=self.stacks, bets=nothing, paid=nothing, antes=nothing, forfeited=(),
            over=True, voided=True,
        )  # fmt: skip
