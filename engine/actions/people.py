"""Actions about people: seating, dealers and PINs."""

from engine.actions.base import Action, RoomAction
from engine.terms import Role


class MarkAway(Action, frozen=True, tag="mark-away"):
    """A player is marked as away from the table from the next hand on, or as back."""

    seat: int
    away: bool = True


class CallClock(Action, frozen=True, tag="call-clock"):
    """The clock is called on the player whose turn it is, who now has limited time to act. If `on` is false, the call
    is withdrawn."""

    seat: int
    on: bool = True


class TakeSeat(RoomAction, frozen=True, tag="take-seat", omit_defaults=True):
    """A player sits down with chips and is dealt in from the next hand on.

    `came_from` is the table that the player moved from, or 0 for none. It is this same table only if all seats were
    `redrawn`, in which case the player was at this table before the redraw. `purchase` is the number of the purchase in
    the tournament if the player had busted and bought these chips, and 0 otherwise.
    """

    seat: int
    player: str
    name: str
    chips: int
    came_from: int = 0
    redrawn: bool = False
    purchase: int = 0


class LeaveSeat(RoomAction, frozen=True, tag="leave-seat"):
    """Between hands, a player leaves the table with their chips. They go to table `to`, or to no table if it is 0."""

    seat: int
    to: int = 0


class BuyChips(RoomAction, frozen=True, tag="buy-chips"):
    """Between hands, a player receives chips that they bought. `purchase` is the number of the purchase in the
    tournament."""

    seat: int
    player: str
    chips: int
    purchase: int


class PlanLeave(Action, frozen=True, tag="plan-leave"):
    """A player will leave after this hand, before the next one is dealt, or has decided to stay after all."""

    seat: int
    to: int = 0
    goes: bool = True


class SignIn(RoomAction, frozen=True, tag="sign-in"):
    """This dealer signs in and replaces the previous one."""

    name: str


class SignOut(RoomAction, frozen=True, tag="sign-out"):
    """The dealer signs out and leaves."""


class NotePin(RoomAction, frozen=True, tag="note-pin"):
    """Someone keyed in a PIN for this role. `name` is the PIN's owner; it is empty if nobody has this PIN."""

    role: Role
    name: str = ""
