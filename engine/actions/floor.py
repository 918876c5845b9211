"""Actions by the floor, and calls to the floor."""

from engine.actions.base import Action, RoomAction
from engine.terms import FloorOrder, FloorReason


class Overrule(Action, frozen=True, tag="overrule"):
    """The floor overrides the normal course of play. The fields give the floor person (`by`), the reason, and the
    order."""

    by: str
    why: str
    order: FloorOrder


class Penalize(Action, frozen=True, tag="penalize"):
    """A player sits out this many hands and rounds, starting with the next hand. If both are 0, the penalty is a
    warning."""

    seat: int
    by: str
    why: str
    hands: int = 0
    rounds: int = 0


class Disqualify(Action, frozen=True, tag="disqualify"):
    """A player is disqualified from the event. Their hand is dead, and their chips are taken out of play."""

    seat: int
    by: str
    why: str


class CallFloor(RoomAction, frozen=True, tag="call-floor"):
    """Call the floor. A second call adds the reason."""

    why: FloorReason = ""


class MeetFloor(RoomAction, frozen=True, tag="meet-floor"):
    """A floor person, named here, has come to the table."""

    by: str


class WithdrawCall(RoomAction, frozen=True, tag="withdraw-call"):
    """The floor is no longer needed."""
