"""What an order has to know of the room's other tournaments: who owes a fee or is suspended, who comes from a flight.

The engine is told, as it is told the time; what the sender of an order says of it does not count.
"""

from collections.abc import Iterable

from msgspec.structs import replace

from engine.refused import Refused
from engine.tournament.actions import AddEntry, AddMember, CarryOver, TournamentAction, Undo
from engine.tournament.bars import Bar, bar_of, names_of
from engine.tournament.flight_rules import result_of
from engine.tournament.flights import FlightResult
from engine.tournament.state import Part, Tournament

Known = tuple[Tournament, int]
"""A tournament of the room, as of its record of this number."""


def completed(action: TournamentAction, own: Tournament, room: Iterable[Known]) -> TournamentAction:
    """The order with what the room says. Raises `Refused` for a flight that is not here, not over, or taken over by
    another tournament, and for taking back the end of a flight that was."""
    match action:
        case AddEntry():
            names = names_of(action.name, action.captain, [person.name for person in action.roster])
            return replace(action, bar=_bar(names, room))
        case AddMember(person=person):
            return replace(action, bar=_bar(names_of(person.name, "", ()), room))
        case CarryOver(flights=flights):
            return replace(action, results=_results(flights, own, tuple(room)))
        case Undo(act=number):
            _check_not_carried(own, number, room)
    return action


def _bar(names: frozenset[str], room: Iterable[Known]) -> Bar | None:
    return bar_of(names, [(one.name, one.entries.values()) for one, _ in room])


def _results(flights: Iterable[str], own: Tournament, room: tuple[Known, ...]) -> tuple[FlightResult, ...]:
    by_id = {one.id: (one, mark) for one, mark in room}
    results = []
    for flight in flights:
        if flight not in by_id or flight == own.id:
            raise Refused("no-such-flight", flight=flight)
        tournament, mark = by_id[flight]
        if other := next((one for one, _ in room if one.id != own.id and _carries(one, flight)), None):
            raise Refused("flight-taken-over", name=tournament.name, other=other.name)
        results.append(result_of(tournament, mark))
    return tuple(results)


def _check_not_carried(own: Tournament, number: int, room: Iterable[Known]) -> None:
    act = own.acts[number - 1] if 1 <= number <= len(own.acts) else None
    if act is None or own.flight is None or Part("flight") not in act.sets:
        return
    if other := next((one for one, _ in room if _carries(one, own.id)), None):
        raise Refused("flight-taken-over", name=own.name, other=other.name)


def _carries(tournament: Tournament, flight: str) -> bool:
    return any(one.id == flight for one in tournament.carried)
