"""Actions of the floor, and calls for it."""

from engine.actions.base import Action, RoomAction
from engine.terms import FloorOrder, FloorReason


class Overrule(Action, frozen=True, tag="overrule"):
    """The floor overrides the normal course of play: the floor person (`by`), the reason, and the order."""

    by: str
    why: str
    order: FloorOrder


class Penalize(Action, frozen=True, tag="penalise"):
    """A player misses this many hands and rounds, starting with the next hand. With neither, it is a warning."""

    seat: int
    by: str
    why: str
    hands: int = 0
    rounds: int = 0


class Disqualify(Action, frozen=True, tag="disqualify"):
    """A player is out of the event: their hand is dead and their chips leave play."""

    seat: int
    by: str
    why: str


class CallFloor(RoomAction, frozen=True, tag="call-floor"):
    """Call the floor. A second call gives the reason."""

    why: FloorReason = ""


class MeetFloor(RoomAction, frozen=True, tag="meet-floor"):
    """The floor has come to the table: the floor person."""

    by: str


class WithdrawCall(RoomAction, frozen=True, tag="withdraw-call"):
    """The floor is no longer needed."""
