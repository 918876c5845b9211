"""One stream of the clock's database: a table's copy, or what the clock itself decided. No poker."""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from hashlib import sha256
from itertools import takewhile
from pathlib import Path
from typing import NamedTuple

from kiosk.protocol.sync import Fenced, is_held
from kiosk.storage.chain import START, Mark, Record, follows, mark_of, record_of
from kiosk.storage.files import SQLITE_ERRORS, disk_faults

_INSERT = "INSERT INTO record VALUES (?, ?, ?, ?, ?, ?)"
_RECORDS = "SELECT seq, epoch, at_ms, body, hash FROM record WHERE stream = ?"


class Batch(NamedTuple):
    """Records of a table's journal: the stream, the epoch in which the table writes, the records, and which opening of
    the journal it is; empty where an older program sends."""

    stream: str
    epoch: int
    records: Sequence[Record]
    opening: str = ""


class Snapshot(NamedTuple):
    """What the records of a stream up to `mark` lead to, as bytes that a `program` can read."""

    mark: Mark
    program: bytes
    body: bytes


class StreamCopy:
    """One stream of the store. What is added is on disk when `Store.commit` returns."""

    def __init__(self, path: Path, db: sqlite3.Connection, stream: str) -> None:
        self._path = path
        self._db = db
        self._stream = stream

    def epoch(self) -> int:
        """The highest epoch seen; 0 at first."""
        with disk_faults(self._path):
            row = self._db.execute("SELECT epoch FROM opening WHERE stream = ?", (self._stream,)).fetchone()
        return int(row[0]) if row else 0

    def opening(self) -> str:
        """Which opening of the journal was granted the highest epoch; empty where an older program has it."""
        one = "SELECT opened.opening FROM opened JOIN opening USING (stream, epoch) WHERE stream = ?"
        with disk_faults(self._path):
            row = self._db.execute(one, (self._stream,)).fetchone()
        return str(row[0]) if row else ""

    def check_opening(self, batch: Batch) -> None:
        """Raises `Fenced` where another opening of the journal was granted this epoch, and for a later one that does
        not show what is held: it may be a stranger's."""
        epoch, opening, head = self.epoch(), self.opening(), self.head()
        if batch.epoch == epoch and opening and opening != batch.opening:
            raise Fenced("table-has-twin", epoch=epoch, held=head.seq)
        if batch.epoch > epoch and batch.opening and head.seq and not is_held(self, batch.records):
            raise Fenced("takeover-unproven", held=head.seq)

    def granted(self, batch: Batch) -> None:
        """The epoch of this batch is this opening's, if it was taken."""
        if batch.opening and batch.epoch == self.epoch() and not self.opening():
            row = (self._stream, batch.epoch, batch.opening)
            with disk_faults(self._path):
                self._db.execute("INSERT OR REPLACE INTO opened VALUES (?, ?, ?)", row)

    def head(self) -> Mark:
        """The last record held; `START` at first."""
        last = "SELECT seq, hash FROM record WHERE stream = ? ORDER BY seq DESC LIMIT 1"
        with disk_faults(self._path):
            row = self._db.execute(last, (self._stream,)).fetchone()
        return Mark(*row) if row else START

    def begun_ms(self) -> int:
        """When its first record was written, in the writer's wall time; 0 before."""
        first = "SELECT at_ms FROM record WHERE stream = ? ORDER BY seq LIMIT 1"
        with disk_faults(self._path):
            row = self._db.execute(first, (self._stream,)).fetchone()
        return int(row[0]) if row else 0

    def held(self, seq: int) -> bytes | None:
        """The hash of a record held."""
        one = "SELECT hash FROM record WHERE stream = ? AND seq = ?"
        with disk_faults(self._path):
            row = self._db.execute(one, (self._stream, seq)).fetchone()
        return bytes(row[0]) if row else None

    def add(self, epoch: int, records: Sequence[Record]) -> None:
        """Hold these, which follow on, and the epoch of their sender."""
        with disk_faults(self._path):
            insert(self._db, self._stream, records)
            self._db.execute("INSERT OR REPLACE INTO opening VALUES (?, ?)", (self._stream, epoch))

    def snapshot(self, program: bytes) -> Snapshot | None:
        """The last one kept, if it is whole and this program's. Whether the stream still has its record is another
        question."""
        one = "SELECT seq, hash, program, digest, body FROM snapshot WHERE stream = ?"
        row = None
        with suppress(*SQLITE_ERRORS):
            row = self._db.execute(one, (self._stream,)).fetchone()
        match row:
            case (int(seq), bytes(head), bytes(writer), bytes(digest), bytes(body)):
                if writer == program and digest == sha256(body).digest():
                    return Snapshot(Mark(seq, head), writer, body)
        return None

    def has(self, mark: Mark) -> bool:
        """Whether it holds the very record of this mark."""
        one = "SELECT 1 FROM record WHERE stream = ? AND seq = ? AND hash = ?"
        with disk_faults(self._path):
            return self._db.execute(one, (self._stream, mark.seq, mark.hash)).fetchone() is not None

    def walk(self, mark: Mark = START) -> Iterator[Record]:
        """Every sound record after this one in order; those from the first damaged one on are left out."""
        with disk_faults(self._path):
            for row in self._db.execute(f"{_RECORDS} AND seq > ? ORDER BY seq", (self._stream, mark.seq)):
                record = record_of(row)
                if record is None or not follows(mark, record):
                    return
                yield record
                mark = mark_of(record)

    def read(self, after: int, most: int) -> list[Record]:
        """The records that follow this one, at most so many; those from a damaged one on are left out."""
        with disk_faults(self._path):
            rows = self._db.execute(f"{_RECORDS} AND seq > ? ORDER BY seq LIMIT ?", (self._stream, after, most))
            records = list(takewhile(bool, map(record_of, rows)))
        return [record for record in records if record]

    def found(self) -> list[Record]:
        """Every row that can be read as a record, sound or not."""
        found: list[Record] = []
        with suppress(*SQLITE_ERRORS):
            for row in self._db.execute(f"{_RECORDS} ORDER BY seq", (self._stream,)):
                if record := record_of(row):
                    found.append(record)
        return found


def insert(db: sqlite3.Connection, stream: str, records: Iterable[Record]) -> None:
    """Write these rows, which follow on. Raises `sqlite3.Error`."""
    db.executemany(_INSERT, [(stream, one.seq, one.epoch, one.at_ms, one.body, one.hash) for one in records])


def set_aside(db: sqlite3.Connection, stream: str, after: int) -> None:
    """Move what follows this record to what was found damaged. Raises `sqlite3.Error`."""
    rest = (stream, after)
    db.execute("INSERT INTO aside SELECT * FROM record WHERE stream = ? AND seq > ?", rest)
    db.execute("DELETE FROM record WHERE stream = ? AND seq > ?", rest)


def heads_of(db: sqlite3.Connection) -> dict[str, Mark]:
    """Where each stream of a database ends. Raises `sqlite3.Error`."""
    last = "SELECT seq, hash FROM record WHERE stream = ? ORDER BY seq DESC LIMIT 1"
    return {stream: Mark(*db.execute(last, (stream,)).fetchone()) for stream in streams_of(db)}


def streams_of(db: sqlite3.Connection) -> list[str]:
    """The names of the streams that hold records, in order: from each to the next by the key, for there are
    millions of records."""
    following = """
        WITH RECURSIVE one(stream) AS (
            SELECT min(stream) FROM record
            UNION ALL SELECT (SELECT min(stream) FROM record WHERE stream > one.stream) FROM one WHERE stream NOTNULL
        ) SELECT stream FROM one WHERE stream NOTNULL
    """
    return [stream for (stream,) in db.execute(following)]
