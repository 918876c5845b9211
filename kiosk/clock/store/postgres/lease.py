"""The lease of a room: which clock writes. A clock takes it once the one before has not written for six seconds of the
server's time, so no two machines' clocks are compared.

Each taking raises the epoch, and the epoch is checked in every commit. A clock that was stopped and runs again
therefore writes nothing. The time only decides when another clock may try.
"""

from contextlib import closing
from typing import NamedTuple
from uuid import uuid4

from psycopg import Connection

from kiosk.clock.store.port import Alive
from kiosk.clock.store.postgres.link import connect, place_of, server_faults
from kiosk.clock.store.postgres.schema import LEASE_S
from kiosk.faults import Fault

EARLY_S = 2.5
"""How many seconds a clock whose session has ended must have been silent. A running clock writes every second."""
PROCESS = uuid4().hex
"""This program's own id. After a failure of the server, it takes its own lease again without waiting."""
_SESSION_KEY = 0x6B696F64
"""The key of a lock that a clock's session holds while it runs. It decides nothing: whoever gets it only knows that the
session has ended, and need not wait until the lease runs out."""


class Holder(NamedTuple):
    """The clock that wrote last, the number of seconds since it last said that it is running, and whether its lease has
    run out. `silent_s` is None if no clock has run yet."""

    owner: str
    silent_s: float | None
    is_over: bool


def holder_of(db: Connection) -> Holder:
    """Raises `psycopg.Error`."""
    row = db.execute(
        "SELECT owner, extract(epoch FROM clock_timestamp() - beat_at)::float8, until < clock_timestamp() FROM lease"
    ).fetchone()
    return Holder(*row) if row else Holder("", None, True)


def taken(db: Connection, at: str, owner: str, process: str = PROCESS) -> int:
    """Take the lease. Returns its epoch. Waits for a commit of the clock before that is still under way. Raises
    `Fault` if another clock holds it, and `psycopg.Error`."""
    (has_ended,) = db.execute("SELECT pg_try_advisory_lock(%s)", (_SESSION_KEY,)).fetchone() or (False,)
    row = db.execute(
        "UPDATE lease SET epoch = epoch + 1, owner = %s, process = %s, until = clock_timestamp() + %s * interval '1 s'"
        " WHERE process = %s OR until < clock_timestamp() + %s * interval '1 s' RETURNING epoch",
        (owner, process, LEASE_S, process, LEASE_S - EARLY_S if has_ended else 0),
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


def is_free(url: str, owner: str) -> bool:
    """Whether this clock could take the lease now: the server answers, and no other clock has it."""
    try:
        with closing(connect(url, owner)) as db, server_faults(place_of(url)):
            row = db.execute("SELECT process = %s OR until < clock_timestamp() FROM kiosk.lease", (PROCESS,)).fetchone()
    except Fault:
        return False
    return bool(row and row[0])


def release(db: Connection, epoch: int) -> None:
    """Let another clock take the lease at once. Raises `psycopg.Error`."""
    db.execute("UPDATE lease SET until = '-infinity' WHERE epoch = %s", (epoch,))
