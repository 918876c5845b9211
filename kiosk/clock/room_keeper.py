"""The room with its journal and its alarm: what the director orders, and the next level when one runs out."""

import asyncio
import secrets
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path

from engine.refused import Refused
from engine.tournament import level_clock
from kiosk.clock import room as one_room
from kiosk.clock.room import Command, Halt, Open, Order, RingIn, Room, RoomFact
from kiosk.clock.settings import ClockSettings
from kiosk.clock.store import Alive
from kiosk.clock.times import Times
from kiosk.faults import Fault
from kiosk.storage.journal import Journal
from kiosk.storage.keeper import Keeper, Rules

RoomKeeper = Keeper[Room, Order, RoomFact]
ROOM_RULES: Rules[Room, Order, RoomFact] = Rules(
    one_room.decide, one_room.apply, one_room.FORM.encode, one_room.FORM.decode
)


def journal_path(database: Path) -> Path:
    """Where the room's journal lies: beside the copies of the tables'."""
    return database.with_suffix(".room")


def open_room(settings: ClockSettings, begun: frozenset[int], alive: Alive | None, times: Times) -> "RoomClock":
    """The room as its journal left it, its clock stopped; begun anew if there is none. Raises `Fault`."""
    with ExitStack() as undo:
        journal = undo.enter_context(Journal.open(journal_path(settings.database), times.wall_ms))
        keeper: RoomKeeper = Keeper.resume(journal, ROOM_RULES, Room(), times.wall_ms)
        now_ms = times.mono_ms()
        opening = Open(secrets.token_hex(8), settings.event, settings.structure, settings.tables, begun)
        try:
            keeper.do(Order(opening, now_ms))
        except Refused as refused:
            raise Fault(str(refused), "put the settings back as they were, or name a new database") from refused
        keeper.do(Order(_halt(keeper.state, alive, times), now_ms))
        undo.pop_all()
        return RoomClock(journal, keeper, times)


def _halt(room: Room, alive: Alive | None, times: Times) -> Halt:
    """Where the run before was last known to be. Over a restart of the machine only wall time goes on."""
    since_ms = room.clock.since_ms or 0
    if alive is None:
        return Halt(since_ms, 0)
    alive_ms = max(alive.mono_ms, since_ms)  # the clock may have been started in its last second
    same_boot = alive.boot and alive.boot == times.boot
    away_ms = times.mono_ms() - alive_ms if same_boot else times.wall_ms() - alive.wall_ms
    return Halt(alive_ms, max(0, away_ms))


class RoomClock:
    """The room of one event. Belongs to the event loop's thread."""

    def __init__(self, journal: Journal, keeper: RoomKeeper, times: Times) -> None:
        self._journal = journal
        self._keeper = keeper
        self._times = times
        self._alarm: asyncio.TimerHandle | None = None
        self._listeners: list[Callable[[int], None]] = []

    @property
    def state(self) -> Room:
        """The room as it is."""
        return self._keeper.state

    @property
    def mark(self) -> int:
        """The last record of the room's journal."""
        return self._keeper.mark

    @property
    def epoch(self) -> int:
        """Which run of the service this is."""
        return self._journal.epoch

    def listen(self, listener: Callable[[int], None]) -> None:
        """Call it after each change, with the moment at which it took effect."""
        self._listeners.append(listener)

    def order(self, command: Command, seen: int | None = None) -> None:
        """Do it: on disk, then tell. Raises `Refused`, `Stale` when `seen` is not the newest mark, or `Fault`.

        Who saw a level that has run out since, alarm or not, saw what is no longer so.
        """
        if seen is not None:
            self.ring()
        now_ms = self._times.mono_ms()
        events = self._keeper.do(Order(command, now_ms), seen)
        self._set_alarm(now_ms)
        if events:
            for listener in self._listeners:
                listener(now_ms)

    def ring(self) -> None:
        """Start the next level if this one has run out. Raises `Fault`."""
        self.order(RingIn())

    def close(self) -> None:
        """Let go of the journal."""
        if self._alarm:
            self._alarm.cancel()
        self._journal.close()

    def _set_alarm(self, now_ms: int) -> None:
        """One timer, to the moment at which the entry runs out."""
        if self._alarm:
            self._alarm.cancel()
            self._alarm = None
        room = self.state
        ends_ms = level_clock.ends_at_ms(room.clock, room.structure) if room.structure else None
        if ends_ms is not None:
            delay_s = max(0, ends_ms - now_ms) / 1000
            self._alarm = asyncio.get_running_loop().call_later(delay_s, self._ring)

    def _ring(self) -> None:
        with suppress(Fault):  # the service's beat will meet it too, and say so; the screens walk on by themselves
            self.ring()
