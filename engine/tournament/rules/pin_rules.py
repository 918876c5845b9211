"""Pinned players keep a seat because of a wheelchair, an injury or a camera. Balancing passes them over, and redraws
leave them in place. Any other move ends the pin, and the proposal says so."""

from collections import Counter
from collections.abc import Sequence

from engine.refused import Refused
from engine.tournament.actions import PinEntry
from engine.tournament.context import Context
from engine.tournament.events import EntryPinSet
from engine.tournament.field.entries import Entry, SeatAt, Sitting, left
from engine.tournament.rules.away_rules import sits_elsewhere
from engine.tournament.rules.entry_rules import entry_in
from engine.tournament.rules.seat_rules import open_sitting
from engine.tournament.state import Tournament


def pin_entry(tournament: Tournament, action: PinEntry, context: Context) -> EntryPinSet:
    """Pin an entry to its seat, or lift the pin. Raises `Refused` for an entry that does not have a seat or is sitting
    in a different one, at a table that is being broken, and if the pin is already set as requested."""
    entry = entry_in(tournament, action.entry)
    if entry.seat is None:
        raise Refused("entry-without-seat", name=entry.name)
    if not action.on:
        if not entry.is_pinned:
            raise Refused("entry-not-pinned", name=entry.name)
        return EntryPinSet(entry.number, None)
    table = open_sitting(tournament, entry.seat.sitting).table
    if entry.is_pinned:
        raise Refused("entry-pinned-already", name=entry.name, table=table, seat=entry.seat.seat)
    if there := sits_elsewhere(entry, context.tables):
        at = tournament.sittings[there.sitting].table
        raise Refused("pin-elsewhere", name=entry.name, table=at, seat=there.seat)
    return EntryPinSet(entry.number, entry.seat)


def pinned_entries(tournament: Tournament) -> list[Entry]:
    """The pinned entries, by number."""
    return [one for one in left(tournament.entries) if one.pinned and one.is_pinned]


def kept_seats(tournament: Tournament, players: Sequence[int], places: Sequence[Sitting]) -> dict[int, SeatAt]:
    """The seats where pinned players stay when everyone draws new seats at these `places`, which are the same seats at
    the same physical tables. Such a table must be in the draw and have that seat, and it may not become larger than the
    others because of the pin."""
    by_table = {place.table: place for place in places}
    most, here = -(-len(players) // len(places)), Counter[int]()
    kept: dict[int, SeatAt] = {}
    for entry in pinned_entries(tournament):
        sitting = tournament.sittings[entry.seat.sitting] if entry.seat else None
        if entry.seat is None or sitting is None or sitting.breaking or entry.number not in players:
            continue
        place, seat = by_table.get(sitting.table), entry.seat.seat
        if place and seat <= place.seat_count and seat not in place.unused and here[place.number] < most:
            kept[entry.number] = SeatAt(place.number, seat)
            here[place.number] += 1
    return kept


def pinned_tables(tournament: Tournament) -> set[int]:
    """The physical tables that have pinned players."""
    return {tournament.sittings[one.seat.sitting].table for one in pinned_entries(tournament) if one.seat}
