"""The servers of a room: a stand-in for `psycopg.connect`, and what happens to servers and to connections with them.

Each statement runs to its end before another session's does, and no program leaves a transaction open while it does
anything else. Locks on rows are therefore left out. `tests/kiosk/clock/store/test_postgres.py` tests them on a real
server.
"""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any, Literal
from unittest.mock import patch

import psycopg

from kiosk.clock.store.postgres.lease import PROCESS
from kiosk.clock.store.postgres.link import NOT_REPLICATED
from kiosk.storage.chain import Record
from tests.lab.faults.database import Database, Row, Session
from tests.lab.faults.machines import Run, running

URL = "postgresql://kiosk@db1,db2/room"
VERSION = 150000
Lost = Literal["before", "after", "alone"]
"""The end of a commit that goes wrong: the connection is lost before it lasts, or after that, or the server warns that
its replica has not confirmed it."""
SILENCE_S = 5.0
"""How long a program waits for a server that it cannot reach."""


class SimulatedServer:
    """One server with its database."""

    def __init__(self, database: Database, timeline: int = 1) -> None:
        self.database = database
        self.timeline = timeline
        self.is_up = True
        self.writers: dict[int, SimulatedConnection] = {}
        """By epoch, the session that has written in it."""
        self.holder: Run | None = None
        """The program that took the lease last."""
        self.locked: SimulatedConnection | None = None
        """The session that got the lock of the room's sessions last."""


class SimulatedServers:
    """The servers that programs can connect to, in the order in which they try them."""

    def __init__(self, now_ms: Callable[[], float], broken: Callable[[str], None] = lambda _: None) -> None:
        """`now_ms` is the time of all servers. `broken` is called with each problem that no fault explains."""
        self.all = [SimulatedServer(Database())]
        self.unreachable_from: set[str] = set()
        """The machines that reach no server."""
        self.unsure: dict[str, deque[Lost]] = {}
        """By machine, the end of its next commits."""
        self.waited_s = 0.0
        """How long programs have waited for a server that they could not reach."""
        self.now_ms = now_ms
        self._broken = broken

    @property
    def primary(self) -> SimulatedServer:
        """The server with the newest history."""
        return max(self.all, key=lambda server: server.timeline)

    def read(self, stream: str) -> list[Record]:
        """The records of a stream on the primary."""
        return self.primary.database.read(stream)

    @property
    def away_ms(self) -> float:
        """How long ago a clock last renewed the lease."""
        beat_ms = self.primary.database.lease.beat_ms
        return 0 if beat_ms is None else self.now_ms() - beat_ms

    def promote(self, lost: int = 0) -> SimulatedServer:
        """The primary fails, and a replica takes its place, which lacks the last `lost` commits. Returns the old
        primary, with everything that it had."""
        old = self.primary
        old.is_up = False
        new = old.database.copied()
        new.is_full = False
        new.lose(lost)
        self.all.append(SimulatedServer(new, old.timeline + 1))
        return old

    def waited(self) -> float:
        """How many seconds programs have waited since the last call, for one call at most."""
        waited_s, self.waited_s = min(self.waited_s, SILENCE_S), 0.0
        return waited_s

    def died(self, run: Run) -> None:
        """A program was killed. Its machine closes its connections."""
        for server in self.all:
            if server.locked and server.locked.run is run:
                server.locked.close()

    def connect(self, _url: str, **_options: object) -> "SimulatedConnection":
        """As `psycopg.connect`. Raises OperationalError."""
        run = running()
        if self.is_reachable(run):
            for server in self.all:
                if server.is_up:
                    return SimulatedConnection(self, server, run)
        raise psycopg.OperationalError("connection failed")

    def is_reachable(self, run: Run | None) -> bool:
        """Whether a program reaches the servers. If it does not, it waits."""
        is_there = run is None or run.machine not in self.unreachable_from
        self.waited_s += 0 if is_there else SILENCE_S
        return is_there

    def committed(self, connection: "SimulatedConnection", server: SimulatedServer) -> None:
        """A transaction is about to last. Checks that only the owner of the lease writes, and only one in an epoch."""
        database, epoch = server.database, server.database.fenced
        if database.is_unfenced and connection.is_set_up:
            self._broken(f"{connection} writes without a lease")
        if database.is_taken and server is not self.primary:
            self._broken(f"{connection} takes over on an old primary")
        if database.is_taken:
            server.holder = connection.run
        if epoch is not None and epoch != database.lease.epoch:
            self._broken(f"{connection} writes in epoch {epoch}, and the lease is in epoch {database.lease.epoch}")
        if epoch is not None and server.writers.setdefault(epoch, connection) is not connection:
            self._broken(f"{connection} and {server.writers[epoch]} both write in epoch {epoch}")

    @contextmanager
    def between(self) -> Iterator[None]:
        """Connect every program in this process to these servers."""
        with patch.object(psycopg, "connect", self.connect):
            yield


class SimulatedConnection:
    """One session, with those parts of `psycopg.Connection` that the clock uses."""

    def __init__(self, servers: SimulatedServers, server: SimulatedServer, run: Run | None) -> None:
        self.run = run
        self.info = SimpleNamespace(server_version=VERSION)
        self.is_set_up = bool(server.database.forms)
        """Whether the room was there when this session began."""
        self._servers = servers
        self._server = server
        self._is_open = True
        self._depth = 0
        self._locks = 0
        """How many times it has the lock of the room's sessions."""
        self._hear: list[Callable[[Any], object]] = []

    def __str__(self) -> str:
        return self.run.machine if self.run else "a program"

    @property
    def closed(self) -> bool:
        """Whether the session and its locks are gone from the server."""
        return not (self._is_open and self._server.is_up)

    def close(self) -> None:
        """End the session."""
        self._is_open = False

    def add_notice_handler(self, hear: Callable[[Any], object]) -> None:
        """Call this for each warning of the server."""
        self._hear.append(hear)

    def execute(self, query: str | bytes, args: Sequence[Any] = ()) -> "SimulatedCursor":
        """Execute a statement. Raises `psycopg.Error`."""
        values = [self._process if one == PROCESS else one for one in args]
        return SimulatedCursor(self, self._do(lambda db: db.do(query, self._session(), values)))

    def cursor(self) -> "SimulatedCursor":
        """A cursor for `copy`."""
        return SimulatedCursor(self, [])

    def copy_in(self, rows: list[Row]) -> None:
        """Add records. Raises `psycopg.Error`."""
        self._do(lambda db: db.copy_in(rows))

    @contextmanager
    def transaction(self, force_rollback: bool = False) -> Iterator[None]:
        """A block whose statements last together or not at all. Raises `psycopg.Error`."""
        self._check()
        before, self._depth = self._server.database.changed, self._depth + 1
        try:
            yield
        except BaseException:
            self._depth -= 1
            self._server.database.roll_back(before)
            raise
        self._depth -= 1
        if force_rollback:
            self._server.database.roll_back(before)
        if not self._depth:
            self._commit()

    @property
    def _process(self) -> str:
        """The process of this session's program. In the simulation, all programs are in one."""
        return f"{PROCESS} {self.run.machine} {self.run.number}" if self.run else PROCESS

    def _session(self) -> Session:
        def lock() -> bool:
            holder = self._server.locked
            is_free = holder is None or holder is self or holder.closed
            if is_free:
                self._server.locked, self._locks = self, self._locks + 1
            return is_free

        def unlock() -> None:
            self._locks -= 1
            if not self._locks:
                self._server.locked = None

        return Session(self._servers.now_ms(), ("simulated/1", self._server.timeline), lock, unlock)

    def _do(self, what: Callable[[Database], Any]) -> Any:
        self._check()
        before = self._server.database.changed
        try:
            result = what(self._server.database)
        except BaseException:
            self._server.database.roll_back(before)
            raise
        if not self._depth:
            self._commit()
        return result

    def _commit(self) -> None:
        """Make the open changes last, or not. Raises `psycopg.Error` if the connection is lost meanwhile."""
        database = self._server.database
        if not database.changed:
            return
        ends = self._servers.unsure.get(str(self)) if self.run else None
        end = ends.popleft() if ends else None
        if end == "before":
            database.roll_back()
        else:
            self._servers.committed(self, self._server)
            database.commit()
        if end == "alone":
            for hear in self._hear:
                hear(SimpleNamespace(sqlstate=NOT_REPLICATED, message_primary="not replicated"))
        elif end:
            self.close()
            raise psycopg.OperationalError("the connection is lost")

    def _check(self) -> None:
        """Raises OperationalError if the session has ended, or if the server is not reachable."""
        if self.closed or not self._servers.is_reachable(self.run):
            if self._depth:
                self._server.database.roll_back()
            self.close()
            raise psycopg.OperationalError("the connection is lost")


class SimulatedCursor:
    """The answer to a statement, or a COPY."""

    def __init__(self, connection: SimulatedConnection, rows: list[Row]) -> None:
        self.rowcount = len(rows)
        self._connection = connection
        self._rows = iter(rows)
        self._copied: list[Row] = []

    def __iter__(self) -> Iterator[Row]:
        return self._rows

    def fetchone(self) -> Row | None:
        """The next row, or None."""
        return next(self._rows, None)

    def fetchall(self) -> list[Row]:
        """All other rows."""
        return list(self._rows)

    @contextmanager
    def copy(self, _query: str) -> Iterator["SimulatedCursor"]:
        """A block that adds records."""
        yield self
        self._connection.copy_in(self._copied)

    def set_types(self, _types: Sequence[str]) -> None:
        """Nothing."""

    def write_row(self, row: Row) -> None:
        """Add a record at the end of the block."""
        self._copied.append(row)
