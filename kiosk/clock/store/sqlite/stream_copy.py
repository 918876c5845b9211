"""One stream in the clock's database: a table's copy, or the clock's own decisions. No poker logic."""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import takewhile
from pathlib import Path
from typing import Any

from kiosk.clock.store.port import Batch, Snapshot, StreamState, sound_snapshot
from kiosk.storage.chain import START, Mark, Record, follows, mark_of, record_of
from kiosk.storage.files import SQLITE_ERRORS, disk_faults

_INSERT = "INSERT INTO record VALUES (?, ?, ?, ?, ?, ?)"
_LAST = "SELECT seq, hash FROM record WHERE stream = ? ORDER BY seq DESC LIMIT 1"
_RECORDS = "SELECT seq, epoch, at_ms, body, hash FROM record WHERE stream = ?"


class StreamCopy:
    """One stream of the store. Additions are on disk once `SqliteStore.commit` returns."""

    def __init__(self, path: Path, db: sqlite3.Connection, stream: str) -> None:
        self._path = path
        self._db = db
        self._stream = stream

    def _row(self, query: str, *rest: object) -> Any:
        """The query's first row, with the stream and the `rest` as parameters, or None."""
        with disk_faults(self._path):
            return self._db.execute(query, (self._stream, *rest)).fetchone()

    def standing(self) -> StreamState:
        return StreamState(self.epoch(), self.head(), self.opening())

    def epoch(self) -> int:
        """The highest epoch seen so far, or 0 at first."""
        row = self._row("SELECT epoch FROM opening WHERE stream = ?")
        return int(row[0]) if row else 0

    def opening(self) -> str:
        """The opening of the journal that was granted the highest epoch, or an empty string if none was."""
        row = self._row("SELECT opened.opening FROM opened JOIN opening USING (stream, epoch) WHERE stream = ?")
        return str(row[0]) if row else ""

    def granted(self, batch: Batch) -> None:
        """Record that the epoch of an accepted batch belongs to the batch's sender."""
        if batch.opening and batch.epoch == self.epoch() and not self.opening():
            row = (self._stream, batch.epoch, batch.opening)
            with disk_faults(self._path):
                self._db.execute("INSERT OR REPLACE INTO opened VALUES (?, ?, ?)", row)

    def head(self) -> Mark:
        """The last record held, or `START` at first."""
        row = self._row(_LAST)
        return Mark(*row) if row else START

    def begun_ms(self) -> int:
        """When the stream's first record was written, in the writer's wall-clock time, or 0 before that."""
        row = self._row("SELECT at_ms FROM record WHERE stream = ? ORDER BY seq LIMIT 1")
        return int(row[0]) if row else 0

    def held(self, seq: int) -> bytes | None:
        row = self._row("SELECT hash FROM record WHERE stream = ? AND seq = ?", seq)
        return bytes(row[0]) if row else None

    def add(self, epoch: int, records: Sequence[Record]) -> None:
        """Add records that follow on from the last one, and note the epoch of their sender."""
        with disk_faults(self._path):
            insert(self._db, self._stream, records)
            self._db.execute("INSERT OR REPLACE INTO opening VALUES (?, ?)", (self._stream, epoch))

    def snapshot(self, program: bytes) -> Snapshot | None:
        """The last snapshot, if it is undamaged and was made by this program. The stream may no longer contain the
        snapshot's last record."""
        one = "SELECT seq, hash, program, digest, body FROM snapshot WHERE stream = ?"
        row = None
        with suppress(*SQLITE_ERRORS):
            row = self._db.execute(one, (self._stream,)).fetchone()
        return sound_snapshot(row, program)

    def has(self, mark: Mark) -> bool:
        """Whether the stream has exactly the record with this mark."""
        return (
            self._row("SELECT 1 FROM record WHERE stream = ? AND seq = ? AND hash = ?", mark.seq, mark.hash) is not None
        )

    def walk(self, mark: Mark = START) -> Iterator[Record]:
        """Every undamaged record after this mark, in order, up to the first damaged one."""
        with disk_faults(self._path):
            for row in self._db.execute(f"{_RECORDS} AND seq > ? ORDER BY seq", (self._stream, mark.seq)):
                record = record_of(row)
                if record is None or not follows(mark, record):
                    return
                yield record
                mark = mark_of(record)

    def read(self, after: int, most: int) -> list[Record]:
        """At most `most` records after record `after`, up to the first damaged one."""
        with disk_faults(self._path):
            rows = self._db.execute(f"{_RECORDS} AND seq > ? ORDER BY seq LIMIT ?", (self._stream, after, most))
            records = list(takewhile(bool, map(record_of, rows)))
        return [record for record in records if record]

    def found(self) -> list[Record]:
        """Every row that can be read as a record, even a damaged one."""
        found: list[Record] = []
        with suppress(*SQLITE_ERRORS):
            for row in self._db.execute(f"{_RECORDS} ORDER BY seq", (self._stream,)):
                if record := record_of(row):
                    found.append(record)
        return found


def insert(db: sqlite3.Connection, stream: str, records: Iterable[Record]) -> None:
    """Write these rows, which follow on from the last one. Raises `sqlite3.Error`."""
    db.executemany(_INSERT, [(stream, one.seq, one.epoch, one.at_ms, one.body, one.hash) for one in records])


def set_aside(db: sqlite3.Connection, stream: str, after: int) -> None:
    """Move everything after this record to the records that were set aside. Raises `sqlite3.Error`."""
    rest = (stream, after)
    db.execute("INSERT INTO aside SELECT * FROM record WHERE stream = ? AND seq > ?", rest)
    db.execute("DELETE FROM record WHERE stream = ? AND seq > ?", rest)


def heads_of(db: sqlite3.Connection) -> dict[str, Mark]:
    """Where each stream of a database ends. Raises `sqlite3.Error`."""
    return {stream: Mark(*db.execute(_LAST, (stream,)).fetchone()) for stream in streams_of(db)}


def streams_of(db: sqlite3.Connection) -> list[str]:
    """The streams with records, in order. Jumps from each stream to the next by primary key, because there are millions
    of records."""
    following = """
        WITH RECURSIVE one(stream) AS (
            SELECT min(stream) FROM record
            UNION ALL SELECT (SELECT min(stream) FROM record WHERE stream > one.stream) FROM one WHERE stream NOTNULL
        ) SELECT stream FROM one WHERE stream NOTNULL
    """
    return [stream for (stream,) in db.execute(following)]
