"""Entering a list of players together, in a single action."""

from functools import reduce

from engine.refused import Refused
from engine.tournament.actions import MOST_TOGETHER, AddEntries, EnterAt, SeatEntry
from engine.tournament.context import Context
from engine.tournament.events import EntryAdded, TournamentEvent
from engine.tournament.rules.entry_rules import add_entry
from engine.tournament.rules.seat_rules import check_free, seat_entry
from engine.tournament.rules.team_rules import with_team
from engine.tournament.state import Tournament, apply
from engine.tournament.tables.facts import next_entry


def add_entries(tournament: Tournament, action: AddEntries, context: Context) -> list[TournamentEvent]:
    """Add several entries, each of which takes those before it into account. Raises `Refused` for the first player who
    may not enter, and for too many players."""
    if len(action.entries) > MOST_TOGETHER:
        raise Refused("too-many-entries", most=MOST_TOGETHER)
    events: list[TournamentEvent] = []
    number = next_entry(tournament.entries, context.tables)  # asked for all tables at once
    for one in action.entries:
        entered = with_team(tournament, add_entry(tournament, one, context, number))
        number += len(entered)
        tournament = reduce(apply, entered, tournament)
        events += entered
    return events


def enter_at(tournament: Tournament, action: EnterAt, context: Context) -> list[TournamentEvent]:
    """Make the entry, then assign its seat. Raises `Refused` for a seat that is not free, which is checked before the
    player is, and for a player who may not enter or has to wait."""
    check_free(tournament, action.to)
    entered = with_team(tournament, add_entry(tournament, action.entry, context))
    tournament = reduce(apply, entered, tournament)
    (number, *_) = (one.entry for one in entered if isinstance(one, EntryAdded))
    return [*entered, seat_entry(tournament, SeatEntry(number, action.to), context)]
