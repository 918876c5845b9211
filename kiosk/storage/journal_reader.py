"""Reads and checks a journal, without changing anything. `kiosk.storage.journal` describes what a journal contains."""

import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import NamedTuple, Self

from engine.message import Message, message
from kiosk.faults import Fault, Unsound
from kiosk.storage.chain import START, Mark, Record, follows, mark_of, record_of
from kiosk.storage.files import SQLITE_ERRORS, disk_faults, form_of, in_one_line
from kiosk.storage.plain import check_plain
from kiosk.storage.promised import Promises
from kiosk.storage.witness import witness_path

FORM = 1
APPLICATION_ID = 0x6B696F73  # "kios"
SCHEMA = f"""
BEGIN;
CREATE TABLE record (
    seq INTEGER PRIMARY KEY, epoch INTEGER NOT NULL, at_ms INTEGER NOT NULL, body BLOB NOT NULL, hash BLOB NOT NULL
);
CREATE TABLE head (only INTEGER PRIMARY KEY CHECK (only = 1), seq INTEGER NOT NULL, hash BLOB NOT NULL);
CREATE TABLE opening (epoch INTEGER PRIMARY KEY, at_ms INTEGER NOT NULL);
INSERT INTO head VALUES (1, 0, zeroblob(32));
PRAGMA application_id = {APPLICATION_ID};
PRAGMA user_version = {FORM};
COMMIT;
"""
_RECORDS = "SELECT seq, epoch, at_ms, body, hash FROM record"


class Damaged(Unsound):
    """The chain is broken. `first_bad` is the first altered record; the ones before it are intact."""

    def __init__(self, path: Path, first_bad: int, why: Message | str) -> None:
        super().__init__("journal-damaged", path=str(path), record=first_bad, why=why, sound=first_bad - 1)
        self.first_bad = first_bad


class Shorter(Unsound):
    """The file is valid but incomplete: it holds `found` of the `promised` records."""

    def __init__(self, path: Path, found: int, promised: int) -> None:
        super().__init__("journal-shorter", path=str(path), found=found, promised=promised, missing=promised - found)
        self.found = found
        self.promised = promised


class Salvage(NamedTuple):
    """The longest valid beginning of a journal, and the fault that ended it, if any."""

    records: tuple[Record, ...]
    fault: Fault | None


class JournalReader:
    """A journal open for reading, on the thread that opened it. Every record is checked against the chain."""

    def __init__(self, path: Path, db: sqlite3.Connection) -> None:
        self.path = path
        self._db = db

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._db.close()

    @property
    def head(self) -> Mark:
        """The end of the journal; `START` if it is empty."""
        with disk_faults(self.path):
            for seq, digest in self._db.execute("SELECT seq, hash FROM head"):
                return Mark(seq, digest)
        raise Damaged(self.path, 1, message("journal-without-end"))

    def read(self, after: int, limit: int = 1000) -> list[Record]:
        """The records that follow `after`, at most `limit`, in order. Raises `Damaged` at an invalid one."""
        following = min(limit, self.head.seq - after)
        if following <= 0:
            return []
        with disk_faults(self.path):
            rows = self._db.execute(f"{_RECORDS} WHERE seq > ? ORDER BY seq LIMIT ?", (after, following))
        records = list(_sound(self.path, self.mark(after), rows))
        if len(records) < following:
            raise Damaged(self.path, after + len(records) + 1, message("record-missing"))
        return records

    def walk(self) -> Iterator[Record]:
        """Yield every record, starting with the first. Raises `Damaged` at an invalid one, after yielding those before
        it."""
        with disk_faults(self.path):
            rows = self._db.execute(f"{_RECORDS} ORDER BY seq")
        return _sound(self.path, START, rows)

    def verify(self) -> None:
        """Check the chain and the file's structure. Raises `Damaged` or another `Fault` if either is broken."""
        with disk_faults(self.path):
            self._db.execute("BEGIN")  # one snapshot, while the writer continues
        try:
            self._verify()
        finally:
            self._db.rollback()

    def _verify(self) -> None:
        mark = START
        for record in self.walk():
            mark = mark_of(record)
        if mark != self.head:
            raise Damaged(self.path, mark.seq + 1, message("record-missing-at-end", end=self.head.seq))
        with disk_faults(self.path):
            (found,) = self._db.execute("PRAGMA quick_check(1)").fetchone()
        if found != "ok":
            raise Unsound("journal-damaged-beside", path=str(self.path), error=" ".join(str(found).split()))

    def mark(self, seq: int) -> Mark:
        """The position just after a record. Raises `Damaged` if the record is missing."""
        if seq == 0:
            return START
        with disk_faults(self.path):
            row = self._db.execute("SELECT seq, hash FROM record WHERE seq = ?", (seq,)).fetchone()
        if row is None:
            raise Damaged(self.path, seq, message("record-missing"))
        return Mark(*row)


def open_reader(path: Path) -> JournalReader:
    """Open for reading in any process, while the writer continues. Raises `Fault` as `Journal.open` does."""
    path = real_path(path)
    with ExitStack() as undo, disk_faults(path):
        db = undo.enter_context(closing(connect(path, "ro")))
        _check_form(path, db)
        reader = JournalReader(path, db)
        reader.verify()
        undo.pop_all()
        return reader


def salvage(path: Path) -> Salvage:
    path = real_path(path)
    records: list[Record] = []
    try:
        with disk_faults(path), closing(connect(path, "ro")) as db:
            reader = JournalReader(path, db)
            for record in reader.walk():
                records.append(record)
            _check_form(path, db)
            reader.verify()
            promised = Promises.read(witness_path(path)).end
            if promised.seq > len(records):
                raise Shorter(path, len(records), promised.seq)
    except Fault as fault:
        return Salvage(tuple(records), fault)
    return Salvage(tuple(records), None)


def real_path(path: Path) -> Path:
    """The path with symbolic links resolved. The log, the lock and the second copy are next to the real file."""
    return Path(os.path.realpath(path))


def read_rows(path: Path) -> tuple[list[Record], Mark]:
    """Every row that decodes as a record, valid or not, and the end of the journal according to the file. Changes
    nothing."""
    found: list[Record] = []
    claimed = START
    with suppress(*SQLITE_ERRORS, OSError, Fault), closing(connect(real_path(path), "ro")) as db:
        for row in db.execute("SELECT seq, hash FROM head"):
            match row:
                case (int(seq), bytes(digest)):
                    claimed = Mark(seq, digest)
        for row in db.execute(f"{_RECORDS} ORDER BY seq"):
            if record := record_of(row):
                found.append(record)
    return found, claimed


def _sound(path: Path, mark: Mark, rows: Iterable[tuple[object, ...]]) -> Iterator[Record]:
    """Yield the rows as records, checking that each follows the one before it, and that the first follows the mark."""
    try:
        for row in rows:
            record = record_of(row)
            if record is None or not follows(mark, record):
                raise Damaged(path, mark.seq + 1, _why(mark, record))
            mark = mark_of(record)
            yield record
    except SQLITE_ERRORS as error:
        raise Damaged(path, mark.seq + 1, in_one_line(error)) from error


def _why(mark: Mark, record: Record | None) -> Message:
    if record and record.seq != mark.seq + 1:
        return message("record-missing-before", next=record.seq)
    return message("record-altered")


def connect(path: Path, mode: str) -> sqlite3.Connection:
    check_plain([path])
    return sqlite3.connect(f"{path.as_uri()}?mode={mode}", uri=True, isolation_level=None)


def files_of(path: Path) -> list[Path]:
    return [path, path.with_name(f"{path.name}-wal"), witness_path(path)]


def check(path: Path, promises: Promises) -> Mark | None:
    """The end of a complete journal; None if there is none. Raises `Unsound` if it is incomplete or damaged, or another
    `Fault`. Changes nothing, because SQLite would otherwise overwrite the data after a damaged frame."""
    if not os.path.lexists(path):
        wal = path.with_name(f"{path.name}-wal")
        if promises.end.seq:
            raise Shorter(path, 0, promises.end.seq)
        if wal.exists():
            raise Unsound("journal-gone", path=str(path), log=wal.name)
        return None
    # A rollback journal left by a killed process must be rolled back, which needs write access.
    half_done = path.with_name(f"{path.name}-journal").exists()
    with disk_faults(path), closing(connect(path, "rw" if half_done else "ro")) as db:
        _check_form(path, db)
        reader = JournalReader(path, db)
        reader.verify()
        found, promised = reader.head, promises.end
        if found.seq < promised.seq:
            raise Shorter(path, found.seq, promised.seq)
        if promised.seq and reader.mark(promised.seq) != promised:
            raise Damaged(path, promised.seq, message("record-not-as-in-copy", copy=witness_path(path).name))
    return found


def _check_form(path: Path, db: sqlite3.Connection) -> None:
    try:
        form = form_of(path, db, APPLICATION_ID, FORM)
    except Fault as newer:
        if _schema(db) == _our_schema():  # our schema: the form number is what is damaged
            raise Unsound("file-damaged", path=str(path)) from newer
        raise
    if form < 1:
        raise Unsound("not-a-journal", path=str(path))


def _our_schema() -> list[tuple[str, str]]:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
        db.executescript(SCHEMA)
        return _schema(db)


def _schema(db: sqlite3.Connection) -> list[tuple[str, str]]:
    return db.execute("SELECT name, sql FROM sqlite_master ORDER BY name").fetchall()
