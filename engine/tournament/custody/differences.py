"""Differences between counted chips and the record, each traced to the time between two counts. Pure functions."""

from collections.abc import Iterator

import msgspec

from engine.message import Message, message
from engine.tournament.custody.ledger import carried
from engine.tournament.field.entries import Entries, Entry, Found, SeatAt, Signed
from engine.tournament.state import Tournament
from engine.tournament.tables.facts import SeatedEntry, Tables, in_transit, lost_on_the_way, seats_held

LATE_MS = 10 * 60_000
"""No player needs longer than this to carry chips to another table. After that, the move was forgotten or the chips
went elsewhere."""


class Difference(msgspec.Struct, frozen=True, gc=False):
    """An entry at seat `at` has `chips` more than the record says, or fewer if the number is negative. `found` says how
    this was found: by a count of its stack, because it arrived with a different number of chips, or because it never
    arrived. The difference arose after hand `since` and by hand `until` at that table. It is `sure` once two counts
    agree on it."""

    entry: int
    at: SeatAt
    chips: int
    found: Found
    since: int
    until: int
    sure: bool
    opposite: int = 0
    """The seat at the same table that has the opposite difference, because chips went from one to the other; 0 if there
    is none."""


def differences(tournament: Tournament, tables: Tables, wall_ms: int) -> list[Difference]:
    """All differences not accepted by this wall-clock time: the certain ones first, then by size, with the largest
    first."""
    entries = tournament.entries
    found = [*_counted(entries, tables), *_arrived(entries, tables)]
    if tournament.flight is None:  # otherwise they are carrying bags
        found += _overdue_moves(entries, tables, wall_ms)
    return sorted(found, key=lambda one: (not one.sure, -abs(one.chips), one.entry))


def accepted(entries: Entries) -> list[tuple[Difference, Signed]]:
    """The accepted differences, as they were found, and who signed for them."""
    return [
        (Difference(entry.number, one.at, -one.chips, one.found, one.since, one.until, sure=True), one)
        for entry in entries.values()
        for one in entry.signed
    ]


def _is_signed(entry: Entry, sitting: int, held: SeatedEntry) -> bool:
    """Whether the last count's difference was accepted and no count since then has agreed with the record."""
    count = held.last_count
    return any(
        one.found == "count" and one.at.sitting == sitting and (-one.chips, one.since) == (count.differs, count.agreed)
        for one in entry.signed
    )


def _counted(entries: Entries, tables: Tables) -> Iterator[Difference]:
    for number, table in tables.items():
        off = {held.seat: held.last_count.differs for held in table.held.values() if held.last_count.differs}
        for entry, held in table.held.items():
            count = held.last_count
            if not count.differs or entry not in entries or _is_signed(entries[entry], number, held):
                continue
            others = [seat for seat, chips in off.items() if chips == -count.differs]
            opposite = others[0] if len(others) == 1 else 0
            at = SeatAt(number, held.seat)
            yield Difference(entry, at, count.differs, "count", count.agreed, count.hand, count.sure, opposite)


def _arrived(entries: Entries, tables: Tables) -> Iterator[Difference]:
    """The difference found on arrival. It is known as soon as the dealer keys in the chips that arrive, because both
    tables have then signed for it. If chips that were accepted as lost arrive after all, the player has too many."""
    seats, lost, on_the_way = seats_held(tables), lost_on_the_way(tables), in_transit(tables)
    written_off = (number for number, entry in entries.items() if entry.accepted and number not in on_the_way)
    for number in dict.fromkeys((*lost, *written_off)):
        entry = entries.get(number)
        if entry and (missing := lost.get(number, 0) - entry.accepted):
            at = seats.get(number) or entry.seat or SeatAt(0, 0)
            yield Difference(number, at, -missing, "arrival", 0, 0, sure=True)


def _overdue_moves(entries: Entries, tables: Tables, wall_ms: int) -> Iterator[Difference]:
    """Entries still in play that left a table so long ago that they should have arrived by now."""
    gone = {number: chips for number, chips in carried(entries, tables).items() if chips > 0}
    for number, table in tables.items() if gone else ():
        for one in table.departures:
            entry = entries.get(one.entry)
            if one.entry in gone and entry and entry.is_in and 0 < one.at_ms < wall_ms - LATE_MS:
                at = entry.moved_from or entry.seat or SeatAt(0, 0)
                yield Difference(one.entry, SeatAt(number, at.seat), -gone.pop(one.entry), "move", 0, 0, sure=True)


def difference_message(tournament: Tournament, one: Difference) -> Message:
    """The message that says how many chips are missing or too many, where, and since when."""
    name, chips = tournament.entries[one.entry].name, abs(one.chips)
    sitting = tournament.sittings.get(one.at.sitting)
    table = sitting.table if sitting else 0
    if one.found == "move":
        return message("never-arrived", name=name, table=table, chips=chips)
    if one.found == "arrival":
        return message("arrived-short" if one.chips < 0 else "arrived-long", name=name, table=table, chips=chips)
    between, seat = message("between-hands", since=one.since, until=one.until), one.at.seat
    if one.chips < 0:
        said = message("chips-missing-at", name=name, table=table, seat=seat, chips=chips, between=between)
    else:
        said = message("chips-too-many-at", name=name, table=table, seat=seat, chips=chips, between=between)
    if not one.sure:
        return message("count-it-again", what=said)
    return message("pushed-wrongly", what=said, seat=one.opposite) if one.opposite else said
