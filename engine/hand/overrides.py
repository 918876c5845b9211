"""The floor's overrides in a hand, and the events that follow from each order. An order never creates or loses a chip
without a record of it. Knows nothing about screens or about who may give orders."""

from collections.abc import Callable
from functools import reduce
from typing import Any

from engine.books.rulebook import RuleBook
from engine.event import Event
from engine.hand.betting import actor
from engine.hand.events import ChipsMoved, HandEnded, HandKilled, HandRevived, HandVoided, Overruled, PotAwarded
from engine.hand.showdown import check_may_be_killed, every_pot_claimed, pots_of
from engine.hand.smallest_chip import check_moved, check_shares
from engine.hand.state import Hand, apply, index_of
from engine.refused import Refused
from engine.terms import AwardPots, FloorOrder, MakeDead, MakeLive, MoveChips, Shares, VoidHand


def in_hand(hand: Hand, by: str, why: str, order: FloorOrder, book: RuleBook) -> list[Event]:
    """The events that follow from a floor order in the hand in play. Raises `Refused` if the chips do not add up."""
    check_named(by, why, book)
    rule = _IN_HAND.get(type(order))
    if rule is None:
        raise Refused("hand-in-play")
    return [Overruled(by, why, order), *rule(hand, order, why, book)]


def check_named(by: str, why: str, book: RuleBook) -> None:
    """Raises `Refused` for an order that does not give the floor person's name and the reason."""
    if not by.strip() or not why.strip():
        raise Refused("overrule-unnamed", book.decisions.clause)


def _award_pots(hand: Hand, order: AwardPots, why: str, book: RuleBook) -> list[Event]:
    """Push the pots as ordered. A winner whose hand was dead or mucked is live again, so that the record contains no
    dead hand that wins, unless that would change the pots."""
    if actor(hand) >= 0:
        raise Refused("award-while-betting", book.decisions.clause)
    pots = pots_of(hand)
    if sorted(given.pot for given in order.pots) != list(range(len(pots))):
        raise Refused("award-each-pot", book.decisions.clause, pots=len(pots))
    if not pots:
        raise Refused("no-pot-to-award", book.decisions.clause)
    events = _revived(hand, order)
    hand = reduce(apply, events, hand)
    for given in order.pots:
        _fair(hand, given, pots[given.pot].chips, book)
        events.append(PotAwarded(given.pot, sum(given.shares), given.seats, given.shares, follows=True, floor=why))
        hand = apply(hand, events[-1])
    return [*events, HandEnded(hand.deal.seats, hand.stacks)]


def _revived(hand: Hand, order: AwardPots) -> list[Event]:
    seats = dict.fromkeys(seat for given in order.pots for seat in given.seats)
    indices = [index for seat in seats if (index := index_of(hand, seat)) >= 0]
    dead = [index for index in indices if not hand.live[index] or hand.mucked[index]]
    events: list[Event] = [HandRevived(hand.deal.seats[index]) for index in dead]
    again = pots_of(reduce(apply, events, hand))
    return events if [pot.chips for pot in again] == [pot.chips for pot in pots_of(hand)] else []


def _fair(hand: Hand, given: Shares, chips: int, book: RuleBook) -> None:
    if len(given.seats) != len(given.shares) or len(set(given.seats)) != len(given.seats):
        raise Refused("shares-unclear", book.decisions.clause)
    if stranger := next((seat for seat in given.seats if index_of(hand, seat) < 0), 0):
        raise Refused("seat-not-in-hand", seat=stranger)
    if sum(given.shares) != chips or min(given.shares, default=0) < 0:
        raise Refused("shares-not-pot", pot=chips, chips=sum(given.shares))
    check_shares(hand, zip(map(hand.deal.seats.index, given.seats), given.shares, strict=True), book)


def _make_live(hand: Hand, order: MakeLive, _: str, book: RuleBook) -> list[Event]:
    index = index_of(hand, order.seat)
    if index < 0:
        raise Refused("seat-not-in-hand", seat=order.seat)
    if hand.live[index] and not hand.mucked[index]:
        raise Refused("hand-is-live", book.decisions.clause, seat=order.seat)
    return [HandRevived(order.seat)]


def _make_dead(hand: Hand, order: MakeDead, why: str, book: RuleBook) -> list[Event]:
    check_may_be_killed(hand, order.seat, book)
    return [HandKilled(order.seat, why, follows=True, cause="overruled")]


def _move_chips(hand: Hand, order: MoveChips, _: str, book: RuleBook) -> list[Event]:
    index = index_of(hand, order.seat)
    if index < 0:
        raise Refused("seat-not-in-hand", seat=order.seat)
    gathered = hand.paid[index] - hand.bets[index]
    if not -gathered <= order.chips <= hand.stacks[index] or not order.chips:
        raise Refused("cannot-move-chips", seat=order.seat, behind=hand.stacks[index], pot=gathered)
    check_moved(hand, index, order.chips, book)
    moved = ChipsMoved(order.seat, order.chips)
    if not every_pot_claimed(apply(hand, moved)):
        raise Refused("pot-without-claim", book.decisions.clause)
    return [moved]


_IN_HAND: dict[type, Callable[[Hand, Any, str, RuleBook], list[Event]]] = {
    AwardPots: _award_pots,
    MakeLive: _make_live,
    MakeDead: _make_dead,
    MoveChips: _move_chips,
    VoidHand: lambda hand, *_: [HandVoided(hand.deal.seats, hand.deal.stacks)],
}
