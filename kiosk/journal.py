"""The durable log: chained records on one SQLite file, all or none, one writer. Knows no poker.

Form 1: `record` holds the chain, `head` where it ends (so that a missing last record is noticed), `opening`
one row for each time it was opened for writing, whose number is the epoch.
"""

import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from types import TracebackType
from typing import IO, NamedTuple, Self

from kiosk.chain import START, Mark, Record, chain, follows, mark_of
from kiosk.disk import disk_faults, sync_folder, take_lock
from kiosk.faults import Fault

FORM = 1
APPLICATION_ID = 0x6B696F73  # "kios"

_SCHEMA = f"""
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


class Damaged(Fault):
    """The chain breaks: `first_bad` is the first record that is not as it was written; those before it are sound."""

    def __init__(self, path: Path, first_bad: int, why: str) -> None:
        sound = f"the {first_bad - 1:,} records before it are sound" if first_bad > 1 else "no record before it"
        super().__init__(
            f"{path} is damaged at record {first_bad} ({why}; {sound})",
            "nothing was deleted; keep the file as it is and restore the last backup beside it",
        )
        self.first_bad = first_bad


class Salvage(NamedTuple):
    """What can still be believed of a journal: its longest sound beginning, and what stopped it, if anything did."""

    records: tuple[Record, ...]
    fault: Fault | None


class JournalReader:
    """A journal opened to be read, by the thread that opened it. Every record read is checked against the chain."""

    def __init__(self, path: Path, db: sqlite3.Connection) -> None:
        self.path = path
        self._db = db

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()

    @property
    def head(self) -> Mark:
        """Where the journal ends; `START` while it is empty."""
        with disk_faults(self.path):
            for seq, digest in self._db.execute("SELECT seq, hash FROM head"):
                return Mark(seq, digest)
        raise Damaged(self.path, 1, "the journal does not say where it ends")

    def read(self, after: int, limit: int = 1000) -> list[Record]:
        """The records that follow `after`, at most `limit`, in order. Raises `Damaged` at one that is not sound."""
        following = min(limit, self.head.seq - after)
        if following <= 0:
            return []
        with disk_faults(self.path):
            rows = self._db.execute(f"{_RECORDS} WHERE seq > ? ORDER BY seq LIMIT ?", (after, following))
        records = list(_sound(self.path, self._mark(after), rows))
        if len(records) < following:
            raise Damaged(self.path, after + len(records) + 1, "missing")
        return records

    def walk(self) -> Iterator[Record]:
        """Every record from the first on. Raises `Damaged` at one that is not sound, having given those before it."""
        with disk_faults(self.path):
            rows = self._db.execute(f"{_RECORDS} ORDER BY seq")
        return _sound(self.path, START, rows)

    def verify(self) -> None:
        """Walk the whole chain and the file's own structure. Raises `Damaged` or another `Fault` if not sound."""
        with disk_faults(self.path):
            self._db.execute("BEGIN")  # one moment of the journal, though its writer goes on
        try:
            self._verify()
        finally:
            self._db.rollback()

    def _verify(self) -> None:
        mark = START
        for record in self.walk():
            mark = mark_of(record)
        if mark != self.head:
            raise Damaged(self.path, mark.seq + 1, f"missing, the journal ends at {self.head}")
        with disk_faults(self.path):
            (found,) = self._db.execute("PRAGMA quick_check(1)").fetchone()
        if found != "ok":
            raise Fault(f"{self.path} is damaged, though its records are sound ({found})", "restore the last backup")

    def _mark(self, seq: int) -> Mark:
        if seq == 0:
            return START
        with disk_faults(self.path):
            row = self._db.execute("SELECT seq, hash FROM record WHERE seq = ?", (seq,)).fetchone()
        if row is None:
            raise Damaged(self.path, seq, "missing")
        return Mark(*row)


class Journal(JournalReader):
    """A journal opened for writing, by the only process that may. Belongs to the thread that opened it."""

    def __init__(self, path: Path, db: sqlite3.Connection, lock: IO[bytes], epoch: int) -> None:
        super().__init__(path, db)
        self.epoch = epoch
        self._lock = lock
        self._end = self.head
        self._failed: Fault | None = None

    @classmethod
    def open(cls, path: Path, now_ms: Callable[[], int]) -> Self:
        """Open for writing in the next epoch; begin a new journal if there is none.

        Raises `Fault` when another process writes to it, it is not a sound journal, or it is from a newer version.
        """
        path = Path(os.path.realpath(path))
        with ExitStack() as undo, disk_faults(path):
            lock = undo.enter_context(_lock(path))
            if not os.path.lexists(path):
                _create(path)
            db = undo.enter_context(closing(_connect(path, "rw")))
            _check_form(path, db)
            db.execute("PRAGMA journal_mode = WAL")
            db.execute("PRAGMA synchronous = FULL")
            # Write again what a kernel may only believe to be on disk, should the last run have met a failed fsync.
            db.execute("PRAGMA wal_checkpoint(PASSIVE)")
            JournalReader(path, db).verify()
            journal = cls(path, db, lock, _next_epoch(db, now_ms()))
            undo.pop_all()
            return journal

    def close(self) -> None:
        """Let go of the file, then of the right to write it."""
        super().close()
        self._lock.close()

    def append(self, at_ms: int, bodies: Sequence[bytes]) -> list[Record]:
        """Write them all or none. On return they survive a power cut.

        Raises `Fault` when the disk fails or a later opening has fenced this one off; from then on nothing is written
        until the journal is opened again, for after a failed fsync a second one may lie. Whether the records of a
        failed commit are held is known when it is opened again.
        """
        if self._failed:
            raise Fault(self._failed.what, self._failed.fix)
        records = chain(self._end, self.epoch, at_ms, bodies)
        if records:
            try:
                self._commit(records)
            except Fault as fault:
                self._failed = fault
                raise
            self._end = mark_of(records[-1])
        return records

    def _commit(self, records: Sequence[Record]) -> None:
        try:
            with disk_faults(self.path):
                self._db.execute("BEGIN IMMEDIATE")
                self._check_fence()
                rows = [(record.seq, record.epoch, record.at_ms, record.body, record.hash) for record in records]
                self._db.executemany("INSERT INTO record VALUES (?, ?, ?, ?, ?)", rows)
                self._db.execute("UPDATE head SET seq = ?, hash = ?", (records[-1].seq, records[-1].hash))
                self._db.execute("COMMIT")
        except BaseException:
            with suppress(sqlite3.Error):
                self._db.rollback()
            raise

    def _check_fence(self) -> None:
        (epoch,) = self._db.execute("SELECT max(epoch) FROM opening").fetchone()
        if epoch != self.epoch:
            raise Fault(
                f"{self.path} was opened again by another kiosk (opening {epoch}; this one is {self.epoch})",
                "use that kiosk, or close it and start this one again",
            )


def open_reader(path: Path) -> JournalReader:
    """Open to read, in any process, while its writer goes on. Raises `Fault` as `Journal.open` does."""
    path = Path(os.path.realpath(path))
    with ExitStack() as undo, disk_faults(path):
        db = undo.enter_context(closing(_connect(path, "ro")))
        _check_form(path, db)
        reader = JournalReader(path, db)
        reader.verify()
        undo.pop_all()
        return reader


def salvage(path: Path) -> Salvage:
    """The longest sound beginning of a journal, whatever has become of the rest. Changes and deletes nothing."""
    path = Path(os.path.realpath(path))
    records: list[Record] = []
    try:
        with disk_faults(path), closing(_connect(path, "ro")) as db:
            reader = JournalReader(path, db)
            for record in reader.walk():
                records.append(record)
            _check_form(path, db)
            reader.verify()
    except Fault as fault:
        return Salvage(tuple(records), fault)
    return Salvage(tuple(records), None)


def _sound(path: Path, mark: Mark, rows: Iterable[tuple[object, ...]]) -> Iterator[Record]:
    """The rows as records, each checked to follow on from the one before it, the first from the mark."""
    try:
        for row in rows:
            record = _record(row)
            if record is None or not follows(mark, record):
                raise Damaged(path, mark.seq + 1, _why(mark, record))
            mark = mark_of(record)
            yield record
    except sqlite3.DatabaseError as error:
        raise Damaged(path, mark.seq + 1, str(error)) from error


def _record(row: tuple[object, ...]) -> Record | None:
    match row:
        case (int(seq), int(epoch), int(at_ms), bytes(body), bytes(digest)):
            return Record(seq, epoch, at_ms, body, digest)
    return None


def _why(mark: Mark, record: Record | None) -> str:
    if record and record.seq != mark.seq + 1:
        return f"missing, the next one found is {record.seq}"
    return "altered"


def _connect(path: Path, mode: str) -> sqlite3.Connection:
    if path.exists() and not path.is_file():
        raise Fault(f"{path} is not a file", "name the journal's file, or one that does not exist yet")
    return sqlite3.connect(f"{path.as_uri()}?mode={mode}", uri=True, isolation_level=None)


def _lock(path: Path) -> IO[bytes]:
    """A file of its own: closing any handle on the database itself would drop SQLite's locks on it."""
    try:
        return take_lock(path.with_name(f"{path.name}.lock"))
    except BlockingIOError:
        raise Fault(f"another kiosk has this journal open ({path})", "use that one, or close it first") from None


def _create(path: Path) -> None:
    """Make a whole new journal beside its place, then move it there: an empty or half-made file is never ours."""
    wal = path.with_name(f"{path.name}-wal")
    if wal.exists():
        raise Fault(f"{path} is missing, though its {wal.name} is there", "put the file back beside it")
    fresh = path.with_name(f"{path.name}.new")
    for suffix in ("", "-journal", "-wal", "-shm"):
        fresh.with_name(fresh.name + suffix).unlink(missing_ok=True)
    with closing(_connect(fresh, "rwc")) as db:
        db.executescript(_SCHEMA)
    fresh.rename(path)
    sync_folder(path.parent)


def _check_form(path: Path, db: sqlite3.Connection) -> None:
    (application,) = db.execute("PRAGMA application_id").fetchone()
    (form,) = db.execute("PRAGMA user_version").fetchone()
    if application != APPLICATION_ID or form < 1:
        raise Fault(f"{path} is not a journal", "name the journal's file, or one that does not exist yet")
    if form > FORM:
        raise Fault(
            f"{path} was written by a newer version (form {form}; this program knows up to {FORM})",
            "update this program",
        )


def _next_epoch(db: sqlite3.Connection, at_ms: int) -> int:
    every = "SELECT epoch FROM opening UNION ALL SELECT epoch FROM record"
    (used,) = db.execute(f"SELECT max(epoch) FROM ({every})").fetchone()
    epoch = 1 if used is None else int(used) + 1
    db.execute("INSERT INTO opening VALUES (?, ?)", (epoch, at_ms))
    return epoch
