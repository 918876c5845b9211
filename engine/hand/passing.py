"""Players passed over when the next touch is at another seat: folded if they owe, checked if they do not."""

from collections.abc import Iterator

import msgspec

from engine.books.rulebook import RuleBook
from engine.events import Checked, Event, Folded
from engine.hand.betting import Betting, actor, betting
from engine.hand.state import Hand, apply, place_of
from engine.refused import Refused


class Offer(msgspec.Struct, frozen=True):
    """What a touch at a seat would do. Totals are for the street; 0 means "not offered"."""

    seat: int
    call: int
    """Chips to add to call, 0 where there is nothing to call."""
    least: int
    most: int
    opens: bool
    """Whether `least` to `most` would be a bet, not a raise."""
    folds: tuple[int, ...] = ()
    """The seats that would be recorded as folded."""
    checks: tuple[int, ...] = ()


def offers(hand: Hand, book: RuleBook) -> tuple[Offer, ...]:
    """One offer for each seat that can be next to act if those before it are passed over, in turn order."""
    found: list[Offer] = []
    folds: list[int] = []
    checks: list[int] = []
    for turn in turns(hand, book):
        seat = hand.deal.seats[turn.place]
        found.append(Offer(seat, turn.call, turn.least, turn.most, turn.opens, tuple(folds), tuple(checks)))
        (checks if turn.check else folds).append(seat)
    return tuple(found)


def turns(hand: Hand, book: RuleBook) -> Iterator[Betting]:
    """Whose turn it is, then whose it would be if each before were passed over."""
    while turn := betting(hand, book):
        yield turn
        hand = apply(hand, pass_over(hand, turn.place))


def pass_over(hand: Hand, place: int) -> Event:
    """The inferred act of a place passed over in its turn."""
    seat = hand.deal.seats[place]
    if hand.bets[place] < hand.price:
        return Folded(seat, inferred=True)
    return Checked(seat, inferred=True)


def silent(hand: Hand) -> tuple[int, ...]:
    """The places that still have to act if nobody bets again, in turn order."""
    places: list[int] = []
    while (place := actor(hand)) >= 0:
        places.append(place)
        hand = apply(hand, pass_over(hand, place))
    return tuple(places)


def passed_over(hand: Hand, seat: int) -> list[Event]:
    """The inferred acts of players whose turn is before the seat's. Raises `Refused` if its turn does not come."""
    place = place_of(hand, seat)
    _can_act(hand, seat, place)
    events: list[Event] = []
    while (turn := actor(hand)) != place:
        if turn < 0:
            raise Refused("nothing-to-answer", seat=seat)
        events.append(pass_over(hand, turn))
        hand = apply(hand, events[-1])
    return events


def _can_act(hand: Hand, seat: int, place: int) -> None:
    if place < 0:
        raise Refused("seat-not-in-hand", seat=seat)
    if not hand.live[place]:
        raise Refused("seat-folded", seat=seat)
    if actor(hand) < 0:
        raise Refused("betting-closed")
    if hand.stacks[place] == 0:
        raise Refused("seat-all-in", seat=seat)
