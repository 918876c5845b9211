"""The facts on which an order is decided, besides the tournament itself: its tables, the other tournaments in the room,
and the time.

The engine receives these facts as input. Claims about them by the sender of an order are ignored.
"""

from collections.abc import Callable, Iterable
from itertools import takewhile

from msgspec.structs import replace

from engine.refused import Refused
from engine.tournament.actions import (
    AcceptDifference,
    AddEntries,
    AddEntry,
    AddMember,
    BagCounted,
    CarriedOver,
    CarryOver,
    CountBag,
    EnterAt,
    EntryAdded,
    Jump,
    PreviousLevel,
    Promote,
    Schedule,
    TournamentAction,
    TypeTable,
    UndoAct,
    UndoClock,
)
from engine.tournament.field.bars import Bar, EventEntries, bar_of, barred, bound_by, names_of, refusal
from engine.tournament.field.entries import Entry
from engine.tournament.formats import FlightResult
from engine.tournament.order import Context
from engine.tournament.rules.prizes.prize_pool import result_of
from engine.tournament.state import StatePart, Tournament, is_over, origin
from engine.tournament.tables.facts import TableFacts, Tables
from kiosk.clock.times import Times
from kiosk.clock.tournaments.records.records import RecordGaps, TournamentRecords
from kiosk.clock.tournaments.records.rules import TimedOrder

RoomTournament = tuple[Tournament, int]
"""A tournament in the room, as of the record with this number."""


class OrderFacts:
    """The facts for the orders of one tournament. `room` returns all tournaments in the room, including this one."""

    def __init__(
        self, records: TournamentRecords, times: Times, room: Callable[[], Iterable[RoomTournament]], gaps: RecordGaps
    ) -> None:
        self._keeper, self._audited, self._accounts = records
        self._times = times
        self._room = room
        self._gaps = gaps
        self._bars: dict[int, Bar] = {}

    def context(self) -> Context:
        state = self._keeper.state
        if state.terms is None or state.structure is None:
            raise RuntimeError("a tournament is set up before it takes orders")
        facts, bars = self._accounts.facts(), bars_in(state, self._room())
        return Context(state.structure, state.terms, self._times.mono_ms(), facts, self._times.wall_ms(), bars)

    def order(self, state: Tournament, action: TournamentAction, by: str, request: str = "") -> TimedOrder:
        return TimedOrder(action, self._times.mono_ms(), by, self._tables(), request, bars_in(state, self._room()))

    def completed(self, action: TournamentAction) -> TournamentAction:
        """The action with the facts that the service adds: marks, wall-clock time, and facts from other tournaments."""
        if isinstance(action, PreviousLevel | Jump | UndoClock):
            action = replace(action, marks=self._audited.marks())
        if isinstance(action, TypeTable | AddEntry | Promote | AcceptDifference | Schedule):
            action = replace(action, at_ms=self._times.wall_ms())
        if isinstance(action, AddEntries):
            return AddEntries(self.let_in(action.entries))
        if isinstance(action, EnterAt):
            (entry,) = self.let_in((action.entry,))
            return EnterAt(entry, action.to)
        return completed(action, self._keeper.state, self._room())

    def let_in(self, entries: Iterable[AddEntry]) -> tuple[AddEntry, ...]:
        return let_in(entries, self._times.wall_ms(), self._room())

    def has_new_bars(self) -> bool:
        """Whether the entries that other tournaments bar from this one have changed since the last call."""
        before, self._bars = self._bars, bars_in(self._keeper.state, self._room())
        return before != self._bars

    def _tables(self) -> Tables:
        """The tables' facts. They include a sitting whose opening was lost, so that its number is not used again."""
        facts, named = self._accounts.facts(), self._gaps.lost_sitting(self._keeper.state.id)
        return facts if named in facts or not named else {**facts, named: TableFacts(named)}


def completed(action: TournamentAction, own: Tournament, room: Iterable[RoomTournament]) -> TournamentAction:
    """The order, completed with facts from the room. Raises `Refused` for a flight that is not in this room, is not
    over, or has been taken over. Once a flight has been taken over, its bags cannot be counted, and neither its end nor
    a count can be undone."""
    match action:
        case AddEntry(at_ms=at_ms):
            return let_in((action,), at_ms, room)[0]
        case AddMember(person=person):
            return replace(action, bar=_bar(names_of(person.name, "", ()), room))
        case CarryOver(flights=flights):
            return replace(action, results=_results(flights, own, tuple(room)))
        case CountBag():
            _check_not_taken_over(own, room)
        case UndoAct(act=number):
            _check_undo(own, number, tuple(room))
    return action


def let_in(entries: Iterable[AddEntry], at_ms: int, room: Iterable[RoomTournament]) -> tuple[AddEntry, ...]:
    """The entries, each with the bar, if any, that applies to it at this wall-clock time."""
    owing = _owing(room)

    def with_bar(one: AddEntry) -> AddEntry:
        names = names_of(one.name, one.captain, [person.name for person in one.roster])
        return replace(one, bar=bar_of(names, owing), at_ms=at_ms)

    return tuple(map(with_bar, entries))


def bars_in(own: Tournament, room: Iterable[RoomTournament]) -> dict[int, Bar]:
    """The entries without a seat whose player owes a fee or is suspended (R1.7)."""
    waiting = [one for one in own.entries.values() if one.seat is None and not one.voided and (one.is_in or one.waits)]
    return barred(waiting, [field_of(one) for one, _ in room]) if waiting else {}


def field_of(tournament: Tournament) -> EventEntries:
    """The entries in a tournament that may bar players from other tournaments."""
    currency = tournament.terms.currency if tournament.terms else ""
    return EventEntries(tournament.name, tournament.entries.values(), currency)


def _bar(names: frozenset[str], room: Iterable[RoomTournament]) -> Bar | None:
    return bar_of(names, _owing(room))


def _owing(room: Iterable[RoomTournament]) -> list[EventEntries]:
    """The tournaments, each with only the entries that forfeited a fee."""
    fields = (field_of(one) for one, _ in room)
    return [field._replace(entries=[one for one in field.entries if one.forfeit]) for field in fields]


def _results(flights: Iterable[str], own: Tournament, room: tuple[RoomTournament, ...]) -> tuple[FlightResult, ...]:
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


def _check_undo(own: Tournament, number: int, room: tuple[RoomTournament, ...]) -> None:
    """Check an order that undoes the end of a flight or redoes an action. In the meantime, a player may have been
    barred, or another tournament may have taken over the flight."""
    act = own.acts[number - 1] if 1 <= number <= len(own.acts) else None
    if act is None:
        return
    first, comes_back = origin(own, act)
    for event in first.events if comes_back else ():
        match event:
            case CarriedOver(flights=flights):
                _results([one.id for one in flights], own, room)
            case EntryAdded():
                back = Entry(event.entry, event.player, event.name, event.chips, captain=event.captain or "")
                back = replace(back, roster=event.roster or (), team=event.team or "")
                if bar := _bar(bound_by(back), room):
                    raise refusal(bar, own.book.no_show.clause if own.book else "")
    if StatePart("flight") in act.sets or any(isinstance(event, BagCounted) for event in first.events):
        _check_not_taken_over(own, room)
    if own.ended and StatePart("ended") in act.sets:
        _check_takes_no_table(own, room)


def _check_takes_no_table(own: Tournament, room: Iterable[RoomTournament]) -> None:
    """Raises `Refused` if this tournament, once it is no longer over, would take a table from an older one that plays
    there now. A newer one keeps its tables."""
    here = {one.table for one in own.sittings.values() if not one.closed}
    for other, _ in takewhile(lambda one: one[0].id != own.id, room):
        for one in () if is_over(other) else other.sittings.values():
            if not one.closed and one.table in here:
                raise Refused("table-in-other", table=one.table, name=other.name)


def _check_not_taken_over(own: Tournament, room: Iterable[RoomTournament]) -> None:
    """Raises `Refused` for a flight that a final has taken over, because its players continue in that final."""
    if own.flight and (other := next((one for one, _ in room if _carries(one, own.id)), None)):
        raise Refused("flight-taken-over", name=own.name, other=other.name)


def _carries(tournament: Tournament, flight: str) -> bool:
    return any(one.id == flight for one in tournament.carried)
