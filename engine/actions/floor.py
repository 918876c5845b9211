"""What the floor may ask for, and that it is asked for."""

from engine.actions.base import Action, RoomAction
from engine.terms import FloorOrder, FloorReason


class Overrule(Action, frozen=True, tag="overrule"):
    """The floor orders something against what came about by itself: who (`by`), why, and what."""

    by: str
    why: str
    order: FloorOrder


class Penalise(Action, frozen=True, tag="penalise"):
    """A player is to miss so many hands and rounds from the next hand on; none of either is a warning."""

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
    """The floor is needed; a second call says why."""

    why: FloorReason = ""


class MeetFloor(RoomAction, frozen=True, tag="meet-floor"):
    """The floor is at the table: who."""

    by: str


class WithdrawCall(RoomAction, frozen=True, tag="withdraw-call"):
    """The floor is not needed any more."""
