"""Set up a tournament."""

from collections.abc import Sequence
from contextlib import suppress
from functools import reduce

from engine.books.rulebook import RuleBook
from engine.names import name_key, one_line
from engine.refused import Refused
from engine.tournament.changes import clock_set
from engine.tournament.context import Context
from engine.tournament.event_terms import EventTerms
from engine.tournament.levels import level_clock
from engine.tournament.levels.structure import Structure
from engine.tournament.order import TournamentActionBase
from engine.tournament.orders.seating.draws import committed
from engine.tournament.orders.seating.tables import UseTable
from engine.tournament.orders.setup.policies import SetPolicy
from engine.tournament.rules.prizes.terms_rules import check_terms
from engine.tournament.state import Event, StateChange, Tournament, apply


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
