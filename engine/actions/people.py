"""Actions about people: who sits, deals and signs."""

from msgspec import UNSET, UnsetType

from engine.actions.base import Action, RoomAction
from engine.terms import Role


class MarkAway(Action, frozen=True, tag="mark-away"):
    """A player is away from the table from the next hand on, or is back."""

    seat: int
    away: bool = True


class CallClock(Action, frozen=True, tag="call-clock"):
    """The player whose turn it is has only so much time left from now on; not `on`, and the call is withdrawn."""

    seat: int
    on: bool = True


class TakeSeat(RoomAction, frozen=True, tag="take-seat"):
    """A player sits down with chips, to be dealt in from the next hand. `came_from` is the table they were moved from,
    0 for none; this one only where all seats were `redrawn`: from its sitting before. Who had lost all and bought these
    chips has the number of the `purchase` in the tournament."""

    seat: int
    player: str
    name: str
    chips: int
    came_from: int = 0
    redrawn: bool = False
    purchase: int | UnsetType = UNSET


class LeaveSeat(RoomAction, frozen=True, tag="leave-seat"):
    """A player leaves the table with their chips, between hands; for table `to`, 0 for none."""

    seat: int
    to: int = 0


class BuyChips(RoomAction, frozen=True, tag="buy-chips"):
    """A player is handed chips that they bought, between hands; `purchase` is its number in the tournament."""

    seat: int
    player: str
    chips: int
    purchase: int


class PlanLeave(Action, frozen=True, tag="plan-leave"):
    """A player will leave after this hand, before the next one is dealt; or stays after all."""

    seat: int
    to: int = 0
    goes: bool = True


class SignIn(RoomAction, frozen=True, tag="sign-in"):
    """This dealer takes over."""

    name: str


class SignOut(RoomAction, frozen=True, tag="sign-out"):
    """The dealer leaves."""


class NotePin(RoomAction, frozen=True, tag="note-pin"):
    """A PIN for this role was keyed: whose it is, empty if nobody's."""

    role: Role
    name: str = ""
