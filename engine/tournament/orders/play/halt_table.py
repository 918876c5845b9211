"""Halt a table. A table three or more players short of the fullest waits until more players have come (TDA 2024 rule
11-D), unless the director waives it."""

from collections.abc import Sequence

from engine.refused import Refused
from engine.tournament.context import Context
from engine.tournament.order import TournamentActionBase
from engine.tournament.rules.seating.halt_rules import SHORT, short_tables
from engine.tournament.rules.seating.redraw_rules import plays_for_itself
from engine.tournament.rules.seating.seat_rules import open_sittings
from engine.tournament.state import Event, StateChange, Tournament
from engine.tournament.tables.facts import TableFacts


class HaltTable(TournamentActionBase, frozen=True, tag="halt-table"):
    """A table that is short of players stops and waits after this hand, or plays on."""

    right = "floor"
    sitting: int
    on: bool = True

    def decide(self, tournament: Tournament, context: Context) -> Sequence[Event]:
        return [halt_table(tournament, self, context)]


class TableHalted(Event, frozen=True, tag="table-halted"):
    """A table that is short of players waits once it has played this many hands. If it is None, the table plays on."""

    sitting: int
    hands: int | None

    def change(self, tournament: Tournament) -> StateChange:
        others = {one: after for one, after in tournament.halted.items() if one != self.sitting}
        halted = others if self.hands is None else {**others, self.sitting: self.hands}
        return StateChange(fields={"halted": halted})


def halt_table(tournament: Tournament, action: HaltTable, context: Context) -> TableHalted:
    """Either the hand in play is finished and then the table waits, or the table plays on. Raises `Refused` if that is
    already the case, and for a table that is as full as the others."""
    sitting = next((one for one in open_sittings(tournament) if one.number == action.sitting), None)
    if sitting is None:
        raise Refused("no-such-sitting", sitting=action.sitting)
    if action.on == (action.sitting in tournament.halted):
        raise Refused("table-waits-already" if action.on else "table-plays-already", table=sitting.table)
    if not action.on:
        return TableHalted(action.sitting, None)
    if plays_for_itself(tournament, context) or action.sitting not in short_tables(tournament):
        clause = tournament.book.halting.clause if tournament.book else ""
        raise Refused("table-not-short", clause, table=sitting.table, short=SHORT)
    return TableHalted(action.sitting, context.tables.get(action.sitting, TableFacts(action.sitting)).hands)
