"""Who may enter, re-enter and withdraw, and until when."""

from engine.refused import Refused
from engine.tournament import level_clock
from engine.tournament.actions import AddEntry, VoidEntry
from engine.tournament.by_play import play_at
from engine.tournament.context import Context
from engine.tournament.entries import Entry, of_player
from engine.tournament.events import EntryAdded, EntryVoided
from engine.tournament.state import Tournament
from engine.tournament.structure import advances_by, level_number
from engine.tournament.table_facts import has_sat


def takes_entries(tournament: Tournament, context: Context) -> bool:
    """Whether entries are still taken: before the start, and to the end of the last level of late registration and of a
    break that follows it."""
    if tournament.ended:
        return False
    if not tournament.started:
        return True
    return level_number(context.structure, _index(tournament, context)) <= context.terms.late_levels


def _index(tournament: Tournament, context: Context) -> int:
    """The entry of the structure that is on; where levels go by play, that of the table which is furthest."""
    structure = context.structure
    if advances_by(structure) == "minutes":
        return level_clock.advance(tournament.clock, structure, context.now_ms).index
    return max((play_at(structure, table.hands, table.orbits).index for table in context.tables.values()), default=0)


def add_entry(tournament: Tournament, action: AddEntry, context: Context) -> EntryAdded:
    """A first entry or a re-entry. Raises `Refused`."""
    terms = context.terms
    if not takes_entries(tournament, context):
        raise Refused("entries-closed", levels=terms.late_levels)
    if not action.player or not action.name.strip():
        raise Refused("entry-without-name")
    before = of_player(tournament.entries, action.player)
    if any(entry.is_in for entry in before):
        raise Refused("player-is-in", name=action.name)
    if len(before) > terms.re_entries:
        raise Refused("re-entries-used", name=action.name, most=terms.re_entries)
    number = max(tournament.entries, default=0) + 1
    return EntryAdded(number, action.player, action.name.strip(), len(before) + 1, context.structure.starting_stack)


def void_entry(tournament: Tournament, action: VoidEntry, context: Context) -> EntryVoided:
    """Raises `Refused` once the entry has had chips at a table."""
    entry = entry_in(tournament, action.entry)
    if entry.number in has_sat(context.tables):
        raise Refused("entry-has-played", name=entry.name)
    return EntryVoided(entry.number)


def entry_in(tournament: Tournament, number: int) -> Entry:
    """An entry that may still win. Raises `Refused` for any other."""
    entry = tournament.entries.get(number)
    if entry is None or entry.voided:
        raise Refused("no-such-entry", entry=number)
    if entry.bust:
        raise Refused("entry-is-out", name=entry.name)
    return entry
