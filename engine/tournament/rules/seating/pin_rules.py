"""Pinned players keep a particular seat, for example because they use a wheelchair, have an injury or are on camera.
Balancing passes them over, and redraws leave them in place. Any other move ends the pin, and the proposal says so."""

from collections import Counter
from collections.abc import Sequence

from engine.tournament.field.entries import Entry, SeatAt, Sitting, left
from engine.tournament.state import Tournament


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
