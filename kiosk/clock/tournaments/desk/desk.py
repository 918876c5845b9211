"""One running tournament: its director's orders, its tables, and the next level when one runs out.

Belongs to the event loop's thread. Knows nothing about sockets.
"""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import reduce
from typing import NamedTuple

from engine.refused import Refused
from engine.tournament.actions import AddEntries, AddEntry, AdvanceDue, Start, TournamentAction
from engine.tournament.levels import level_clock
from engine.tournament.levels.structure import Structure
from engine.tournament.order import Context
from engine.tournament.orders.field.booking import MOST_TOGETHER
from engine.tournament.orders.setup.undo import BY_CLOCK
from engine.tournament.state import Event, Tournament, apply
from kiosk.clock.store.streams import sitting_stream
from kiosk.clock.store.writer import Writer
from kiosk.clock.times import Times
from kiosk.clock.tournaments.desk.automatic_orders import AutomaticOrders
from kiosk.clock.tournaments.desk.order_facts import OrderFacts, RoomTournament
from kiosk.clock.tournaments.records.records import RecordGaps, TournamentRecords
from kiosk.clock.tournaments.records.rules import TimedOrder, TournamentKeeper, decided
from kiosk.faults import Fault
from kiosk.storage.chain import Record
from kiosk.storage.keeper import Stale

LATEST_START_MS = 60_000
"""How late, in milliseconds, the clock may still start automatically after a scheduled start was missed."""
DIRECTOR = "director"


class LevelAlarms:
    """The timers. `ring` is called with the order that is due. Belongs to the event loop's thread."""

    def __init__(self, keeper: TournamentKeeper, times: Times, ring: Callable[[TournamentAction], None]) -> None:
        self._keeper = keeper
        self._times = times
        self._ring = ring
        self._level: asyncio.TimerHandle | None = None
        self._start: asyncio.TimerHandle | None = None

    def set(self, now_ms: int) -> None:
        if self._level:
            self._level.cancel()
            self._level = None
        self.set_start()
        state = self._keeper.state
        ends_ms = level_clock.ends_at_ms(state.clock, state.structure) if state.structure else None
        if ends_ms is not None:
            delay_s = max(0, ends_ms - now_ms) / 1000
            self._level = asyncio.get_running_loop().call_later(delay_s, lambda: self._ring(AdvanceDue()))

    def set_start(self) -> None:
        """Set a timer for the scheduled start. If the service missed the start, the director has to start the clock."""
        if self._start:
            self._start.cancel()
            self._start = None
        starts_ms = self._keeper.state.starts_ms
        if starts_ms is None or self._keeper.state.started:
            return
        delay_ms = starts_ms - self._times.wall_ms()
        if delay_ms > -LATEST_START_MS:
            loop = asyncio.get_running_loop()
            self._start = loop.call_later(max(0, delay_ms) / 1000, self._start_as_scheduled)

    def cancel(self) -> None:
        for timer in (self._level, self._start):
            if timer:
                timer.cancel()

    def _start_as_scheduled(self) -> None:
        """Start if it is time. It may be too early, because the wall clock may have been changed in the meantime."""
        state = self._keeper.state
        if state.starts_ms is not None and not state.started and self._times.wall_ms() < state.starts_ms:
            self.set_start()
        elif not state.started:
            self._ring(Start())


class DeskServices(NamedTuple):
    """The parts that all tournaments share. `room` returns the tournaments. `failing` is called with a disk `Fault`."""

    writer: Writer
    times: Times
    room: Callable[[], Iterable[RoomTournament]] = tuple
    gaps: RecordGaps = RecordGaps()
    failing: Callable[[Fault], None] = lambda _: None


class Desk:
    def __init__(
        self,
        records: TournamentRecords,
        services: DeskServices,
        changed: Callable[[int], object] = bool,
        table_changed: Callable[[int], object] = bool,
    ) -> None:
        """`changed` is called with the time at which an order took effect, and `table_changed` with a table's key."""
        self._keeper, self.audited, self.accounts = records
        self._writer, self._times, room, self._gaps, failing = services
        self._changed, self._notify_table = changed, table_changed
        self._facts = OrderFacts(records, self._times, room, self._gaps)
        self._automatic = AutomaticOrders(records, self._facts, self.is_short, self.order, failing)
        self._alarms = LevelAlarms(self._keeper, self._times, self._automatic.soon)

    def begin(self) -> None:
        self.audited.follow_rest(self.state, self._times.mono_ms())
        self.audited.listen(self._table_changed)
        if news := self._writer.news:
            news.tell(self._keeper.stream, self._hear)
        else:
            self._automatic.begin()
            self._alarms.set(self._times.mono_ms())

    def close(self) -> None:
        """Cancel all alarms, including one that has just fired."""
        self._alarms.cancel()
        self._automatic.cancel()

    @property
    def is_followed(self) -> bool:
        """Whether another clock runs the tournament. This one only shows it, and no table is connected to it."""
        return self._writer.news is not None

    # State

    @property
    def state(self) -> Tournament:
        return self._keeper.state

    @property
    def structure(self) -> Structure:
        if self.state.structure is None:
            raise RuntimeError("a tournament is set up before it has a desk")
        return self.state.structure

    @property
    def mark(self) -> int:
        """The mark of the newest record. A page sends it back to say which state its order is based on."""
        return self._keeper.mark

    @property
    def epoch(self) -> int:
        """The number of this run of the service, as counted in the tournament's stream."""
        return self._keeper.epoch

    def context(self) -> Context:
        return self._facts.context()

    def has_new_bars(self) -> bool:
        """Whether the entries that other tournaments bar from this one have changed since the last call."""
        return self._facts.has_new_bars()

    def is_short(self) -> bool:
        """Whether the clock is still waiting to receive this tournament's records again."""
        return self._gaps.is_short(self.state.id)

    def stream(self, key: int) -> str:
        return sitting_stream(self.state.id, key)

    def table_of(self, key: int) -> int:
        """The number of the physical table, or 0."""
        return self.audited.tables[key].seating.table if key in self.audited.tables else 0

    # Orders

    async def order(
        self, action: TournamentAction, by: str = DIRECTOR, seen: int | None = None, request: str = ""
    ) -> None:
        """Carry out an order: write it to disk, then notify everyone concerned. Raises `Refused`, `Fault`, or `Stale`.

        A mark `seen` before the level ran out is stale, whether or not the alarm has gone off yet. If a table's
        `request` is already recorded, nothing changes.
        """
        if seen is not None:
            await self.advance_due()
        action, now_ms = self._facts.completed(action), 0

        def asked() -> TimedOrder:
            nonlocal now_ms
            order = self._facts.order(self.state, action, by, request)
            now_ms = order.now_ms
            return order

        events = await self._keeper.do(self._writer, asked, self._times.wall_ms(), seen)
        self._alarms.set(now_ms)
        if events:
            self.audited.follow_rest(self.state, now_ms)
            self._changed(now_ms)
        self._automatic.after_order()

    def would(self, action: TournamentAction, by: str = DIRECTOR, seen: int | None = None) -> list[Event]:
        """The events that the order would cause now. Nothing is changed. Raises the same errors as `order`."""
        if seen not in (None, self.mark):
            raise Stale(seen or 0, self.mark)
        now_ms = self._times.mono_ms()
        if seen is not None and level_clock.due(self.state.clock, self.structure, now_ms):
            raise Stale(seen, self.mark)
        state = self._advanced(now_ms)
        return decided(state, self._facts.order(state, self._facts.completed(action), by))

    def would_enter(self, entries: Iterable[AddEntry]) -> list[Refused | None]:
        """For each entry, the reason why it would be refused after the entries before it were added, or None if it
        would be accepted. Nothing is changed. Raises `Refused` if there are too many entries."""
        entries = tuple(entries)
        if len(entries) > MOST_TOGETHER:
            raise Refused("too-many-entries", most=MOST_TOGETHER)
        now_ms, facts = self._times.mono_ms(), self.accounts.facts()
        state = self._advanced(now_ms)
        found: list[Refused | None] = []
        actions = self._facts.let_in(entries)
        with suppress(Refused):  # nearly always, all of them may enter, so the tables are queried only once
            decided(state, TimedOrder(AddEntries(actions), now_ms, DIRECTOR, facts))
            return [None] * len(actions)
        for action in actions:
            try:
                state = reduce(apply, decided(state, TimedOrder(action, now_ms, DIRECTOR, facts)), state)
                found.append(None)
            except Refused as refused:
                found.append(refused)
        return found

    def _advanced(self, now_ms: int) -> Tournament:
        """The tournament after any level that has run out."""
        state = self.state
        if not level_clock.due(state.clock, self.structure, now_ms):
            return state
        return reduce(apply, decided(state, TimedOrder(AdvanceDue(), now_ms, BY_CLOCK, {})), state)

    async def advance_due(self) -> None:
        """Start the next level if this one has run out, or the first one at its scheduled time, even if the wall clock
        has been changed in the meantime. Raises `Fault`."""
        self._alarms.set_start()
        if level_clock.due(self.state.clock, self.structure, self._times.mono_ms()):
            await self.order(AdvanceDue(), BY_CLOCK)

    # Records

    async def read_again(self) -> None:
        """Read the records again, because the names in them have changed. Raises `Fault`."""
        await self._keeper.read_again(self._writer, Tournament())
        self._changed(self._times.mono_ms())
        for key in self.audited.keys:
            self._notify_table(key)

    async def decisions(self, after: int, most: int) -> list[Record]:
        """The tournament's records after record `after`, as they are on disk. Raises `Fault`."""
        return await self._writer.read(self._keeper.stream, after, most)

    async def records(self, key: int, after: int, most: int) -> list[Record]:
        return await self._writer.read(self.stream(key), after, most)

    def _table_changed(self, key: int) -> None:
        self.accounts.refresh(key)
        self._notify_table(key)
        if not self.is_followed:
            self._automatic.after_records(key)

    def _hear(self, records: Sequence[Record]) -> None:
        """Follow decisions of the clock that runs the room."""
        self._keeper.hear(records)
        now_ms = self._times.mono_ms()
        self.audited.follow_rest(self.state, now_ms)
        self._changed(now_ms)
