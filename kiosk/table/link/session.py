"""One connection from a table to the clock, from the hello until it is lost: sends missing records and posts what it
receives. Knows nothing about how the connection was made or what happens after it is lost."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, TypeVar

from msgspec.structs import replace

from engine.tournament.levels.structure import Structure
from engine.tournament.tables.room_info import IncomingPlayer
from kiosk.faults import Fault
from kiosk.protocol.link.clock_state import ClockState, state_at
from kiosk.protocol.link.recovery import BackupPart, BackupThere, SendAgain
from kiosk.protocol.link.wire import MOST_RECORDS, WireMessage, encode
from kiosk.protocol.messages import (
    Ack,
    Answered,
    AtTable,
    CheckPin,
    FloorAnswer,
    FromTable,
    GoTo,
    Levels,
    Moment,
    PinChecked,
    Ping,
    Pong,
    Records,
    Refusal,
    Request,
    RequestResult,
    TableHealth,
    ToTable,
    Welcome,
    decode_to_table,
)
from kiosk.protocol.sync import Log, Outbox
from kiosk.storage.chain import Mark, Record
from kiosk.table.link.clock_backup_files import ClockBackupFiles
from kiosk.table.link.events import LinkEvent, OffsetMeasured, StateReceived, TableCredentials
from kiosk.table.link.timebase import Timebase

M = TypeVar("M", bound=WireMessage)
QUICK_PINGS = 8
QUICK_PING_S = 0.1
PING_S = 5.0
PATIENCE_S = 12.0
"""The time without any message, even a pong, after which the connection counts as lost."""


class Connection(Protocol):
    """One connection, with the interface of `websockets`. Both methods raise an error once it is lost."""

    async def send(self, message: str, /) -> None:
        """Send a message to the clock."""

    async def recv(self) -> str | bytes:
        """Receive a message from the clock."""


class RefusedByClock(Fault):
    """The clock refused, and said what to do. `lost` is set if another kiosk is writing for the table."""

    lost = False


class PendingUpdates:
    """Updates that the owner wants sent, such as the readers' health; `changed` is set when there is something new."""

    def __init__(self, kept: ClockBackupFiles | None = None) -> None:
        """`kept` are the files that the clock may store on this disk and ask for later."""
        self.kept = kept
        self.health = TableHealth(False)
        self.requests: dict[str, Request] = {}
        """Requests that the room has not answered, by id. They are sent again over a new connection."""
        self.answered: list[Answered] = []
        self.pins: asyncio.Queue[CheckPin] = asyncio.Queue()
        """PINs that are checked over the current connection or not at all."""
        self.held = self.decided = 0
        """The largest number of records that the clock has acknowledged, and the newest decision that it has
        reported."""
        self.changed = asyncio.Event()


@dataclass(eq=False)
class ClockSession:
    identity: TableCredentials
    log: Log
    news: PendingUpdates
    post: Callable[[LinkEvent], None]
    now_ms: Callable[[], int]

    def __post_init__(self) -> None:
        self.welcomed = False
        self._replies: asyncio.Queue[FromTable] = asyncio.Queue()
        self._outbox = Outbox(self.log)
        self._reported: TableHealth | None = None
        self._time = Timebase()
        self._acked = asyncio.Event()
        self._let_in = asyncio.Event()
        self._requested: set[str] = set()
        self._state: ClockState | None = None
        """The last state of the room that the clock sent. Its next message holds only the changes."""
        self._structure: Structure | None = None
        """The structure that applies to the next `Moment` message. A new structure may arrive some time before that
        message."""
        self._coming: tuple[IncomingPlayer, ...] = ()
        self._rev = 0
        """The revision of the newest target. A message with a lower revision is out of date."""

    async def run(self, connection: Connection) -> None:
        """Run until the connection is lost. Raises `RefusedByClock`, `Forked`, `Unreadable` or the socket's own
        exceptions."""
        while not self.news.pins.empty():
            self.news.pins.get_nowait()
        news = self.news
        hello = self.identity.hello(self.log.head, news.held, news.decided)
        await connection.send(encode(hello))
        self._receive(await self._next(connection))
        try:
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self._listen(connection))
                tasks.create_task(self._send(connection))
                tasks.create_task(self._ping(connection))
                # Without waiting for the records, which a table without a tournament does not send.
                tasks.create_task(_forward(self.news.pins, connection))
                tasks.create_task(_forward(self._replies, connection))
        except ExceptionGroup as several:
            raise several.exceptions[0] from None

    async def _listen(self, connection: Connection) -> None:
        while True:
            message = await self._next(connection)
            if not isinstance(message, BackupThere | BackupPart | SendAgain):
                self._receive(message)
            elif (
                (self._let_in.is_set() or isinstance(message, SendAgain))
                and self.news.kept
                and (reply := self.news.kept.answer(message))
            ):
                self._replies.put_nowait(reply)

    async def _next(self, connection: Connection) -> ToTable:
        async with asyncio.timeout(PATIENCE_S):  # before Python 3.12 `wait_for` may forget that it was canceled
            return decode_to_table(await connection.recv())

    async def _send(self, connection: Connection) -> None:
        await self._let_in.wait()
        await self._report(connection)
        await self._greet(connection)
        while True:
            self.news.changed.clear()
            if batch := self._outbox.next_batch(MOST_RECORDS):
                await self._deliver(connection, batch)
            else:
                await self._report(connection)
                await self._ask(connection)
                await self.news.changed.wait()

    async def _ask(self, connection: Connection) -> None:
        for request in list(self.news.requests.values()):
            if request.id not in self._requested:
                self._requested.add(request.id)
                await connection.send(encode(request))
        while self.news.answered:  # a request that a lost connection did not send is sent over the next one
            await connection.send(encode(self.news.answered[0]))
            self.news.answered.pop(0)

    async def _greet(self, connection: Connection) -> None:
        """Resend the last record that the clock holds, to show that this table has it too. This fences off older
        epochs."""
        if held := self._outbox.held:
            await self._deliver(connection, self.log.read(held - 1, 1))

    async def _deliver(self, connection: Connection, batch: list[Record]) -> None:
        self._acked.clear()
        await connection.send(encode(Records(tuple(batch))))
        async with asyncio.timeout(PATIENCE_S):
            await self._acked.wait()

    async def _report(self, connection: Connection) -> None:
        report = replace(self.news.health, waiting=self._outbox.behind)
        if report != self._reported:
            await connection.send(encode(report))
            self._reported = report

    async def _ping(self, connection: Connection) -> None:
        """Ping quickly for a good first estimate, and occasionally after that; each ping is also a heartbeat."""
        sent = 0
        while True:
            await connection.send(encode(Ping(self.now_ms())))
            sent += 1
            await asyncio.sleep(QUICK_PING_S if sent < QUICK_PINGS else PING_S)

    def _receive(self, message: ToTable) -> None:
        match message:
            case Welcome():
                self._acknowledge(message.mark)
                self._know(message.room)
                self._structure, self._coming = message.room.structure, message.coming
                self._rev = message.target.rev if message.target else 0
                self.welcomed = True
                self._let_in.set()
                self.post(message)
            case Ack():
                self._acknowledge(message.mark)
                self.post(message)
            case Levels(structure=structure):
                self._structure = structure
            case Moment(room=moment) if self._structure:
                state = state_at(moment, self._structure)
                self._know(state)
                self.post(StateReceived(state, self._coming, None))
            case AtTable(coming=coming) if self._state and not self._is_late(message):
                self._coming = coming
                self.post(StateReceived(self._state, coming, message.target, message.room_info))
            case Pong():
                self._sample(message)
            case GoTo():
                self.welcomed = True  # the clock is there, even if it has nothing for this table yet
                self.post(message)
            case RequestResult():
                if self.news.requests.pop(message.id, None):
                    self.post(message)
            case FloorAnswer() | PinChecked():
                self.post(message)
            case Refusal():
                refused = RefusedByClock("clock-refused", why=message.why, fix=message.fix)
                refused.lost = message.lost
                raise refused

    def _know(self, state: ClockState) -> None:
        self._state = state
        self.news.decided = max(self.news.decided, state.mark)

    def _is_late(self, message: AtTable) -> bool:
        """Whether a newer message came before this one. A player listed as on the way in the late message may have
        arrived and left since then."""
        rev = message.target.rev if message.target else self._rev
        self._rev = max(self._rev, rev)
        return rev < self._rev

    def _acknowledge(self, mark: Mark) -> None:
        self._outbox.acked(mark)
        self.news.held = max(self.news.held, mark.seq)
        self._acked.set()
        if self._outbox.behind:  # a mark that arrives late may be behind what has been sent since
            self.news.changed.set()

    def _sample(self, pong: Pong) -> None:
        before = self._time.offset_ms
        self._time.sample(pong.t0, pong.t1, pong.t2, self.now_ms())
        if (offset_ms := self._time.offset_ms) is not None and offset_ms != before:
            self.post(OffsetMeasured(offset_ms))


async def _forward(messages: asyncio.Queue[M], connection: Connection) -> None:
    while True:
        await connection.send(encode(await messages.get()))
