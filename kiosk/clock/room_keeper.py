"""A tournament with its journal and its alarm: the director's orders, and the next level when one runs out."""

import asyncio
import secrets
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import NamedTuple

import msgspec

from engine.refused import Refused
from engine.tournament import level_clock
from engine.tournament.actions import AdvanceDue, Open, Recover, TournamentAction
from engine.tournament.events import TournamentEvent
from engine.tournament.state import Tournament, apply
from engine.tournament.tournament import decide
from kiosk.clock.settings import ClockSettings
from kiosk.clock.tables.store import Alive
from kiosk.clock.times import Times
from kiosk.faults import Fault
from kiosk.protocol.codec import EventForm, Written
from kiosk.storage.journal import Journal
from kiosk.storage.keeper import Keeper, Rules

FORM: EventForm[TournamentEvent] = EventForm(msgspec.json.Decoder(Written[TournamentEvent]))
"""How the tournament's journal is written."""


class Order(NamedTuple):
    """An action and when it is asked for, in the service's time."""

    action: TournamentAction
    now_ms: int


RoomKeeper = Keeper[Tournament, Order, TournamentEvent]
ROOM_RULES: Rules[Tournament, Order, TournamentEvent] = Rules(
    lambda tournament, order: decide(tournament, order.action, order.now_ms), apply, FORM.encode, FORM.decode
)


def journal_path(database: Path) -> Path:
    """The tournament's journal: beside the copies of the tables' journals."""
    return database.with_suffix(".room")


def open_room(settings: ClockSettings, begun: frozenset[int], alive: Alive | None, times: Times) -> "RoomClock":
    """The tournament as its journal left it, its clock stopped; a new one if there is none. Raises `Fault`."""
    with ExitStack() as undo:
        journal = undo.enter_context(Journal.open(journal_path(settings.database), times.wall_ms))
        keeper: RoomKeeper = Keeper.resume(journal, ROOM_RULES, Tournament(), times.wall_ms)
        now_ms = times.mono_ms()
        alive_ms = _alive_ms(keeper.state, alive)
        new_id, event = secrets.token_hex(8), settings.event
        opening = Open(new_id, event, settings.structure, settings.tables, begun, alive_ms)
        try:
            keeper.do(Order(opening, now_ms))
        except Refused as refused:
            raise Fault("room-under-other-settings", why=refused.message) from refused
        keeper.do(Order(_recover(keeper.state, alive, times), now_ms))
        undo.pop_all()
        return RoomClock(journal, keeper, times)


def _recover(tournament: Tournament, alive: Alive | None, times: Times) -> Recover:
    """Where the run before was last known to be. Over a restart of the machine only wall time goes on."""
    alive_ms = _alive_ms(tournament, alive)
    if alive is None:
        return Recover(alive_ms, 0)
    same_boot = alive.boot and alive.boot == times.boot
    away_ms = times.mono_ms() - alive_ms if same_boot else times.wall_ms() - alive.wall_ms
    return Recover(alive_ms, max(0, away_ms))


def _alive_ms(tournament: Tournament, alive: Alive | None) -> int:
    """Until when the run before is known to have been alive, in its own time."""
    since_ms = tournament.clock.since_ms or 0
    return max(alive.mono_ms, since_ms) if alive else since_ms  # it may have been started in its last second


class RoomClock:
    """One tournament, running. Belongs to the event loop's thread."""

    def __init__(self, journal: Journal, keeper: RoomKeeper, times: Times) -> None:
        self._journal = journal
        self._keeper = keeper
        self._times = times
        self._alarm: asyncio.TimerHandle | None = None
        self._listeners: list[Callable[[int], None]] = []

    @property
    def state(self) -> Tournament:
        """The tournament as it is."""
        return self._keeper.state

    @property
    def mark(self) -> int:
        """The last record of the journal."""
        return self._keeper.mark

    @property
    def epoch(self) -> int:
        """Which run of the service this is."""
        return self._journal.epoch

    def listen(self, listener: Callable[[int], None]) -> None:
        """Call it after each change, with the moment at which it took effect."""
        self._listeners.append(listener)

    def order(self, action: TournamentAction, seen: int | None = None) -> None:
        """Do it: on disk, then notify. Raises `Refused`, `Stale` when `seen` is not the newest mark, or `Fault`.

        A mark `seen` before the level ran out is stale, whether or not the alarm has fired yet.
        """
        if seen is not None:
            self.advance_due()
        now_ms = self._times.mono_ms()
        events = self._keeper.do(Order(action, now_ms), seen)
        self._set_alarm(now_ms)
        if events:
            for listener in self._listeners:
                listener(now_ms)

    def advance_due(self) -> None:
        """Start the next level if this one has run out. Raises `Fault`."""
        self.order(AdvanceDue())

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
        clock, structure = self.state.clock, self.state.structure
        ends_ms = level_clock.ends_at_ms(clock, structure) if structure else None
        if ends_ms is not None:
            delay_s = max(0, ends_ms - now_ms) / 1000
            self._alarm = asyncio.get_running_loop().call_later(delay_s, self._alarm_fired)

    def _alarm_fired(self) -> None:
        with suppress(Fault):  # the service's heartbeat meets and reports it too; the screens count on by themselves
            self.advance_due()
