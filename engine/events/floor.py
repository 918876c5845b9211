"""Floor events: orders and decisions by the floor, and calls to the floor."""

from engine.events.base import Consequence, FloorInHand, RoomEvent, TableEvent
from engine.terms import FloorOrder, FloorReason


class Overruled(FloorInHand, frozen=True, tag="overruled"):
    """The floor overrode the normal course of play. The fields give the person, the reason and the order, and the
    order's effects follow as events."""

    by: str
    why: str
    order: FloorOrder


class HandRevived(FloorInHand, Consequence, frozen=True, tag="hand-revived"):
    """The seat's dead hand is live again."""

    seat: int


class ChipsMoved(FloorInHand, Consequence, frozen=True, tag="chips-moved"):
    """`chips` went from the seat to the pot in the middle. If the number is negative, they were returned to the
    seat."""

    seat: int
    chips: int


class StacksSet(TableEvent, Consequence, frozen=True, tag="stacks-set"):
    """The stacks of `seats` changed from `before` to `stacks`. The table holds `difference` more chips than before."""

    seats: tuple[int, ...]
    before: tuple[int, ...]
    stacks: tuple[int, ...]
    difference: int


class ButtonMoved(TableEvent, Consequence, frozen=True, tag="button-moved"):
    """The next hand's button is at this seat instead of the seat to which it would have moved."""

    seat: int


class PlayerPenalized(TableEvent, frozen=True, tag="player-penalized"):
    """The player sits out `misses` more hands, which are dealt and killed like an absent player's. That number is
    `hands` plus `rounds`, where each round counts as many hands as there were players. If both are 0, the penalty is a
    warning."""

    seat: int
    player: str
    hands: int
    rounds: int
    misses: int
    by: str
    why: str


class PenaltyLifted(TableEvent, Consequence, frozen=True, tag="penalty-lifted"):
    """The seat's penalty is lifted, so it does not miss any more hands."""

    seat: int


class PlayerDisqualified(TableEvent, frozen=True, tag="player-disqualified"):
    """The player is out of the event. Their remaining chips are taken out of play at the end of the hand."""

    seat: int
    player: str
    by: str
    why: str


class StackRemoved(TableEvent, Consequence, frozen=True, tag="stack-removed"):
    """A disqualified player's chips were taken out of play, and the seat is free."""

    seat: int
    player: str
    chips: int


class FloorCalled(RoomEvent, frozen=True, tag="floor-called"):
    """The floor was called, or a reason was added to the call."""

    why: FloorReason = ""


class FloorCame(RoomEvent, frozen=True, tag="floor-came"):
    """The floor came to the table."""

    by: str


class FloorCallWithdrawn(RoomEvent, frozen=True, tag="floor-call-withdrawn"):
    """The call was withdrawn before the floor came."""
