"""Set what the clock does automatically with proposals."""

from collections.abc import Sequence

from engine.refused import Refused
from engine.tournament.context import Context
from engine.tournament.order import TournamentActionBase
from engine.tournament.orders.field.absence import EntryForfeited
from engine.tournament.orders.field.booking import UnbookedBooked
from engine.tournament.orders.field.entries import EntryPromoted
from engine.tournament.orders.field.purchases import PurchasesSent
from engine.tournament.orders.play.halt_table import TableHalted
from engine.tournament.orders.play.hand_for_hand import BarrierSet
from engine.tournament.orders.results.busts import EntriesOut, TournamentEnded
from engine.tournament.orders.results.flights import FlightEnded
from engine.tournament.orders.seating.breaks import TableBroken
from engine.tournament.orders.seating.redraw import SeatsRedrawn
from engine.tournament.orders.seating.seats import EntryMoved, EntrySeated
from engine.tournament.orders.seating.tables import SittingClosed
from engine.tournament.policies import BY_POLICY, Policy, PolicyKind, policy_of
from engine.tournament.state import Event, StateChange, Tournament

_MADE: dict[PolicyKind, type[Event]] = {
    "confirm-bust": EntriesOut,
    "move-entry": EntryMoved,
    "seat-entry": EntrySeated,
    "seat-again": EntryMoved,
    "book-unbooked": UnbookedBooked,
    "send-purchases": PurchasesSent,
    "halt-table": TableHalted,
    "hand-for-hand": BarrierSet,
    "redraw": SeatsRedrawn,
    "break-table": TableBroken,
    "close-table": SittingClosed,
    "promote": EntryPromoted,
    "forfeit": EntryForfeited,
    "end-flight": FlightEnded,
    "end": TournamentEnded,
}
"""The event type that an accepted proposal of each kind produces."""


class SetPolicy(TournamentActionBase, frozen=True, tag="set-policy"):
    """Set what the clock does with proposals of this kind from now on."""

    right = "run"
    kind: PolicyKind
    policy: Policy

    def decide(self, tournament: Tournament, context: Context) -> Sequence[Event]:
        return [set_policy(tournament, self)]


class PolicySet(Event, frozen=True, tag="policy-set"):
    """The director set what the clock does with proposals of this kind from then on."""

    kind: PolicyKind
    policy: Policy

    def change(self, tournament: Tournament) -> StateChange:
        return StateChange(fields={"policies": {**tournament.policies, self.kind: self.policy}})


def set_policy(tournament: Tournament, action: SetPolicy) -> PolicySet:
    """Set what the clock does with a kind of proposal. Raises `Refused` if the policy is already set, except that one
    that is `paused` can be set again."""
    if policy_of(tournament.policies, action.kind) == action.policy and not paused(tournament, action.kind):
        raise Refused("policy-unchanged")
    return PolicySet(action.kind, action.policy)


def paused(tournament: Tournament, kind: PolicyKind) -> bool:
    """Whether the director took back something that the clock accepted under this policy since it was set. If so, the
    clock asks again, because otherwise it would immediately do the same thing."""
    if policy_of(tournament.policies, kind) != "accept":
        return False
    for act in reversed(tournament.acts):
        if any(isinstance(event, PolicySet) and event.kind == kind for event in act.events) and not act.undone_by:
            return False
        made = any(isinstance(event, _MADE[kind]) for event in act.events)
        if act.by == BY_POLICY and act.undone_by and made and not act.undoes:
            return True
    return False
