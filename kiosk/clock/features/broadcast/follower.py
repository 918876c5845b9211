"""Follows one table's records with a delay. Nothing that it reads is broadcast without that delay. Belongs to the event
loop's thread.

Reads records from disk, and replays each one with the same engine once it may be shown. Records that were undone before
then are never shown. Records that arrived before the follower started are timed by the table's own wall clock, counted
back from the last record. After a restart, the last record counts as just arrived, and every delay of that day applies
to it.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from engine.events import Event, HandStarted, TakenBack
from engine.game import game as replay
from engine.game.game import Game
from engine.public import public
from engine.tournament.levels.level_clock import hand_time, is_running, most_to_run_ms, remaining_ms
from engine.tournament.state import is_over
from kiosk.clock.features.broadcast.frame import Frame, RoomFigures, chances_of, frame
from kiosk.clock.features.broadcast.setting import DAY_MS, Arrived, Term, in_force, seen_at_ms
from kiosk.clock.settings import Shown
from kiosk.clock.store.writer import Writer
from kiosk.clock.tournaments.room import Place
from kiosk.clock.tournaments.shown.prizes import desk_prizes
from kiosk.clock.tournaments.shown.shown_names import shown
from kiosk.protocol.codec import decode_event
from kiosk.protocol.numbered import Names, named
from kiosk.storage.chain import Record

READ_AT_ONCE = 500
REPLAYED_AT_ONCE = 25
"""How many records are replayed before other tasks get a turn."""
MOST_FIGURES = 5_000


class Source:
    """One table in a tournament. Names are shown according to the room's `names` setting."""

    def __init__(self, place: Place, writer: Writer, names: Shown) -> None:
        self.place = place
        self._writer = writer
        self._names: Shown = names
        self._chosen = self._choices()

    @property
    def is_replaced(self) -> bool:
        """Whether a different history has been chosen for the table since this source was created."""
        return self._choices() != self._chosen

    def _choices(self) -> int:
        return self.place.desk.audited.chosen.get(self.place.key, 0)

    async def read(self, after: int, most: int) -> list[Record]:
        """The records after record `after`, as stored on disk; none once the history is replaced. Raises `Fault`."""
        records = await self._writer.read(self.place.stream, after, most)
        return [] if self.is_replaced else records

    def taken_ms(self) -> int | None:
        """When records last arrived, in the service's time, or None if none have arrived since the service started."""
        return self.place.desk.audited.taken_ms(self.place.key)

    def names(self) -> Names:
        """The players' names, by their ids at the table."""
        desk = self.place.desk
        names, entries = desk.accounts.names(self.place.key), desk.state.entries
        if self._names == "full" or not entries:
            return names
        numbers = {one.alias.player: number for number, one in entries.items() if one.alias}
        numbers |= {player: int(player) for player in names if player.isdecimal()}
        return {player: shown(entries[numbers[player]], self._names) for player in names}

    def figures(self, now_ms: int) -> RoomFigures:
        desk, clock = self.place.desk, self.place.desk.state.clock
        paid, by_time = len(desk_prizes(desk).amounts), desk.audited.play_range(desk.structure, clock) is None
        left_ms = remaining_ms(clock, now_ms) if by_time else None
        hand_ms = most_to_run_ms(hand_time(clock, now_ms))
        return RoomFigures(desk.accounts.figures().players_left, paid, left_ms, is_running(clock), hand_ms)

    def is_closed(self) -> bool:
        """Whether the table is closed or the tournament is over, so that no further hands will be dealt."""
        desk, key = self.place.desk, self.place.key
        return is_over(desk.state) or desk.state.sittings[key].closed


class _Waiting(NamedTuple):
    seq: int
    event: Event
    arrived: Arrived


class Follower:
    """Follows one table. `terms` are the room's delays, in order."""

    def __init__(self, table: Source, terms: Callable[[], Sequence[Term]]) -> None:
        self._table = table
        self._terms = terms
        self._game = Game()
        self._read = 0
        """The number of the last record that was read."""
        self._hand = 0
        self._begun: dict[int, int] = {}
        self._waiting: deque[_Waiting] = deque()
        self._undone: set[int] = set()
        """The numbers of the waiting records that were undone."""
        self._seen_ms = 0
        """When the last record became due."""
        self._figures: deque[tuple[int, RoomFigures]] = deque(maxlen=MOST_FIGURES)
        self._halted = False

    @property
    def is_through(self) -> bool:
        return not self._waiting

    async def next_frame(self, now_ms: int) -> tuple[int, Frame] | None:
        """The frame that may be shown now, with the number of its record, or None if nothing is new. Raises `Fault`."""
        await self._take_in(now_ms)
        seq = shown_ms = replayed = 0
        while (due := self._due(now_ms)) is not None:
            one = self._waiting.popleft()
            self._seen_ms = max(self._seen_ms, due)
            self._apply(one.event)
            seq, shown_ms = one.seq, one.arrived.at_ms
            replayed += 1
            if replayed % REPLAYED_AT_ONCE == 0:
                await asyncio.sleep(0)
        if not seq or seq in self._undone:
            return None
        self._undone = {one for one in self._undone if one > seq}
        shown = await self._frame(shown_ms)
        return (seq, shown) if shown else None

    async def _take_in(self, now_ms: int) -> None:
        """Read the records that have arrived since the last call, and the room's current figures."""
        self._note_figures(now_ms)
        is_first = not self._read
        found: list[Record] = []
        while some := await self._table.read(found[-1].seq if found else self._read, READ_AT_ONCE):
            found += some
        self._read = found[-1].seq if found else self._read
        last_ms, doubt_ms = (self._table.taken_ms(), 0) if is_first else (now_ms, 0)
        if last_ms is None:
            last_ms, doubt_ms = now_ms, DAY_MS
        for record in found:
            at_ms = last_ms - (max(0, found[-1].at_ms - record.at_ms) if is_first else 0)
            self._take(record, at_ms, doubt_ms)
            if record.seq % REPLAYED_AT_ONCE == 0:
                await asyncio.sleep(0)

    def _take(self, record: Record, at_ms: int, doubt_ms: int) -> None:
        try:
            event = decode_event(record.body)
        except ValueError:
            self._halted = True
        if self._halted:
            return
        match event:
            case HandStarted(hand=hand):
                self._hand = hand
                self._begun[hand] = at_ms
            case TakenBack(to=to):
                self._undone.update(range(to + 1, record.seq))
        self._waiting.append(_Waiting(record.seq, event, Arrived(at_ms, at_ms - doubt_ms, self._hand)))

    def _due(self, now_ms: int) -> int | None:
        """When the next record became due, or None if it is not due yet."""
        if not self._waiting:
            return None
        one = self._waiting[0].arrived
        at_ms = seen_at_ms(one, in_force(self._terms(), one.not_before_ms), self._begun, self._table.is_closed())
        return None if at_ms is None or max(at_ms, self._seen_ms) > now_ms else at_ms

    def _apply(self, event: Event) -> None:
        """Replay an event. If a record cannot be replayed, the table is no longer followed, and its last frame stays on
        screen."""
        if self._halted:
            return
        try:
            self._game = replay.apply(self._game, named(event, self._table.names()))
        except Exception:  # untrusted input, which the audit has flagged for the director
            self._halted = True

    async def _frame(self, as_of_ms: int) -> Frame | None:
        """The table as it is now, or None if its records produce a table that cannot be shown."""
        try:
            table = public(self._game)
            chances = await asyncio.to_thread(chances_of, table)
            return frame(table, self._table.names(), chances, self._figures_at(as_of_ms))
        except Exception:  # untrusted input, as above
            self._halted = True
            return None

    def _note_figures(self, now_ms: int) -> None:
        figures, last = self._table.figures(now_ms), self._figures[-1] if self._figures else None
        if last is None or _later(last[1], now_ms - last[0]) != figures:
            self._figures.append((now_ms, figures))

    def _figures_at(self, at_ms: int) -> RoomFigures | None:
        found = next(((since, one) for since, one in reversed(self._figures) if since <= at_ms), None)
        return _later(found[1], at_ms - found[0]) if found else None


def _later(one: RoomFigures, by_ms: int) -> RoomFigures:
    """The figures after a period in which nothing happened."""
    if one.remaining_ms is None or not one.running:
        return one
    ran_ms = by_ms if one.hand_ms is None else min(by_ms, one.hand_ms)
    hand_ms = None if one.hand_ms is None else one.hand_ms - ran_ms
    return replace(one, remaining_ms=max(0, one.remaining_ms - ran_ms), hand_ms=hand_ms)
