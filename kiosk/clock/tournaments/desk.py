"""One running tournament: its director's orders, its tables, and the next level when one runs out.

Belongs to the event loop's thread. Knows nothing about sockets.
"""

import asyncio
import logging
import secrets
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import suppress
from functools import reduce

from msgspec.structs import replace

from engine.refused import Refused
from engine.tournament.accepting import accepted
from engine.tournament.actions import (
    AcceptDifference,
    AddEntries,
    AddEntry,
    AdvanceDue,
    CatchUp,
    CloseTable,
    EnterAt,
    HaltTable,
    Jump,
    NextHand,
    Pause,
    PrepareDraw,
    PreviousLevel,
    Promote,
    Schedule,
    Start,
    TimeHand,
    TournamentAction,
    TypeTable,
    UndoClock,
)
from engine.tournament.context import Context
from engine.tournament.field.bars import Bar
from engine.tournament.levels import level_clock
from engine.tournament.levels.structure import Structure
from engine.tournament.orders.field.together import MOST_TOGETHER
from engine.tournament.orders.play.hand_for_hand import next_hand
from engine.tournament.orders.seating.redraw import emptied
from engine.tournament.orders.setup.undo import BY_CLOCK
from engine.tournament.policies import BY_POLICY
from engine.tournament.proposals import Proposal
from engine.tournament.rules.barrier_rules import clock_for_hand
from engine.tournament.rules.draw_rules import is_committed
from engine.tournament.rules.halt_rules import to_play_on
from engine.tournament.state import Event, Tournament, apply
from engine.tournament.tables.facts import TableFacts, Tables
from kiosk.clock.store.streams import sitting_stream
from kiosk.clock.store.writer import Writer
from kiosk.clock.tables.audited_tables import AuditedTables
from kiosk.clock.times import Times
from kiosk.clock.tournaments.by_policy import ByPolicy
from kiosk.clock.tournaments.entry_accounts import EntryAccounts
from kiosk.clock.tournaments.other_tournaments import RoomTournament, bars_in, completed, let_in
from kiosk.clock.tournaments.rules import TimedOrder, TournamentKeeper, decided
from kiosk.faults import Fault
from kiosk.storage.chain import Record
from kiosk.storage.keeper import Stale

log = logging.getLogger(__name__)

DIRECTOR = "director"
SEED_BYTES = 16
LATEST_START_MS = 60_000
"""If the service misses a scheduled start by more than this, the clock does not start automatically afterward."""


def new_seed() -> str:
    """A seed that nobody can guess."""
    return secrets.token_hex(SEED_BYTES)


class Desk:
    """A running tournament. Calls `changed` after each order with the time at which it took effect, and `table_changed`
    with a table's key. Calls `failing` if the disk fails while nobody is waiting for an answer."""

    def __init__(self, keeper: TournamentKeeper, audited: AuditedTables, times: Times) -> None:
        """Raises `Fault` for a rule book that cannot be used."""
        self.audited = audited
        self.changed: Callable[[int], None] = lambda _: None
        self.table_changed: Callable[[int], None] = lambda _: None
        self.failing: Callable[[Fault], None] = lambda _: None
        self.room: Callable[[], Iterable[RoomTournament]] = tuple
        """All tournaments in the room, including this one."""
        self.is_short: Callable[[], bool] = bool
        """Whether a rebuilt clock is still waiting to receive records again. Until it has them, nothing is decided
        automatically on incomplete data."""
        self.awaits: Callable[[], Collection[int]] = tuple
        """The physical tables that have yet to resend the records that a rebuilt clock once had from them."""
        self.named: Callable[[], int] = int
        """The last sitting that a table was at although the opening of that sitting was lost, or 0 if there is none."""
        self._bars: dict[int, Bar] = {}
        self._keeper = keeper
        self._times = times
        self._writer: Writer | None = None
        self._alarm: asyncio.TimerHandle | None = None
        self._start: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._by_policy = ByPolicy(
            self._accepted, lambda one: self.order(one.action, BY_POLICY, self.mark), self._fails
        )
        self.accounts = EntryAccounts(audited, keeper.state, self._pending_tables)
        keeper.taken = self.accounts.follow

    def resumed(self) -> None:
        """The tables' records have been read; decide what follows from them."""
        self.accounts.follow(self.state)

    def run(self, writer: Writer) -> None:
        """Accept orders from now on."""
        self._writer = writer
        self.audited.follow_rest(self.state, self._times.mono_ms())
        self.audited.listen(self._table_changed)
        self._commit()
        self._by_policy.look()
        self._set_alarm(self._times.mono_ms())

    def close(self) -> None:
        """Cancel all alarms, including one that has just fired."""
        for waiting in (self._alarm, self._start, self._by_policy, *self._tasks):
            if waiting:
                waiting.cancel()

    # State

    @property
    def state(self) -> Tournament:
        """The tournament as it is."""
        return self._keeper.state

    @property
    def structure(self) -> Structure:
        """The tournament's structure."""
        if self.state.structure is None:
            raise RuntimeError("a tournament is set up before it has a desk")
        return self.state.structure

    @property
    def mark(self) -> int:
        """The number of the tournament's last record. A page sends it back to say which state its order is based on."""
        return self._keeper.mark

    @property
    def epoch(self) -> int:
        """The number of this run of the service, as counted in the tournament's stream."""
        return self._keeper.epoch

    def context(self) -> Context:
        """The context in which an action would be decided now."""
        terms = self.state.terms
        if terms is None:
            raise RuntimeError("a tournament is set up before it has a desk")
        facts, bars = self.accounts.facts(), bars_in(self.state, self.room())
        return Context(self.structure, terms, self._times.mono_ms(), facts, self._times.wall_ms(), bars)

    def is_told_otherwise(self) -> bool:
        """Whether the entries that other tournaments bar from this one have changed since the last call."""
        before, self._bars = self._bars, bars_in(self.state, self.room())
        return before != self._bars

    def stream(self, key: int) -> str:
        """The stream that holds the clock's copy of a table."""
        return sitting_stream(self.state.id, key)

    def table_of(self, key: int) -> int:
        """The number of the physical table."""
        return self.audited.tables[key].seating.table if key in self.audited.tables else 0

    # Orders

    async def order(
        self, action: TournamentAction, by: str = DIRECTOR, seen: int | None = None, request: str = ""
    ) -> None:
        """Carry out an order: write it to disk, then notify everyone concerned. Raises `Refused`, `Fault`, or `Stale`
        if `seen` is not the newest mark.

        A mark `seen` before the level ran out is stale, whether or not the alarm has gone off yet. If a table's
        `request` is already booked, nothing changes.
        """
        if seen is not None:
            await self.advance_due()
        await self._do(self._with_facts(action), by, seen, request)

    def would(self, action: TournamentAction, by: str = DIRECTOR, seen: int | None = None) -> list[Event]:
        """The events that the order would cause now. Nothing is changed. Raises the same errors as `order`."""
        if seen not in (None, self.mark):
            raise Stale(seen or 0, self.mark)
        now_ms = self._times.mono_ms()
        if seen is not None and level_clock.due(self.state.clock, self.structure, now_ms):
            raise Stale(seen, self.mark)
        state = self._advanced(now_ms)
        bars = bars_in(state, self.room())
        return decided(state, TimedOrder(self._with_facts(action), now_ms, by, self._facts(), bars=bars))

    def would_enter(self, entries: Iterable[AddEntry]) -> list[Refused | None]:
        """For each entry, why it would be refused once those before it have entered, or None if it would not be.
        Nothing is changed. Raises `Refused` if there are too many entries.
        """
        entries = tuple(entries)
        if len(entries) > MOST_TOGETHER:
            raise Refused("too-many-entries", most=MOST_TOGETHER)
        now_ms, facts = self._times.mono_ms(), self.accounts.facts()
        state = self._advanced(now_ms)
        found: list[Refused | None] = []
        actions = let_in(entries, self._times.wall_ms(), self.room())
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

    def _pending_tables(self) -> Collection[int]:
        return self.awaits()

    def _facts(self) -> Tables:
        """The tables' facts. They include the number of a sitting whose opening was lost, so that the number is not
        used again.
        """
        facts, named = self.accounts.facts(), self.named()
        return facts if named in facts or not named else {**facts, named: TableFacts(named)}

    def _with_facts(self, action: TournamentAction) -> TournamentAction:
        """The action with the facts that the service adds: marks, wall-clock time, and facts from other tournaments."""
        if isinstance(action, PreviousLevel | Jump | UndoClock):
            action = replace(action, marks=self.audited.marks())
        if isinstance(action, TypeTable | AddEntry | Promote | AcceptDifference | Schedule):
            action = replace(action, at_ms=self._times.wall_ms())
        if isinstance(action, AddEntries):
            return AddEntries(let_in(action.entries, self._times.wall_ms(), self.room()))
        if isinstance(action, EnterAt):
            (entry,) = let_in((action.entry,), self._times.wall_ms(), self.room())
            return EnterAt(entry, action.to)
        return completed(action, self.state, self.room())

    async def read_again(self) -> None:
        """Read the records again, because the names in them have changed. Raises `Fault`."""
        if self._writer is None:
            raise RuntimeError("a desk runs before it reads again")
        await self._keeper.read_again(self._writer, Tournament())
        self.changed(self._times.mono_ms())
        for key in self.audited.keys:
            self.table_changed(key)

    async def advance_due(self) -> None:
        """Start the next level if this one has run out, or start the first level at its scheduled time. This works even
        if the wall clock has been changed in the meantime. Raises `Fault`."""
        self._set_start()
        if level_clock.due(self.state.clock, self.structure, self._times.mono_ms()):
            await self._do(AdvanceDue(), BY_CLOCK)

    def taken(self, key: int, records: Sequence[Record]) -> None:
        """A table's records are on disk."""
        self.audited.taken(key, records)

    async def _do(self, action: TournamentAction, by: str, seen: int | None = None, request: str = "") -> None:
        if self._writer is None:
            raise RuntimeError("a desk runs before it takes orders")
        now_ms = 0

        def asked() -> TimedOrder:
            nonlocal now_ms
            now_ms = self._times.mono_ms()
            return TimedOrder(action, now_ms, by, self._facts(), request, bars_in(self.state, self.room()))

        events = await self._keeper.do(self._writer, asked, self._times.wall_ms(), seen)
        self._set_alarm(now_ms)
        if events:
            self.audited.follow_rest(self.state, now_ms)
            self.changed(now_ms)
        self._commit()
        self._by_policy.look()
        self._hand_for_hand()
        for number in to_play_on(self.state):
            self._soon(HaltTable(number, on=False))
        self._close_redrawn()
        if (self.state.ended or self.state.flight) and level_clock.is_running(self.state.clock):
            self._soon(Pause())  # play is over, so the level clock is no longer needed

    def _table_changed(self, key: int) -> None:
        self.accounts.refresh(key)
        self.table_changed(key)
        self._by_policy.look()
        self._hand_for_hand()
        self._close_redrawn()
        if self.state.memory.recovered:
            self._soon(CatchUp(self.audited.played(key)))

    def _commit(self) -> None:
        """Commit to new seeds for future draws once the seeds already committed to are used up."""
        if not self.state.ended and not is_committed(self.state):
            self._soon(PrepareDraw(new_seed()))

    def _accepted(self) -> Proposal | None:
        """A proposal that the director's policies accept automatically."""
        is_any = "accept" in self.state.policies.values() and not self.is_short()
        return accepted(self.state, self.context()) if is_any else None

    def _fails(self, fault: Fault) -> None:
        self.failing(fault)

    def _hand_for_hand(self) -> None:
        """In hand-for-hand play, start the next hand once every table has finished and no one still has to be confirmed
        as out. Also adjust the level clock, which each hand may hold up."""
        state = self.state
        if not (state.barrier or state.clock.hand) or self.is_short():
            return
        context = self.context()
        with suppress(Refused):
            next_hand(state, context)
            self._soon(NextHand())
            return  # the effect on the clock is checked after the order
        if clock_for_hand(state, self.structure, context.now_ms, context.tables):
            self._soon(TimeHand())

    def _close_redrawn(self) -> None:
        """Close sittings that a redraw has ended, once everyone has left. The new sittings at the same tables begin
        after that.
        """
        for number in emptied(self.state, self.context()) if self.state.redraws and not self.is_short() else ():
            self._soon(CloseTable(number))

    def _soon(self, action: TournamentAction) -> None:
        """Carry out an order caused by time or by a table, in a separate task."""
        task = asyncio.get_running_loop().create_task(self._do_unasked(action))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _do_unasked(self, action: TournamentAction) -> None:
        try:
            await self._do(action, BY_CLOCK)
        except Refused as refused:  # the reason for it no longer applies
            log.info("%s is refused: %s", type(action).__name__, refused.code)
        except Fault as fault:
            self.failing(fault)

    def _set_alarm(self, now_ms: int) -> None:
        """Set one timer to the moment when the current entry of the structure runs out."""
        if self._alarm:
            self._alarm.cancel()
            self._alarm = None
        self._set_start()
        ends_ms = level_clock.ends_at_ms(self.state.clock, self.structure)
        if ends_ms is not None:
            delay_s = max(0, ends_ms - now_ms) / 1000
            self._alarm = asyncio.get_running_loop().call_later(delay_s, lambda: self._soon(AdvanceDue()))

    def _set_start(self) -> None:
        """Set a timer for the scheduled start. If the service missed the start, the director has to start the clock."""
        if self._start:
            self._start.cancel()
            self._start = None
        starts_ms = self.state.starts_ms
        if starts_ms is None or self.state.started:
            return
        delay_ms = starts_ms - self._times.wall_ms()
        if delay_ms > -LATEST_START_MS:
            loop = asyncio.get_running_loop()
            self._start = loop.call_later(max(0, delay_ms) / 1000, self._start_as_scheduled)

    def _start_as_scheduled(self) -> None:
        """Start if it is time. It may be too early, because the wall clock may have been changed in the meantime."""
        starts_ms = self.state.starts_ms
        if starts_ms is not None and not self.state.started and self._times.wall_ms() < starts_ms:
            self._set_start()
        elif not self.state.started:
            self._soon(Start())
