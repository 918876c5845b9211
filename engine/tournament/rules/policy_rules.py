"""The director decides what the clock does on its own with the proposals that the rules make."""

from engine.refused import Refused
from engine.tournament.actions import SetPolicy
from engine.tournament.events import (
    BarrierSet,
    EntriesOut,
    EntryForfeited,
    EntryMoved,
    EntryPromoted,
    EntrySeated,
    FlightEnded,
    PolicySet,
    PurchasesSent,
    SeatsRedrawn,
    SittingClosed,
    TableBroken,
    TableHalted,
    TournamentEnded,
    TournamentEvent,
    UnbookedBooked,
)
from engine.tournament.policies import BY_POLICY, PolicyKind, policy_of
from engine.tournament.state import Tournament

_MADE: dict[PolicyKind, type[TournamentEvent]] = {
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
