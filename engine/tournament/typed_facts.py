"""The facts of a table without a kiosk, from what was typed and booked: in the form in which the other tables' journals
have theirs."""

from engine.tournament.state import Tournament
from engine.tournament.table_facts import Arrival, Bust, Departure, Held, TableFacts, Tables


def with_typed(tournament: Tournament, tables: Tables) -> Tables:
    """The kiosks' facts, and those of the tables that were typed."""
    if not tournament.typed:
        return tables
    return {**tables, **{number: typed_facts(tournament, number) for number in tournament.typed}}


def typed_facts(tournament: Tournament, number: int) -> TableFacts:
    """Of a sitting that was typed. Who is booked elsewhere has left with what was typed last."""
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
    for count in last.counts:
        seat = tournament.entries[count.entry].seat
        if count.chips and count.entry not in gone and seat:
            held[count.entry] = Held(seat.seat, count.chips)
    return TableFacts(
        sitting=number,
        mark=len(typings),
        hands=last.hands,
        button=last.button,
        held=held,
        busts=tuple(
            Bust(one.entry, typing.hands, one.chips, mark, typing.at_ms)
            for mark, typing in marked
            for one in typing.out
        ),
        departures=tuple(Departure(entry, chips, typing) for typing, entry, chips in sorted(departures)),
        arrivals=tuple(Arrival(one.entry, one.chips, mark) for mark, typing in marked for one in typing.came),
        adjusted=sum(typing.adjusted for typing in typings),
        purchases=tuple(purchase for typing in typings for purchase in typing.purchases),
    )
