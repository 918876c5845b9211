"""The lease of a room: which clock writes. A clock takes it once the one before has not written for six seconds of the
server's time, so no two machines' clocks are compared.

Each taking raises the epoch, and the epoch is checked in every commit. A clock that was stopped and runs again
therefore writes nothing. The time only decides when another clock may try.
"""

import os
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple
from uuid import uuid4

from msgspec.structs import replace
from psycopg import Connection

from kiosk.clock.store.port import Alive
from kiosk.clock.store.postgres.identity import check_server, known_server, remember_server, server_of
from kiosk.clock.store.postgres.link import connect, place_of, server_faults
from kiosk.clock.store.postgres.schema import LEASE_S, form_of
from kiosk.faults import Fault

EARLY_S = 2.5
"""How many seconds a clock whose session has ended must have been silent. A running clock writes every second."""
PROBE_BYTES = 1024 * 1024
"""The size of the row that a server must have room for before a clock opens the room."""
PROCESS = uuid4().hex
"""This program's own id. After a failure of the server, it takes its own lease again without waiting."""
_SESSION_KEY = 0x6B696F64
"""The key of a lock that a clock's session holds while it runs. It decides nothing: whoever gets it only knows that the
session has ended, and need not wait until the lease runs out."""
_MAY_TAKE = "(process = %s OR until < clock_timestamp() + %s * interval '1 s')"


class Holder(NamedTuple):
    """The clock that took the lease last, and whether another may take it now."""

    owner: str
    is_over: bool


def holder_of(db: Connection, process: str = "") -> Holder:
    """The holder, and whether the clock with this process may take the lease. Raises `psycopg.Error`."""
    has_ended = _has_ended(db)
    found = f"SELECT owner, {_MAY_TAKE} FROM kiosk.lease"
    row = db.execute(found.encode(), (process, _spare_s(has_ended))).fetchone()
    if has_ended:
        db.execute("SELECT pg_advisory_unlock(%s)", (_SESSION_KEY,))
    return Holder(*row) if row else Holder("", True)


def _has_ended(db: Connection) -> bool:
    """Whether the session of the clock that has the lease has ended. If so, this session holds its lock now."""
    row = db.execute("SELECT pg_try_advisory_lock(%s)", (_SESSION_KEY,)).fetchone()
    return bool(row and row[0])


def _spare_s(has_ended: bool) -> float:
    """How many seconds of the lease may be left when another clock takes it."""
    return LEASE_S - EARLY_S if has_ended else 0.0


def taken(db: Connection, at: str, owner: str, process: str = PROCESS, least: int = 0) -> int:
    """Take the lease. Returns its epoch, which is higher than `least`. Waits for a commit of the clock before that is
    still under way. Raises `Fault` if another clock holds it, and `psycopg.Error`."""
    has_ended = _has_ended(db)
    row = db.execute(
        "UPDATE lease SET epoch = greatest(epoch, %s) + 1, owner = %s, process = %s,"
        f" until = clock_timestamp() + %s * interval '1 s' WHERE {_MAY_TAKE} RETURNING epoch".encode(),
        (least, owner, process, LEASE_S, process, _spare_s(has_ended)),
    ).fetchone()
    if row is None:
        if has_ended:
            db.execute("SELECT pg_advisory_unlock(%s)", (_SESSION_KEY,))
        raise Fault("room-in-use", path=at, owner=holder_of(db).owner)
    return int(row[0])


def renewed(db: Connection, epoch: int, at: str, alive: Alive) -> None:
    """Record that the service is running. Raises `Fault` if another clock has taken the lease, and `psycopg.Error`."""
    found = db.execute(
        "UPDATE lease SET until = clock_timestamp() + %s * interval '1 s', boot = %s, mono_ms = %s, wall_ms = %s,"
        " beat_at = clock_timestamp() WHERE epoch = %s",
        (LEASE_S, *alive, epoch),
    )
    if not found.rowcount:
        raise Fault("clock-fenced", path=at, owner=holder_of(db).owner)


def lock(db: Connection, epoch: int, at: str) -> None:
    """Prevent other clocks from taking the lease until the open transaction ends. Raises `Fault` if another clock has
    already taken it, and `psycopg.Error`."""
    if not db.execute("SELECT 1 FROM lease WHERE epoch = %s FOR UPDATE", (epoch,)).fetchone():
        raise Fault("room-in-use", path=at, owner=holder_of(db).owner)


class LeaseWait:
    """A clock that waits until it may take the lease. Keeps one connection, and changes nothing on the server."""

    def __init__(self, url: str, owner: str, process: str = PROCESS, state: Path | None = None) -> None:
        """`state` is where this machine's own files are."""
        self._url = url
        self._state = state
        self._owner = owner
        self._process = process
        self._db: Connection | None = None

    def look(self) -> Fault | None:
        """None if this clock may take the lease now, or the reason why it has to wait. Raises `Fault` if it never
        may."""
        at = place_of(self._url)
        try:
            self._db = db = self._db or connect(self._url, self._owner)
            with server_faults(at):
                form = form_of(db, at)
                if self._state:
                    self._check_server(db, self._state, at, is_room=bool(form))
                holder = holder_of(db, self._process) if form else None
                if holder and not holder.is_over:
                    return Fault("room-in-use", path=at, owner=holder.owner)
                if holder:
                    _check_room(db)
        except Fault as fault:
            self.close()
            if fault.message.code not in {"server-away", "server-old-primary", "server-full", "server-disk-failed"}:
                raise
            return fault
        return None

    def _check_server(self, db: Connection, state: Path, at: str, is_room: bool) -> None:
        """Remember a new primary, so that this clock never takes over on the old one, if that comes back. Raises
        `Fault` if this is the old one, or another database, and `psycopg.Error`."""
        known, found = known_server(state), server_of(db)
        check_server(known, found, state, at)
        if is_room and (known is None or known.timeline < found.timeline):
            with suppress(Fault):  # its own disk is full: it tries again at the next look
                remember_server(state, replace(found, epoch=known.epoch if known else 0))

    def close(self) -> None:
        if self._db:
            self._db.close()
        self._db = None


def _check_room(db: Connection) -> None:
    """Raises `psycopg.Error` if the server's disk has no room for new rows. A clock that opened the room on such a
    server would end at its first decision. Changes nothing."""
    with db.transaction(force_rollback=True):
        db.execute(
            "INSERT INTO kiosk.aside VALUES ('', 0, 0, 0, %s, '')", (os.urandom(PROBE_BYTES),)
        )  # zeros would be compressed


def epoch_of(db: Connection) -> int:
    """The epoch in which a clock wrote last. Raises `psycopg.Error`."""
    row = db.execute("SELECT epoch FROM lease").fetchone()
    return int(row[0]) if row else 0


def clock_before(db: Connection) -> str:
    """The name of the clock that ran the room last, or an empty string if none did. Raises `psycopg.Error`."""
    row = db.execute("SELECT owner FROM lease WHERE beat_at IS NOT NULL").fetchone()
    return str(row[0]) if row else ""


def away_ms(db: Connection) -> int | None:
    """How long ago a clock last recorded that it was running, by the server's own time. Raises `psycopg.Error`."""
    row = db.execute("SELECT (extract(epoch FROM clock_timestamp() - beat_at) * 1000)::int8 FROM lease").fetchone()
    return int(row[0]) if row and row[0] is not None else None


def release(db: Connection, epoch: int) -> None:
    """Let another clock take the lease at once. Raises `psycopg.Error`."""
    db.execute("UPDATE lease SET until = '-infinity' WHERE epoch = %s", (epoch,))
