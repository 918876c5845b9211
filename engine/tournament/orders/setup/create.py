"""Set up a tournament, and set what the clock does automatically with each kind of proposal."""

from collections.abc import Sequence
from contextlib import suppress
from functools import reduce

from engine.books.rulebook import RuleBook
from engine.names import name_key, one_line
from engine.refused import Refused
from engine.tournament.changes import clock_set
from engine.tournament.event_terms import EventTerms
from engine.tournament.levels import level_clock
from engine.tournament.levels.structure import Structure
from engine.tournament.order import Context, TournamentActionBase
from engine.tournament.orders.field.absence import EntryForfeited
from engine.tournament.orders.field.booking import UnbookedBooked
from engine.tournament.orders.field.entries import EntryPromoted
from engine.tournament.orders.field.purchases import PurchasesSent
from engine.tournament.orders.play.stops import BarrierSet, TableHalted
from engine.tournament.orders.results.busts import EntriesOut, TournamentEnded
from engine.tournament.orders.results.flights import FlightEnded
from engine.tournament.orders.seating.breaks import TableBroken
from engine.tournament.orders.seating.redraw import SeatsRedrawn
from engine.tournament.orders.seating.seats import EntryMoved, EntrySeated, committed
from engine.tournament.orders.seating.tables import SittingClosed, UseTable
from engine.tournament.policies import BY_POLICY, Policy, PolicyKind, policy_of
from engine.tournament.rules.prizes.terms_rules import check_terms
from engine.tournament.state import Event, StateChange, Tournament, apply

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


class SetPolicy(TournamentActionBase, frozen=True, tag="set-policy"):
    """Set what the clock does with proposals of this kind from now on."""

    right = "run"
    kind: PolicyKind
    policy: Policy

    def decide(self, tournament: Tournament, context: Context) -> Sequence[Event]:
        """Raises `Refused` if the policy is already set, unless it is `paused`; a paused policy can be set again."""
        if policy_of(tournament.policies, self.kind) == self.policy and not paused(tournament, self.kind):
            raise Refused("policy-unchanged")
        return [PolicySet(self.kind, self.policy)]


class PolicySet(Event, frozen=True, tag="policy-set"):
    """The director set what the clock does with proposals of this kind from then on."""

    kind: PolicyKind
    policy: Policy

    def change(self, tournament: Tournament) -> StateChange:
        return StateChange(fields={"policies": {**tournament.policies, self.kind: self.policy}})


def paused(tournament: Tournament, kind: PolicyKind) -> bool:
    """Whether the director took back an action that the clock accepted under this policy. If so, the clock asks
    again."""
    if policy_of(tournament.policies, kind) != "accept":
        return False
    for act in reversed(tournament.acts):
        if any(isinstance(event, PolicySet) and event.kind == kind for event in act.events) and not act.undone_by:
            return False
        made = any(isinstance(event, _MADE[kind]) for event in act.events)
        if act.by == BY_POLICY and act.undone_by and made and not act.undoes:
            return True
    return False


class Create(TournamentActionBase, frozen=True, tag="create"):
    """Set up a new tournament."""

    id: str
    name: str
    book: RuleBook
    structure: Structure
    terms: EventTerms
    seed: str = ""
    """The root of the draws' seeds. If it is missing, the service generates one."""
    tables: tuple[UseTable, ...] = ()
    """The tables to open with the tournament. Tables that it cannot use are left out."""
    policies: tuple[SetPolicy, ...] = ()

    def decide(self, tournament: Tournament, context: Context) -> Sequence[Event]:
        raise Refused("other-event", held=tournament.name, named=self.name)


class TournamentCreated(Event, frozen=True, tag="tournament-created"):
    """The tournament is set up, with its clock stopped at the first level. `id` is unique."""

    id: str
    name: str
    book: RuleBook
    structure: Structure
    terms: EventTerms

    def change(self, tournament: Tournament) -> StateChange:
        of_book = {"id": self.id, "name": self.name, "book": self.book, "terms": self.terms}
        first = level_clock.first_clock(self.structure, self.terms.first_level or 1)
        return clock_set(first, tournament.memory, **of_book, structure=self.structure)


def create(tournament: Tournament, action: Create) -> list[Event]:
    """Create the tournament with its tables and policies, except for those that it cannot have."""
    if tournament.structure is not None:
        raise Refused("other-event", held=tournament.name, named=action.name)
    name = one_line(action.name)
    if not name_key(name):
        raise Refused("tournament-without-name")
    check_terms(action.structure, action.terms)
    events: list[Event] = [
        TournamentCreated(action.id, name, action.book, action.structure, action.terms),
        *([committed(action.seed)] if action.seed else []),
    ]
    made, context = reduce(apply, events, tournament), Context(action.structure, action.terms, 0, {})
    beside: tuple[UseTable | SetPolicy, ...] = (*action.tables, *action.policies)
    for one in beside:
        with suppress(Refused):
            events += one.decide(made, context)
            made = apply(made, events[-1])
    return events
