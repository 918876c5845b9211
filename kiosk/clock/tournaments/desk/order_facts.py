"""The facts on which an order is decided, besides the tournament itself: its tables, the other tournaments in the room,
and the time.
"""

from collections.abc import Callable, Iterable

from msgspec.structs import replace

from engine.tournament.actions import (
    AcceptDifference,
    AddEntries,
    AddEntry,
    EnterAt,
    Jump,
    PreviousLevel,
    Promote,
    Schedule,
    TournamentAction,
    TypeTable,
    UndoClock,
)
from engine.tournament.field.bars import Bar
from engine.tournament.order import Context
from engine.tournament.state import Tournament
from engine.tournament.tables.facts import TableFacts, Tables
from kiosk.clock.times import Times
from kiosk.clock.tournaments.desk.other_tournaments import RoomTournament, bars_in, completed, let_in
from kiosk.clock.tournaments.records.records import RecordGaps, TournamentRecords
from kiosk.clock.tournaments.records.rules import TimedOrder


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
        """The context in which an action would be decided now."""
        state = self._keeper.state
        if state.terms is None or state.structure is None:
            raise RuntimeError("a tournament is set up before it takes orders")
        facts, bars = self._accounts.facts(), bars_in(state, self._room())
        return Context(state.structure, state.terms, self._times.mono_ms(), facts, self._times.wall_ms(), bars)

    def order(self, state: Tournament, action: TournamentAction, by: str, request: str = "") -> TimedOrder:
        """The order, as if it were given now, in this state of the tournament."""
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
        """The entries, each with whatever bars it now."""
        return let_in(entries, self._times.wall_ms(), self._room())

    def has_new_bars(self) -> bool:
        """Whether the entries that other tournaments bar from this one have changed since the last call."""
        before, self._bars = self._bars, bars_in(self._keeper.state, self._room())
        return before != self._bars

    def _tables(self) -> Tables:
        """The tables' facts. They include the number of a sitting whose opening was lost, so that the number is not
        used again.
        """
        facts, named = self._accounts.facts(), self._gaps.lost_sitting(self._keeper.state.id)
        return facts if named in facts or not named else {**facts, named: TableFacts(named)}
