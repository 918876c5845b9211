"""A table three or more players short of the fullest waits until more players have come (TDA 2024 rule 11-D), unless
the director waives it."""

from engine.refused import Refused
from engine.tournament.actions import HaltTable
from engine.tournament.context import Context
from engine.tournament.events import TableHalted
from engine.tournament.field.entries import crowds
from engine.tournament.rules.redraw_rules import plays_for_itself
from engine.tournament.rules.seat_rules import open_sittings
from engine.tournament.state import Tournament
from engine.tournament.tables.facts import TableFacts

SHORT = 3


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


def short_tables(tournament: Tournament) -> dict[int, int]:
    """The open sittings that are three or more players short of the fullest, and by how many."""
    players = crowds(tournament.occupied)
    sittings = [one.number for one in open_sittings(tournament)]
    most = max((players[number] for number in sittings), default=0)
    return {number: most - players[number] for number in sittings if most - players[number] >= SHORT}


def to_play_on(tournament: Tournament) -> list[int]:
    """The open sittings that are waiting although they are no longer short."""
    if not tournament.halted:
        return []
    short = short_tables(tournament)
    still = (one.number for one in open_sittings(tournament) if one.number in tournament.halted)
    return [number for number in still if number not in short]
