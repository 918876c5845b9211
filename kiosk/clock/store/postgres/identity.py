"""Which server and database a clock last used, in a file on its own machine. A clock that comes back does not write to
an old primary, to another room's database, or below an epoch that it had already."""

from pathlib import Path

import msgspec
from psycopg import Connection

from kiosk.clock.store.second_copies import server_path
from kiosk.faults import Fault
from kiosk.storage.files import disk_faults
from kiosk.storage.witness import read_lines, replace_lines


class ServerLine(msgspec.Struct, frozen=True):
    """The server's identifier with the database's number, both of which every replica shares. The `timeline` is raised
    by each promotion of a replica. In lease `epoch`, this clock wrote last; it is 0 if it never did."""

    database: str
    timeline: int
    epoch: int = 0


def known_server(state: Path) -> ServerLine | None:
    """The server that this clock last wrote to, or last waited for. None before that. Raises `Fault`."""
    path = server_path(state)
    with disk_faults(path):
        return read_server(path)


def read_server(path: Path) -> ServerLine | None:
    """The undamaged line in a file. Raises OSError."""
    lines = list(read_lines(path, ServerLine))
    return lines[-1] if lines else None


def remember_server(state: Path, server: ServerLine) -> None:
    """Raises `Fault`."""
    replace_lines(server_path(state), [server])


def server_of(db: Connection) -> ServerLine:
    """Raises `psycopg.Error`."""
    row = db.execute(
        "SELECT system_identifier::text || '/' || oid,"
        " ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int"
        " FROM pg_control_system(), pg_database WHERE datname = current_database()"
    ).fetchone()
    assert row
    return ServerLine(str(row[0]), int(row[1]))


def check_server(known: ServerLine | None, found: ServerLine, state: Path, at: str) -> None:
    """Raises `Fault` if this is another database than the one before, or an old primary of it."""
    if known and known.database != found.database:
        raise Fault("server-of-other-room", path=at, file=str(server_path(state)))
    if known and known.timeline > found.timeline:
        raise Fault("server-old-primary", path=at)
