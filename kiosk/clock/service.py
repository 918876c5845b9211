"""The clock service: connects the tournament, the tables and their disk, and publishes their state to clients.

Belongs to the event loop's thread. Knows no sockets: a client is a `Latest` to be filled.
"""

import asyncio
import hmac
import logging
from collections.abc import Callable
from contextlib import ExitStack

from msgspec.structs import replace

from engine.message import message
from engine.refused import Refused
from engine.tournament import level_clock
from engine.tournament.actions import CatchUp, DirectorAction, PreviousLevel, UndoClock
from engine.tournament.structure import blinds, without_ids
from kiosk.clock.director import Totals, recovery
from kiosk.clock.latest import Latest
from kiosk.clock.room_keeper import open_room
from kiosk.clock.settings import ClockSettings
from kiosk.clock.tables.floor import Floor
from kiosk.clock.tables.rests import resting
from kiosk.clock.tables.store import Alive, Store, lock_database
from kiosk.clock.tables.view import TableView
from kiosk.clock.tables.writer import Writer
from kiosk.clock.times import Times
from kiosk.faults import Fault
from kiosk.peer_log import PeerLog
from kiosk.protocol.messages import Ack, ClockState, Coming, Hello, Records, Room, Welcome, encode
from kiosk.protocol.sync import Forked
from kiosk.storage.keeper import Stale
from ui.words import Words
from ui.words.languages import words_in

GATHER_S = 0.05
"""Changes at tables are batched for this long before the pages are sent them."""
HEARTBEAT_S = 1.0
"""How often the service records that it is alive: a crash may lose this much time."""


class Service:
    """The whole clock. One at a time for a database."""

    def __init__(self, settings: ClockSettings, times: Times) -> None:
        """Raises `Fault` when the database or the room's journal cannot be used with these settings."""
        self._key = settings.director_key
        self._words = words_in(settings.language)
        self.language = settings.language
        """Of the pages."""
        self._staff = settings.staff
        self._coming: dict[int, tuple[Coming, ...]] = {}
        """Players on the way to a table, as last sent to its kiosk."""
        self._times = times
        with ExitStack() as undo:
            lock = undo.enter_context(lock_database(settings.database))
            store = Store.open(settings.database)
            undo.callback(store.close)
            for short in store.shortfalls:
                logging.getLogger(__name__).error(
                    "the copy of table %d ends at record %d, but %d were held; the files as they were found are in %s",
                    *short,
                )
            begun = frozenset(store.tables()).union(short.table for short in store.shortfalls)
            self._clock = open_room(settings, begun, store.last_alive(), times)
            undo.callback(self._clock.close)
            self._floor = Floor(self._clock.state.tables, settings.tokens, times, self._words)
            self._floor.load(store)
            self._clock.order(CatchUp(self._floor.played()))
            self._writer = Writer(store, self._floor.taken)
            self._lock = lock
            undo.pop_all()
        self._floor.rest = resting(self._clock.state, None, times.mono_ms())
        self._clock.listen(self._clock_changed)
        self._floor.listen(self._table_changed)
        self._peers = PeerLog(logging.getLogger(__name__), times.mono_ms)
        self._fault = ""
        self._seq = 0
        self._state = self._new_state(times.mono_ms())
        self._displays: set[Latest] = set()
        self._directors: set[Latest] = set()
        self._kiosks: dict[int, tuple[Latest, Callable[[], object]]] = {}
        self._changed: set[int] = set()
        self._gathering: asyncio.TimerHandle | None = None

    async def heartbeat(self) -> None:
        """Record every second that the service is alive, and catch up an alarm that the machine slept through."""
        while True:
            times = self._times
            try:
                await self._writer.say_alive(Alive(times.boot, times.mono_ms(), times.wall_ms()))
                self._clock.advance_due()
            except Fault as fault:
                self._failing(fault)
            await asyncio.sleep(HEARTBEAT_S)

    def close(self) -> None:
        """Finish what has begun and let go of the disk."""
        if self._gathering:
            self._gathering.cancel()
        self._clock.close()
        self._writer.close()
        self._lock.close()

    def failed(self, peer: str, error: Exception) -> None:
        """A connection ended by an unexpected error: logged, one line a minute for each peer."""
        self._peers.write(peer, error)

    def now_ms(self) -> int:
        """The service's monotonic time."""
        return self._times.mono_ms()

    # State

    @property
    def state(self) -> ClockState:
        """The public state of the tournament."""
        return self._state

    def views(self) -> list[TableView]:
        """Every table, for the director."""
        return [self._floor.view(table) for table in self._floor.numbers]

    def totals(self) -> Totals:
        """All chips, the fault if any, the choice after a crash, and the kiosks that were rejected."""
        chips = self._floor.chips()
        return Totals(
            chips_found=chips.found,
            chips_issued=chips.issued,
            adjusted=chips.adjusted,
            removed=chips.removed,
            fault=self._fault,
            recovery=recovery(self._clock.state),
            rejected=self._floor.rejected,
            mark=self._clock.mark,
            undo=last.kind if (last := self._clock.state.memory.last) else "",
        )

    def is_director(self, key: str) -> bool:
        """Whether this is the director's key; it takes as long whatever is wrong."""
        return hmac.compare_digest(key.encode(), self._key.encode())

    # The director

    def order(self, command: DirectorAction, seen: int) -> str:
        """Do it; empty, or why it was not done. `seen` is the mark that the director saw."""
        if isinstance(command, PreviousLevel | UndoClock):
            command = replace(command, marks=self._floor.marks())
        try:
            self._clock.order(command, seen)
        except Refused as refused:
            return self._words.refusal(refused)
        except Stale:
            return self._words.say(message("clock-changed"))
        except Fault as fault:
            self._failing(fault)
            return str(self._words.fault(fault.message))
        return ""

    # Clients

    def add_display(self, client: Latest) -> None:
        """Send it the state from now on."""
        self._displays.add(client)
        client.put("room", encode(Room(self._state)))

    def add_director(self, client: Latest) -> None:
        """Send it everything from now on."""
        self._directors.add(client)
        client.put("room", encode(Room(self._state)))
        client.put("totals", encode(self.totals()))
        for view in self.views():
            client.put(view.table, encode(view))

    def remove(self, client: Latest) -> None:
        """It has disconnected."""
        self._displays.discard(client)
        self._directors.discard(client)

    # The tables

    async def greet(self, hello: Hello, client: Latest, hang_up: Callable[[], object]) -> None:
        """Welcome a table and send it the state from now on; an earlier connection of the same table is closed.

        Raises `Fault` if this kiosk may not write for the table.
        """
        try:
            self._floor.check_token(hello)
            standing = await self._writer.standing(hello.table)
            self._floor.check_journal(hello, standing)
        except Fault:
            self._gather()
            raise
        if before := self._kiosks.get(hello.table):
            before[1]()
        self._kiosks[hello.table] = (client, hang_up)
        coming = self._coming[hello.table] = self._floor.coming(hello.table)
        seating = self._floor.seating(hello.table)
        client.put("welcome", encode(Welcome(standing.mark, seating, self._state, self._staff, coming)))
        self._floor.linked(hello.table, linked=True, head=hello.head.seq)

    async def take(self, hello: Hello, message: Records, client: Latest) -> None:
        """Store a table's records and acknowledge them. Raises `Fault` if its history differs, or the disk fails."""
        try:
            mark = await self._writer.take(hello.table, hello.epoch, message.records)
        except Forked as forked:
            raise self._floor.forked(hello.table, forked) from None
        client.put("ack", encode(Ack(mark)))

    def gone(self, table: int, client: Latest) -> None:
        """A table's connection has ended."""
        if (now := self._kiosks.get(table)) and now[0] is client:
            del self._kiosks[table]
            self._floor.linked(table, linked=False)

    @property
    def words(self) -> Words:
        """The room's language."""
        return self._words

    @property
    def floor(self) -> Floor:
        """The tables."""
        return self._floor

    # Publishing

    def _clock_changed(self, at_ms: int) -> None:
        self._floor.rest = resting(self._clock.state, self._floor.rest, at_ms)
        self._publish_state(at_ms)
        self._send_directors("totals", encode(self.totals()))

    def _table_changed(self, table: int) -> None:
        self._changed.add(table)
        self._gather()
        if self._clock.state.memory.recovered:
            self._catch_up(table)

    def _catch_up(self, table: int) -> None:
        """After an outage: the table may have played on to a higher level."""
        try:
            self._clock.order(CatchUp(self._floor.played(table)))
        except Fault as fault:
            self._failing(fault)

    def _gather(self) -> None:
        if self._gathering is None:
            self._gathering = asyncio.get_running_loop().call_later(GATHER_S, self._publish_tables)

    def _publish_tables(self) -> None:
        self._gathering = None
        changed, self._changed = self._changed, set()
        if self._directors:
            for table in sorted(changed):
                self._send_directors(table, encode(self._floor.view(table)))
            self._send_directors("totals", encode(self.totals()))
        state, structure = self._state, self._clock.state.structure
        play = self._floor.play_range(structure) if structure else None
        if (*self._still_in(), play) != (state.players_left, state.average_stack, state.play):
            self._publish_state(self.now_ms())
        self._publish_coming()

    def _publish_coming(self) -> None:
        """Update the tables whose players on the way have changed."""
        for table, (client, _) in self._kiosks.items():
            coming = self._floor.coming(table)
            if coming != self._coming.get(table, ()):
                self._coming[table] = coming
                client.put("room", encode(Room(self._state, coming)))

    def _publish_state(self, at_ms: int) -> None:
        self._seq += 1
        self._state = self._new_state(at_ms)
        text = encode(Room(self._state))
        for client in (*self._displays, *self._directors):
            client.put("room", text)
        for table, (client, _) in self._kiosks.items():
            coming = self._coming.get(table, ())
            client.put("room", encode(Room(self._state, coming)) if coming else text)

    def _send_directors(self, subject: str | int, text: str) -> None:
        for client in self._directors:
            client.put(subject, text)

    def _failing(self, fault: Fault) -> None:
        if (said := str(self._words.fault(fault.message))) != self._fault:
            logging.getLogger(__name__).error("%s", fault)
            self._fault = said
            self._send_directors("totals", encode(self.totals()))

    def _still_in(self) -> tuple[int, int]:
        """How many players are not out, and the chips each of them has on average."""
        players = self._floor.players_left()
        return players, self._floor.chips().expected // players if players else 0

    def _new_state(self, at_ms: int) -> ClockState:
        room, floor = self._clock.state, self._floor
        if room.structure is None:
            raise RuntimeError("the tournament is opened before its state is published")
        players_left, average_stack = self._still_in()
        return ClockState(
            epoch=self._clock.epoch,
            seq=self._seq,
            mark=self._clock.mark,
            event=room.name,
            structure=without_ids(room.structure),
            index=room.clock.index,
            running=level_clock.is_running(room.clock),
            anchor_ms=at_ms,
            remaining_ms=level_clock.remaining_ms(room.clock, at_ms),
            blinds=blinds(room.structure, room.clock.index),
            entries=floor.entries(),
            players_left=players_left,
            tables=len(floor.numbers),
            chips_issued=floor.chips().issued,
            average_stack=average_stack,
            room=room.id,
            over_ms=level_clock.overtime_ms(room.clock, room.structure, at_ms),
            recovered=room.memory.recovered,
            play=floor.play_range(room.structure),
        )
