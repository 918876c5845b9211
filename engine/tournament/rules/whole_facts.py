"""The facts of all tables, including those without a kiosk. Players seated by name appear as their registered
entries."""

from collections.abc import Mapping

from msgspec.structs import replace

from engine.tournament.state import Tournament
from engine.tournament.tables.facts import Arrival, Bust, Departure, SeatedEntry, TableFacts, Tables, Unbooked


def with_typed(tournament: Tournament, tables: Tables) -> Tables:
    """The facts from the kiosks, with registered entries in place of players seated by name, and the facts of tables
    with typed counts."""
    booked = {(one.alias.sitting, one.alias.mark): one.number for one in tournament.entries.values() if one.alias}
    if not tournament.typed and not booked:
        return tables
    known = {number: _with_booked(table, booked) for number, table in tables.items()}
    return {**known, **{number: typed_facts(tournament, number) for number in tournament.typed}}


def _with_booked(table: TableFacts, booked: Mapping[tuple[int, int], int]) -> TableFacts:
    held, busts, departures = dict(table.held), table.busts, table.departures
    rest: list[Unbooked] = []
    for one in table.unbooked:
        entry = booked.get((table.sitting, one.mark), 0)
        if not entry:
            rest.append(one)
        elif one.bust:
            busts = (*busts, replace(one.bust, entry=entry))
        elif one.left:
            departures = (*departures, replace(one.left, entry=entry))
        else:
            held[entry] = SeatedEntry(one.seat, one.chips)
    return replace(table, held=held, busts=busts, departures=departures, unbooked=tuple(rest))


def typed_facts(tournament: Tournament, number: int) -> TableFacts:
    """The facts of a table with typed counts. An entry that is assigned a seat elsewhere is treated as having left with
    its last typed stack."""
    typings = tournament.typed[number]
    last, marked = typings[-1], tuple(enumerate(typings, 1))
    departures = [
        (one.typing, entry.number, one.chips)
        for entry in tournament.entries.values()
        for one in entry.left_typed
        if one.sitting == number
    ]
    gone = {entry for typing, entry, _ in departures if typing == len(typings)}
    held = {}
    counted = {count.entry: mark for mark, typing in marked for count in typing.counts}
    for count in last.counts:
        seat = tournament.entries[count.entry].seat
        if count.chips and count.entry not in gone and seat:
            held[count.entry] = SeatedEntry(seat.seat, count.chips)
    return TableFacts(
        sitting=number,
        mark=len(typings),
        hands=last.hands,
        button=last.button,
        held=held,
        busts=tuple(
            Bust(one.entry, typing.hands, one.chips, mark, typing.at_ms, one.by)
            for mark, typing in marked
            for one in typing.out
            if counted[one.entry] == mark  # counted again because it bought chips
        ),
        departures=tuple(Departure(entry, chips, typing) for typing, entry, chips in sorted(departures)),
        arrivals=tuple(Arrival(one.entry, one.chips, mark) for mark, typing in marked for one in typing.came),
        adjusted=sum(typing.adjusted for typing in typings),
        purchases=tuple(purchase for typing in typings for purchase in typing.purchases),
    )
