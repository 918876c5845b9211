"""The clock called on a player: the player, and how long the call stays valid. Knows nothing about time."""

import msgspec

from engine.actions import CallClock
from engine.events import ClockCalled
from engine.hand.betting import actor
from engine.hand.state import Hand
from engine.refused import Refused


class Timed(msgspec.Struct, frozen=True, gc=False):
    """A seat on the clock, with the hand and the number of actions that the seat had taken when the clock was
    called."""

    seat: int
    hand: int
    acts: int


def call_clock(hand: Hand, timed: Timed | None, action: CallClock, clause: str) -> ClockCalled:
    """Call the clock on the player whose turn it is, or withdraw the call. Raises `Refused`."""
    turn = actor(hand)
    if turn < 0:
        raise Refused("betting-closed", clause)
    seat = hand.deal.seats[turn]
    if seat != action.seat:
        raise Refused("not-their-turn", clause, seat=action.seat, turn=seat)
    if action.on == bool(on_clock(hand, timed)):
        raise Refused("clock-called-already" if action.on else "clock-not-called", clause, seat=seat)
    return ClockCalled(seat, action.on)


def clock_called(hand: Hand | None, event: ClockCalled) -> Timed | None:
    """The clock call in effect after the event; None if it was withdrawn."""
    return Timed(event.seat, hand.deal.hand, hand.acts) if event.on and hand is not None else None


def on_clock(hand: Hand | None, timed: Timed | None) -> int:
    """The seat on the clock; 0 if there is none. The call ends as soon as anyone acts or another hand is dealt."""
    if timed is None or hand is None or hand.over or (hand.deal.hand, hand.acts) != (timed.hand, timed.acts):
        return 0
    turn = actor(hand)
    return timed.seat if turn >= 0 and hand.deal.seats[turn] == timed.seat else 0
