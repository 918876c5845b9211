"""Cleanup after the clock was unreachable: entries not in their assigned seats are assigned the ones they are in, or
others."""

from engine.message import Message, message
from engine.tournament.field.entries import Entry, SeatAt, seated_at
from engine.tournament.state import Tournament
from engine.tournament.tables.facts import Departure, Tables, facts_of, in_transit, sitting_of


def sits_elsewhere(entry: Entry, tables: Tables) -> SeatAt | None:
    """The seat where an entry is sitting, if that is neither its assigned seat nor the one that it is leaving."""
    found = ((number, table.held[entry.number].seat) for number, table in tables.items() if entry.number in table.held)
    there = next((SeatAt(number, seat) for number, seat in found), None)
    if there is None or there == entry.seat or entry.seat is None:
        return None
    is_to_leave = there.sitting != entry.seat.sitting and _arrivals(entry, tables) < entry.moves
    return None if is_to_leave else there


def was_let_go(entry: Entry, tables: Tables) -> Departure | None:
    """The departure of an entry that left its table without a recorded move; None if there is none."""
    if not in_transit(tables).get(entry.number) or is_under_way(entry, tables) or entry.seat is None:
        return None
    gone = [one for one in facts_of(tables, entry.seat.sitting).departures if one.entry == entry.number]
    return max(gone, key=lambda one: one.mark, default=None)


def is_under_way(entry: Entry, tables: Tables) -> bool:
    """Whether an entry is carrying its chips to its assigned seat."""
    return bool(in_transit(tables).get(entry.number)) and _arrivals(entry, tables) < entry.moves


def seat_holder(tournament: Tournament, seat: SeatAt, tables: Tables) -> str:
    """The name of the player in a seat, according to the records; empty if there is none."""
    table, entries = facts_of(tables, seat.sitting), tournament.entries
    held = [entries[entry].name for entry, one in table.held.items() if one.seat == seat.seat and entry in entries]
    return next(iter((*held, *(one.name for one in table.unbooked if one.chips and one.seat == seat.seat))), "")


def remarks(tournament: Tournament, sitting: int, tables: Tables) -> list[Message]:
    """Messages about entries that cannot sit down in their assigned seats at a sitting."""
    found, here = [], facts_of(tables, sitting).held
    for entry in seated_at(tournament.entries, tournament.occupied, tournament.sittings[sitting]):
        if not entry.seat or entry.number in here or not (other := seat_holder(tournament, entry.seat, tables)):
            continue
        if sitting_of(tables, entry.number) is None:  # asked for all tables, but rarely
            found.append(message("seat-kept", name=entry.name, seat=entry.seat.seat, other=other))
    return found


def contradictions(tournament: Tournament, sitting: int, tables: Tables) -> list[Message]:
    """Messages about entries that have chips at a sitting according to its records but not according to the other
    tables' records. This happens if the sitting's history was chosen over one that the rest of the room had
    followed."""
    found = []
    for number, held in facts_of(tables, sitting).held.items():
        entry = tournament.entries.get(number)
        if entry is None or not held.chips:
            continue
        others = [other for other, table in tables.items() if other != sitting and number in table.held]
        if others:
            found.append(message("sits-twice", name=entry.name, table=tournament.sittings[others[0]].table))
        elif entry.bust:
            found.append(message("out-with-chips", name=entry.name, seat=held.seat))
    return found


def _arrivals(entry: Entry, tables: Tables) -> int:
    return sum(one.entry == entry.number and not one.back for table in tables.values() for one in table.arrivals)
