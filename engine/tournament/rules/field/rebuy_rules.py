"""Chips that an entry buys: who may buy, and at which table they are handed out.

An entry that has lost all its chips is asked first: while rebuys are sold, it may buy, keep its seat and stay in. This
applies both before and after the director confirms the bust.

A purchase belongs to the sitting where the entry was when it bought. That table hands it out before the entry leaves,
and keeps its number for good. So it is handed out once, however late a table receives any update.
"""

from engine.tournament.event_terms import EventTerms
from engine.tournament.field.entries import Entry, EntryPurchase
from engine.tournament.levels.structure import Level, Structure, level_number
from engine.tournament.state import Tournament
from engine.tournament.tables.facts import TableFacts, Tables, facts_of, handed_out, lost_all


def add_on_comes_too_late(structure: Structure, terms: EventTerms) -> bool:
    """Whether entries close before the end of the level after which add-ons are taken."""
    after = terms.prizes.add_on_after
    if not terms.prizes.add_on_chips or not after:
        return False
    taken = [index for index in range(len(structure.entries)) if level_number(structure, index) <= terms.late_levels]
    return not any(level_has_ended(structure, index, after) for index in taken)


def level_has_ended(structure: Structure, index: int, level: int) -> bool:
    """Whether a level is over at an entry of the structure. It is already over in the break that follows it."""
    now = level_number(structure, index)
    return now > level or (now == level and not isinstance(structure.entries[index], Level))


def brings_nothing(tournament: Tournament, entry: Entry, to: int, tables: Tables) -> bool:
    """Whether an entry sits down at another seat with only its purchases. This is the case if it lost all its chips and
    its old table cannot hand out the purchases, because that table has no kiosk or because the entry stays at the same
    table."""
    here = entry.seat.sitting if entry.seat else 0
    stays = to == here or tournament.sittings[here].typed
    return stays and lost_all(tables, entry.number) and bool(waiting_for(entry, tables))


def waiting_for(entry: Entry, tables: Tables) -> list[EntryPurchase]:
    """The purchases that have not been handed to the entry."""
    given = handed_out(tables)
    return [one for one in entry.bought if one.number not in given]


def received(entry: Entry, tables: Tables) -> tuple[int, ...]:
    """The numbers of the purchases that have been handed to the entry."""
    given = handed_out(tables)
    return tuple(one.number for one in entry.bought if one.number in given)


def left_behind(entry: Entry, tables: Tables) -> list[EntryPurchase]:
    """The purchases not yet handed out that the entry left behind at another table."""
    elsewhere = [one for one in waiting_for(entry, tables) if entry.seat and one.sitting != entry.seat.sitting]
    return [one for one in elsewhere if _has_left(entry, facts_of(tables, one.sitting))]


def _has_left(entry: Entry, table: TableFacts) -> bool:
    return entry.number not in table.held and any(one.entry == entry.number for one in table.departures)
