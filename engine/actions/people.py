"""Who sits, deals and signs: what may be asked."""

from engine.actions.base import Action
from engine.events.people import Role


class MarkAway(Action, frozen=True, tag="mark-away"):
    """A player is away from the table from the next hand on, or is back."""

    seat: int
    away: bool = True


class TakeSeat(Action, frozen=True, tag="take-seat"):
    """A player sits down with chips; dealt in from the next hand. `came_from` is the table they were moved from, 0 for
    none."""

    seat: int
    player: str
    name: str
    chips: int
    came_from: int = 0


class LeaveSeat(Action, frozen=True, tag="leave-seat"):
    """A player leaves the table with their chips, between hands; for table `to`, 0 where it is none."""

    seat: int
    to: int = 0


class PlanLeave(Action, frozen=True, tag="plan-leave"):
    """A player leaves as soon as this hand is over, before the next one is dealt; or stays after all."""

    seat: int
    to: int = 0
    goes: bool = True


class SignIn(Action, frozen=True, tag="sign-in"):
    """This dealer deals from now on."""

    name: str


class SignOut(Action, frozen=True, tag="sign-out"):
    """The dealer leaves."""


class NotePin(Action, frozen=True, tag="note-pin"):
    """A PIN for this role was keyed: whose it is, or nobody's."""

    role: Role
    name: str = ""
