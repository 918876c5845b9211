"""Players passed over when another seat is touched next: they folded if they owed chips, and checked if they did
not."""

from collections.abc import Iterator

import msgspec

from engine.books.rulebook import RuleBook
from engine.event import Event
from engine.hand.betting import Betting, actor, betting
from engine.hand.events.betting import Checked, Folded
from engine.hand.state import Hand, apply, index_of
from engine.refused import Refused


class Offer(msgspec.Struct, frozen=True, gc=False):
    """The effect of touching a seat. Totals are for the street; 0 means "not offered"."""

    seat: int
    call: int
    """The chips to add for a call; 0 if there is nothing to call."""
    least: int
    most: int
    opens: bool
    """Whether `least` to `most` would be a bet rather than a raise."""
    folds: tuple[int, ...] = ()
    """The seats that would be recorded as folded."""
    checks: tuple[int, ...] = ()


def offers(hand: Hand, book: RuleBook) -> tuple[Offer, ...]:
    """One offer for each seat that can be next to act, in turn order. Each offer assumes that the seats before it are
    passed over."""
    found: list[Offer] = []
    folds: list[int] = []
    checks: list[int] = []
    for turn in turns(hand, book):
        seat = hand.deal.seats[turn.index]
        found.append(Offer(seat, turn.call, turn.least, turn.most, turn.opens, tuple(folds), tuple(checks)))
        (checks if turn.check else folds).append(seat)
    return tuple(found)


def turns(hand: Hand, book: RuleBook) -> Iterator[Betting]:
    """The player whose turn it is, then each player whose turn it would be if everyone before them were passed over."""
    while turn := betting(hand, book):
        yield turn
        hand = apply(hand, pass_over(hand, turn.index))


def pass_over(hand: Hand, index: int) -> Event:
    """The inferred action of a player who was passed over in turn."""
    seat = hand.deal.seats[index]
    if hand.bets[index] < hand.price:
        return Folded(seat, inferred=True)
    return Checked(seat, inferred=True)


def silent(hand: Hand) -> tuple[int, ...]:
    """The indices of the players who still have to act if nobody bets again, in turn order."""
    indices: list[int] = []
    while (index := actor(hand)) >= 0:
        indices.append(index)
        hand = apply(hand, pass_over(hand, index))
    return tuple(indices)


def passed_over(hand: Hand, seat: int) -> list[Event]:
    """The inferred actions of the players whose turn comes before the seat's. Raises `Refused` if the seat does not get
    a turn."""
    index = index_of(hand, seat)
    _can_act(hand, seat, index)
    events: list[Event] = []
    while (turn := actor(hand)) != index:
        if turn < 0:
            raise Refused("nothing-to-answer", seat=seat)
        events.append(pass_over(hand, turn))
        hand = apply(hand, events[-1])
    return events


def _can_act(hand: Hand, seat: int, index: int) -> None:
    if index < 0:
        raise Refused("seat-not-in-hand", seat=seat)
    if not hand.live[index]:
        raise Refused("seat-folded", seat=seat)
    if actor(hand) < 0:
        raise Refused("betting-closed")
    if hand.stacks[index] == 0:
        raise Refused("seat-all-in", seat=seat)
