"""Copies a whole room from a PostgreSQL server into the files of a clock without a server, and back.

The files are those of a backup, so a laptop without a server can always take over.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import LiteralString

from psycopg import Connection

from kiosk.clock.store.kept_authority import KIND, entry_of, kept_authority
from kiosk.clock.store.names import NameLine, names_path
from kiosk.clock.store.pictures import PictureFolder
from kiosk.clock.store.port import EPOCHS_AHEAD
from kiosk.clock.store.postgres.lease import lock, release, taken
from kiosk.clock.store.postgres.link import check_safe, connect, place_of, server_faults
from kiosk.clock.store.postgres.pictures import put_in, put_out
from kiosk.clock.store.postgres.schema import begin_or_check, check_form, upgrade
from kiosk.clock.store.sqlite.schema import begin_or_check as begin_or_check_file
from kiosk.clock.store.sqlite.stream_copy import heads_of
from kiosk.clock.store.streams import ROOM, TOURNAMENT, is_decided_here
from kiosk.faults import Fault, Unsound
from kiosk.storage.files import disk_faults, make_private
from kiosk.storage.tls_files import authority_in, tls_folder, write_authority
from kiosk.storage.witness import read_lines, replace_lines

PAGE = 2_000
"""The number of rows that are fetched at once."""
_COLUMNS: LiteralString = "stream, seq, epoch, at_ms, body, hash"
_OWN: LiteralString = f"stream LIKE '{TOURNAMENT}%' OR stream LIKE '{ROOM}%'"
_LAST: LiteralString = "(stream, seq) IN (SELECT stream, seq FROM stream)"
_UNHURRIED = "SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0"
_READ_ONLY = "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY"


def copy_out(url: str, to: Path, is_own: bool = False) -> None:
    """Copy the room, as it is at one moment, to a new database `to`, with its names, its pictures and its certificate
    authority beside it. With `is_own`, copy only the last record of each table, and neither its snapshots, nor what was
    set aside, nor pictures. Raises `Fault`."""
    at = place_of(url)
    with closing(connect(url, "copy")) as db, server_faults(at), disk_faults(to):
        check_form(db, at)
        make_private(to)
        with db.transaction(), closing(sqlite3.connect(to, isolation_level=None)) as file:
            db.execute(_READ_ONLY)
            db.execute(_UNHURRIED)
            begin_or_check_file(to, file)
            file.execute("BEGIN")
            _fill(file, db, is_own)
            file.execute("COMMIT")
            _put_out_authority(db, tls_folder(to))
            if not is_own:
                put_out(db, PictureFolder(to))
        names = db.execute("SELECT number, text FROM name ORDER BY number").fetchall()
        replace_lines(names_path(to), [NameLine(number, text) for number, text in names])


def _fill(file: sqlite3.Connection, db: Connection, is_own: bool) -> None:
    which: LiteralString = f"{_OWN} OR {_LAST}" if is_own else "true"
    tables: list[tuple[LiteralString, LiteralString]] = [
        ("record", f"SELECT {_COLUMNS} FROM record WHERE {which} ORDER BY stream, seq"),
        ("opening", "SELECT stream, epoch FROM stream WHERE epoch > 0"),
        ("opened", "SELECT stream, opened, opening FROM stream WHERE opening <> ''"),
        ("access", f"SELECT kind, id, body FROM access WHERE kind <> '{KIND}'"),
        ("alive", "SELECT 1, boot, mono_ms, wall_ms FROM lease WHERE boot IS NOT NULL"),
    ]
    if not is_own:
        tables += [
            ("aside", f"SELECT {_COLUMNS} FROM aside"),
            ("snapshot", "SELECT stream, seq, hash, program, digest, body FROM snapshot"),
        ]
    for table, query in tables:
        for rows in _pages(db, query):
            file.executemany(f"INSERT INTO {table} VALUES ({', '.join('?' * len(rows[0]))})", rows)


def _put_out_authority(db: Connection, folder: Path) -> None:
    """A damaged entry is left out, so that there still is a backup."""
    rows: dict[str, bytes] = dict(db.execute("SELECT id, body FROM access WHERE kind = %s", (KIND,)).fetchall())
    with suppress(Fault):
        if kept := kept_authority(rows):
            write_authority(kept, folder)


def _pages(db: Connection, query: LiteralString) -> Iterator[list[tuple[object, ...]]]:
    with db.cursor("copy") as cursor:
        cursor.execute(query)
        while rows := cursor.fetchmany(PAGE):
            yield rows


def copy_in(url: str, database: Path) -> None:
    """Fill an empty room on a server from a database in a file, which no clock has open. The epochs of the clock's own
    streams skip ahead, so that pages believe this clock and not the one before. Raises `Fault`, with nothing
    written, if a clock runs on the server, or if it already has a room."""
    at = place_of(url)
    with closing(connect(url, "copy")) as db, server_faults(at), disk_faults(database):
        check_safe(db, at)
        begin_or_check(db, at)
        epoch = taken(db, at, "kiosk move-clock", process=f"copy of {database}")
        try:
            with (
                db.transaction(),
                closing(sqlite3.connect(f"{database.absolute().as_uri()}?mode=ro", uri=True)) as file,
            ):
                db.execute(_UNHURRIED)
                lock(db, epoch, at)
                upgrade(db)
                _take_in(db, file, at, [(one.number, one.text) for one in read_lines(names_path(database), NameLine)])
                put_in(db, PictureFolder(database))
                if authority := authority_in(tls_folder(database)):
                    db.execute("INSERT INTO access VALUES (%s, %s, %s)", tuple(entry_of(authority)))
        finally:
            release(db, epoch)


def _take_in(db: Connection, file: sqlite3.Connection, at: str, names: list[tuple[int, str]]) -> None:
    if db.execute("SELECT 1 FROM stream UNION ALL SELECT 1 FROM access LIMIT 1").fetchone():
        raise Fault("room-not-empty", path=at)
    for table, columns, types in (
        ("record", _COLUMNS, ("text", "int8", "int8", "int8", "bytea", "bytea")),
        ("aside", _COLUMNS, ("text", "int8", "int8", "int8", "bytea", "bytea")),
        ("snapshot", "stream, seq, hash, program, digest, body", ("text", "int8", "bytea", "bytea", "bytea", "bytea")),
        ("access", "kind, id, body", ("text", "text", "bytea")),
    ):
        with db.cursor().copy(f"COPY {table} ({columns}) FROM STDIN (FORMAT binary)".encode()) as copy:
            copy.set_types(types)
            for row in file.execute(f"SELECT {columns} FROM {table}"):
                copy.write_row(row)
    heads, epochs = heads_of(file), dict(file.execute("SELECT stream, epoch FROM opening"))
    opened = {stream: (epoch, opening) for stream, epoch, opening in file.execute("SELECT * FROM opened")}
    for stream in sorted({*heads, *epochs}):
        epoch = epochs.get(stream, 0) + (EPOCHS_AHEAD if is_decided_here(stream) else 0)
        seq, digest = (heads[stream].seq, heads[stream].hash) if stream in heads else (0, bytes(32))
        row = (stream, seq, digest, epoch, *opened.get(stream, (0, "")))
        db.execute("INSERT INTO stream VALUES (%s, %s, %s, %s, %s, %s)", row)
    with db.cursor() as cursor:
        cursor.executemany("INSERT INTO name VALUES (%s, %s)", list(dict(names).items()))
    if alive := file.execute("SELECT boot, mono_ms, wall_ms FROM alive").fetchone():
        db.execute("UPDATE lease SET boot = %s, mono_ms = %s, wall_ms = %s", alive)
    last = "SELECT count(*) FROM stream s JOIN record USING (stream, seq) WHERE s.hash = record.hash"
    row = db.execute(last).fetchone()
    if not row or row[0] != len(heads):
        raise Unsound("server-changed-by-other", path=at, error=str(row[0] if row else 0))
