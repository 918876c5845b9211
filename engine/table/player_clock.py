"""The clock called on a player: the player, and how long the call stays valid. Knows nothing about time."""

import msgspec

from engine.hand.betting import actor
from engine.hand.state import Hand


class Timed(msgspec.Struct, frozen=True, gc=False):
    """A seat on the clock, with the hand and the number of actions that the seat had taken when the clock was
    called."""

    seat: int
    hand: int
    acts: int


def on_clock(hand: Hand | None, timed: Timed | None) -> int:
    """The seat on the clock; 0 if there is none. The call ends as soon as anyone acts or another hand is dealt."""
    if timed is None or hand is None or hand.over or (hand.deal.hand, hand.acts) != (timed.hand, timed.acts):
        return 0
    turn = actor(hand)
    return timed.seat if turn >= 0 and hand.deal.seats[turn] == timed.seat else 0
