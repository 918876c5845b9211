"""The clock's copies of all tables' journals, and when it was last known to be alive, in one SQLite file. No poker.

Form 1: `record` holds the copies, `opening` the newest epoch seen of each table, `aside` what was found damaged and
asked for again, `alive` one row. One thread at a time uses it.

Where each copy ends is written a second time (`marks`): what damage hides in SQLite's log is missed there.
"""

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from typing import IO, NamedTuple, Self

from kiosk.clock.tables.marks import Marks, read_marks
from kiosk.faults import Fault
from kiosk.protocol.sync import Fenced, Forked, Intake
from kiosk.storage.chain import START, Mark, Record, follows, mark_of
from kiosk.storage.files import disk_faults, form_of, take_lock
from kiosk.storage.quarantine import quarantine
from kiosk.storage.witness import witness_path

FORM = 1
APPLICATION_ID = 0x6B696F63  # "kioc"
_SCHEMA = f"""
BEGIN;
CREATE TABLE record (
    table_no INTEGER, seq INTEGER, epoch INTEGER, at_ms INTEGER, body BLOB, hash BLOB, PRIMARY KEY (table_no, seq)
) WITHOUT ROWID;
CREATE TABLE aside (table_no INTEGER, seq INTEGER, epoch INTEGER, at_ms INTEGER, body BLOB, hash BLOB);
CREATE TABLE opening (table_no INTEGER PRIMARY KEY, epoch INTEGER NOT NULL);
CREATE TABLE alive (only INTEGER PRIMARY KEY CHECK (only = 1), boot TEXT, mono_ms INTEGER, wall_ms INTEGER);
PRAGMA application_id = {APPLICATION_ID};
PRAGMA user_version = {FORM};
COMMIT;
"""


class Alive(NamedTuple):
    """A moment at which the service ran: on which boot of the machine, and by its monotonic and its wall clock."""

    boot: str
    mono_ms: int
    wall_ms: int


class Batch(NamedTuple):
    """A batch of a table: its number, the opening in which it writes, the records."""

    table: int
    epoch: int
    records: Sequence[Record]


class Shortfall(NamedTuple):
    """A table's copy ends at record `found`, and had `promised`; the tables send again what is missing. `kept` is where
    the files lie as they were found."""

    table: int
    found: int
    promised: int
    kept: Path


class Store:
    """The file, open for writing. `shortfalls` were found when it was opened."""

    def __init__(self, path: Path, db: sqlite3.Connection, marks: Marks, shortfalls: tuple[Shortfall, ...]) -> None:
        self.path = path
        self.shortfalls = shortfalls
        self._db = db
        self._marks = marks
        self._failed: Fault | None = None

    @classmethod
    def open(cls, path: Path) -> Self:
        """Open, or begin a new one. Raises `Fault` when it is not such a file or the disk fails."""
        path = path.resolve()
        with ExitStack() as undo, disk_faults(path):
            promised = read_marks(witness_path(path))
            shortfalls = _shortfalls(path, promised)
            db = undo.enter_context(closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False)))
            _begin_or_check(path, db)
            db.execute("PRAGMA journal_mode = WAL")
            db.execute("PRAGMA synchronous = FULL")
            owed = {short.table: promised[short.table] for short in shortfalls}
            marks = undo.enter_context(closing(Marks(witness_path(path), _heads(db) | owed)))
            undo.pop_all()
            return cls(path, db, marks, shortfalls)

    def close(self) -> None:
        """Close the file."""
        self._db.close()
        self._marks.close()

    def commit(self, batches: Iterable[Batch]) -> list[Mark | Fault]:
        """Take all batches in one commit. On return the marks are on disk; a `Fenced` or `Forked` batch took nothing.

        Raises `Fault` when the disk fails.
        """
        batches = list(batches)
        results: list[Mark | Fault] = []
        with self._commit(lambda: zip((batch.table for batch in batches), results, strict=True)):
            results += [self._take(batch) for batch in batches]
        return results

    def say_alive(self, alive: Alive) -> None:
        """Record that the service ran at this moment. Raises `Fault` when the disk fails."""
        with self._commit():
            self._db.execute("INSERT OR REPLACE INTO alive VALUES (1, ?, ?, ?)", alive)

    def set_aside(self, table: int, after: int) -> None:
        """Move what a copy holds after a record away, so that the table sends it again. Raises `Fault`."""
        rest = (table, after)
        with self._commit():
            self._db.execute("INSERT INTO aside SELECT * FROM record WHERE table_no = ? AND seq > ?", rest)
            self._db.execute("DELETE FROM record WHERE table_no = ? AND seq > ?", rest)

    @contextmanager
    def _commit(self, moved: Callable[[], Iterable[tuple[int, Mark | Fault]]] = tuple) -> Iterator[None]:
        """All of it or nothing, on disk when left, with where the copies that `moved` end. Once the disk has failed
        nothing is written until the file is opened again, for after a failed fsync a second one may lie."""
        if self._failed:
            raise self._failed.again()
        try:
            with disk_faults(self.path):
                self._db.execute("BEGIN IMMEDIATE")
                yield
                self._db.execute("COMMIT")
            if marks := [(table, mark) for table, mark in moved() if isinstance(mark, Mark)]:
                self._marks.moved(marks)
        except BaseException as error:
            with suppress(sqlite3.Error):
                self._db.rollback()
            self._failed = error if isinstance(error, Fault) else None
            raise

    def last_alive(self) -> Alive | None:
        """The last such moment."""
        with disk_faults(self.path):
            row = self._db.execute("SELECT boot, mono_ms, wall_ms FROM alive").fetchone()
        return Alive(*row) if row else None

    def copy(self, table: int) -> "TableCopy":
        """One table's copy."""
        return TableCopy(self.path, self._db, table)

    def tables(self) -> list[int]:
        """The tables that have sent records."""
        with disk_faults(self.path):
            return [table for (table,) in self._db.execute("SELECT DISTINCT table_no FROM record ORDER BY table_no")]

    def _take(self, batch: Batch) -> Mark | Fault:
        try:
            return Intake(self.copy(batch.table)).take(batch.epoch, batch.records)
        except (Fenced, Forked) as fault:
            return fault


class TableCopy:
    """The copy of one table's journal. What is added is on disk when `Store.commit` returns."""

    def __init__(self, path: Path, db: sqlite3.Connection, table: int) -> None:
        self._path = path
        self._db = db
        self._table = table

    def epoch(self) -> int:
        """The highest epoch seen; 0 at first."""
        with disk_faults(self._path):
            row = self._db.execute("SELECT epoch FROM opening WHERE table_no = ?", (self._table,)).fetchone()
        return int(row[0]) if row else 0

    def head(self) -> Mark:
        """The last record held; `START` at first."""
        last = "SELECT seq, hash FROM record WHERE table_no = ? ORDER BY seq DESC LIMIT 1"
        with disk_faults(self._path):
            row = self._db.execute(last, (self._table,)).fetchone()
        return Mark(*row) if row else START

    def held(self, seq: int) -> bytes | None:
        """The hash of a record held."""
        one = "SELECT hash FROM record WHERE table_no = ? AND seq = ?"
        with disk_faults(self._path):
            row = self._db.execute(one, (self._table, seq)).fetchone()
        return bytes(row[0]) if row else None

    def add(self, epoch: int, records: Sequence[Record]) -> None:
        """Hold these, which follow on, and the epoch of their sender."""
        rows = [(self._table, one.seq, one.epoch, one.at_ms, one.body, one.hash) for one in records]
        with disk_faults(self._path):
            self._db.executemany("INSERT INTO record VALUES (?, ?, ?, ?, ?, ?)", rows)
            self._db.execute("INSERT OR REPLACE INTO opening VALUES (?, ?)", (self._table, epoch))

    def walk(self) -> Iterator[Record]:
        """Every sound record in order; those from the first damaged one on are left out."""
        rows = "SELECT seq, epoch, at_ms, body, hash FROM record WHERE table_no = ? ORDER BY seq"
        mark = START
        with disk_faults(self._path):
            for row in self._db.execute(rows, (self._table,)):
                record = _record(row)
                if record is None or not follows(mark, record):
                    return
                yield record
                mark = mark_of(record)


def _record(row: tuple[object, ...]) -> Record | None:
    match row:
        case (int(seq), int(epoch), int(at_ms), bytes(body), bytes(digest)):
            return Record(seq, epoch, at_ms, body, digest)
    return None


def lock_database(path: Path) -> IO[bytes]:
    """The right to be the clock of this database, until it is closed. Raises `Fault` where another clock has it: that
    would write its marks to a file which is no longer there."""
    path = path.resolve()
    with disk_faults(path):
        try:
            return take_lock(path.with_name(f"{path.name}.lock"))
        except BlockingIOError:
            raise Fault("database-in-use", path=str(path)) from None


def _heads(db: sqlite3.Connection) -> dict[int, Mark]:
    last = "SELECT table_no, max(seq), hash FROM record GROUP BY table_no"
    return {table: Mark(seq, digest) for table, seq, digest in db.execute(last)}


def _shortfalls(path: Path, marks: dict[int, Mark]) -> tuple[Shortfall, ...]:
    """The tables of which the file holds less than it had. Runs before a writer can overwrite the evidence."""
    heads: dict[int, Mark] = {}
    if path.exists() and marks:
        with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as db:
            begun = db.execute("SELECT 1 FROM sqlite_master WHERE name = 'record'").fetchone()
            heads = _heads(db) if begun else {}
    short = {table: heads.get(table, START) for table, mark in marks.items() if heads.get(table, START).seq < mark.seq}
    if not short:
        return ()
    kept = quarantine(path, [path, path.with_name(f"{path.name}-wal"), witness_path(path)])
    return tuple(Shortfall(table, found.seq, marks[table].seq, kept) for table, found in short.items())


def _begin_or_check(path: Path, db: sqlite3.Connection) -> None:
    is_unclaimed = db.execute("PRAGMA application_id").fetchone() == (0,)
    if is_unclaimed and not db.execute("SELECT 1 FROM sqlite_master").fetchone():
        db.executescript(_SCHEMA)
    elif form_of(path, db, APPLICATION_ID, FORM) < 1:
        raise Fault("not-a-database", path=str(path))
