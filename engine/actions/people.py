"""Actions about people: seating, dealers and PINs."""

from msgspec import UNSET, UnsetType

from engine.actions.base import Action, RoomAction
from engine.terms import Role


class MarkAway(Action, frozen=True, tag="mark-away"):
    """A player is away from the table from the next hand on, or is back."""

    seat: int
    away: bool = True


class CallClock(Action, frozen=True, tag="call-clock"):
    """The clock is called on the player in turn, who now has limited time to act. If `on` is false, the call is
    withdrawn."""

    seat: int
    on: bool = True


class TakeSeat(RoomAction, frozen=True, tag="take-seat"):
    """A player sits down with chips, to be dealt in from the next hand.

    `came_from` is the table that the player moved from, 0 for none. It is this same table only if all seats were
    `redrawn`; then the player comes from this table's last sitting. For a player who had lost all and bought these
    chips, `purchase` is the number of that purchase in the tournament.
    """

    seat: int
    player: str
    name: str
    chips: int
    came_from: int = 0
    redrawn: bool = False
    purchase: int | UnsetType = UNSET


class LeaveSeat(RoomAction, frozen=True, tag="leave-seat"):
    """Between hands, a player leaves the table with their chips, for table `to` or 0 for none."""

    seat: int
    to: int = 0


class BuyChips(RoomAction, frozen=True, tag="buy-chips"):
    """Between hands, a player gets chips that they bought. `purchase` is its number in the tournament."""

    seat: int
    player: str
    chips: int
    purchase: int


class PlanLeave(Action, frozen=True, tag="plan-leave"):
    """A player will leave after this hand, before the next one is dealt, or stays after all."""

    seat: int
    to: int = 0
    goes: bool = True


class SignIn(RoomAction, frozen=True, tag="sign-in"):
    """This dealer signs in and replaces the one before."""

    name: str


class SignOut(RoomAction, frozen=True, tag="sign-out"):
    """The dealer leaves."""


class NotePin(RoomAction, frozen=True, tag="note-pin"):
    """Someone keyed a PIN for this role. `name` is its owner, empty if it is nobody's."""

    role: Role
    name: str = ""
