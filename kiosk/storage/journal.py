"""The durable log: chained records in one SQLite file, appended atomically by a single writer. Knows nothing about
poker.

In form 1, the table `record` holds the chain, and `head` says where it ends, so that a missing last record is noticed.
`opening` has one row for each time the journal was opened for writing; the row's number is the epoch.

SQLite ends its log at the first damaged frame, and the next writes overwrite the rest: one flipped bit would shorten
the journal silently. So every record is written a second time, to a separate file (`kiosk.storage.promised`), and a
journal shorter than that is `Unsound`.
"""

import logging
import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from secrets import token_hex
from types import TracebackType
from typing import IO, NamedTuple, Self

from engine.message import Message, message
from kiosk.faults import Fault, NoRoom, Unsound
from kiosk.storage.chain import START, Mark, Record, chain, follows, mark_of, record_of
from kiosk.storage.files import (
    SQLITE_ERRORS,
    disk_faults,
    forget_cached,
    form_of,
    in_one_line,
    make_private,
    sync_folder,
    take_lock,
)
from kiosk.storage.in_place import FilesInPlace
from kiosk.storage.plain import check_plain
from kiosk.storage.promised import PromiseLog, Promises, replace_promises
from kiosk.storage.quarantine import quarantine
from kiosk.storage.witness import witness_path
from kiosk.storage.write_ahead import WriteAheadLog

log = logging.getLogger(__name__)

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


class Damaged(Unsound):
    """The chain is broken. `first_bad` is the first record that is not as it was written; the records before it are
    intact."""

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

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
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
        """Yield every record, starting with the first. Raises `Damaged` at an invalid record, after yielding the
        records before it."""
        with disk_faults(self.path):
            rows = self._db.execute(f"{_RECORDS} ORDER BY seq")
        return _sound(self.path, START, rows)

    def verify(self) -> None:
        """Check the whole chain and the file's own structure. Raises `Damaged` or another `Fault` if either is not
        intact."""
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


class Journal(JournalReader):
    """A journal opened for writing, by the only process that may write. Belongs to the thread that opened it."""

    def __init__(  # noqa: PLR0913, PLR0917 the open parts of a journal
        self,
        path: Path,
        log: WriteAheadLog,
        lock: IO[bytes],
        promises: PromiseLog,
        epoch: int,
        files: FilesInPlace,
        make_room: Callable[[], bool],
    ) -> None:
        super().__init__(path, log.db)
        self.epoch = epoch
        self.opening = token_hex(8)
        """An id that distinguishes this opening from that of a copy of the file, which gets the same epoch."""
        self._make_room = make_room
        self._log = log
        self._promises = promises
        self._lock = lock
        self._held = list(self.walk())
        """All records. If the file is overwritten in place, this is the only copy. A long evening takes about 3 MB."""
        self._end = self.head
        self._failed: Fault | None = None
        self._files = files
        self._is_replaced = False
        self._is_put_back = False

    @classmethod
    def open(cls, path: Path, now_ms: Callable[[], int], make_room: Callable[[], bool] = lambda: False) -> Self:
        """Open for writing in the next epoch. Creates a new journal if there is none yet. `make_room` is called when
        the disk is full, and returns whether it has freed any room.

        Raises `Fault` if another process writes to it or it is from a newer version, `Unsound` if it is incomplete or
        damaged. If it raises `Unsound`, a copy of the journal's files has been quarantined next to it.
        """
        named, path = path, real_path(path)
        with ExitStack() as undo, disk_faults(path):
            lock = undo.enter_context(lock_journal(path))
            promises = Promises.read(witness_path(path))
            try:
                found = check(path, promises)
            except Unsound:
                quarantine(path, files_of(path))
                raise
            if found is None:
                create(path, ())
            db = undo.enter_context(closing(_connect(path, "rw")))
            log = WriteAheadLog(path, db)
            undo.callback(lambda: log.close(failed=True))
            reader = JournalReader(path, db)
            kept = undo.enter_context(closing(PromiseLog.open(witness_path(path), promises, reader.walk, reader.head)))
            epoch = _next_epoch(db, promises.epoch, now_ms())
            kept.opened(epoch)
            # Watch the name that was asked for, too, because the next start opens that name.
            files = FilesInPlace(dict.fromkeys([named, *files_of(path)]))
            journal = cls(path, log, lock, kept, epoch, files, make_room)
            undo.pop_all()
            return journal

    def close(self) -> None:
        """Close the files, then release the lock.

        After a failure, nothing is synced anymore, and the kernel's cache, which may hold data it wrongly counts as
        synced, is dropped. The next opening then reads what the disk holds. SQLite copies its log only into a file that
        is still at its path.
        """
        if self._is_replaced:
            self._put_back()
        self._log.close(failed=self._failed is not None and not self._is_replaced)
        self._promises.close()
        if self._failed:
            forget_cached(files_of(self.path))
        self._lock.close()

    def append(self, at_ms: int, bodies: Sequence[bytes]) -> list[Record]:
        """Write either all of the records or none of them. On return, they survive a power cut.

        If the disk is full and `make_room` frees some space, the write is tried a second time. That is safe because
        SQLite has not synced anything and has rolled back.

        Raises `Fault` if the second try fails, if the disk fails in another way, or if a later epoch has fenced this
        one off. After that, nothing is written until the journal is reopened, because a second fsync after a failed one
        may falsely succeed. Only reopening shows whether a failed commit was kept.
        """
        self.check_in_place()
        if self.has_other_writer:
            self.check_content()
        records = chain(self._end, self.epoch, at_ms, bodies)
        self._write(records)
        return records

    def complete(self, bodies: Sequence[bytes]) -> None:
        """Write the rest of the last append, which a disk lost although it had reported it as written. The records have
        the epoch and the time of those before them, so they are identical to the records that were lost. Raises `Fault`
        as `append` does.
        """
        (last,) = self.read(self._end.seq - 1)
        self._write(chain(self._end, last.epoch, last.at_ms, bodies))

    def _write(self, records: Sequence[Record]) -> None:
        if records:
            try:
                self._with_room(lambda: self._commit(records))
                # After the commit, because the second copy must never hold more than the journal.
                self._with_room(lambda: self._promise(records))
            except Fault as fault:
                self._failed = fault
                raise
            self._end = mark_of(records[-1])
            self._held += records
            self._failed = self._log.wrote(sum(len(record.body) for record in records))  # the next append raises it
            self._files.note()

    def check_in_place(self) -> None:
        """Raises `Fault` if writing has stopped, or if an open file is no longer the one at its path or has become
        shorter. From then on, nothing is written.

        First, the journal's records are written beside it as its second copy, as far as possible. The next opening then
        finds that the journal is short.
        """
        if self._failed:
            raise self._failed.again()
        if gone := self._files.missing():
            self._is_replaced = not self._files.is_in_place(gone)
            self._failed = Fault("record-replaced", path=str(gone))
            self._put_back()
            raise self._failed

    @property
    def has_other_writer(self) -> bool:
        """Whether another program has written to the files, or only touched them."""
        return self._files.has_other_writer

    def check_content(self) -> None:
        """Read both copies completely, as the next opening would. Raises `Fault` if they do not end where this journal
        does.

        In that case, nothing is written anymore, and the journal's records are written beside it as its second copy.
        """
        try:
            with open_reader(self.path) as reader:
                is_same = reader.head == self._end
            with disk_faults(self.path):
                promises = Promises.read(witness_path(self.path))
        except Fault as fault:
            raise self._written_over() from fault
        if not is_same or not promises.whole or promises.end != self._end:
            raise self._written_over()
        self._files.read()

    def _written_over(self) -> Fault:
        """Stop writing, because another program has written other content into the files."""
        self._failed = Fault("record-replaced", path=str(self.path))
        self._put_back()
        return self._failed

    def _put_back(self) -> None:
        """Write the second copy from memory, after quarantining the files that are there. A failure is only logged:
        the table has already stopped and says why."""
        if self._is_put_back:
            return
        try:
            if there := [file for file in files_of(self.path) if file.is_file()]:
                quarantine(self.path, there)
            if self._held:
                replace_promises(witness_path(self.path), self._held, self.epoch)
            self._is_put_back = True
        except Fault as fault:
            log.error("what was recorded cannot be put back: %s", fault)

    def _with_room(self, write: Callable[[], None]) -> None:
        try:
            write()
        except NoRoom:
            if not self._make_room():
                raise
            write()

    def _promise(self, records: Sequence[Record]) -> None:
        with disk_faults(self.path):
            self._promises.promised(records)

    def _commit(self, records: Sequence[Record]) -> None:
        try:
            with disk_faults(self.path):
                self._db.execute("BEGIN IMMEDIATE")
                self._check_fence()
                _insert(self._db, records)
                self._db.execute("COMMIT")
        except BaseException:
            with suppress(sqlite3.Error):
                self._db.rollback()
            raise

    def _check_fence(self) -> None:
        (epoch,) = self._db.execute("SELECT max(epoch) FROM opening").fetchone()
        if epoch != self.epoch:
            raise Fault("journal-opened-again", path=str(self.path), newest=epoch, epoch=self.epoch)


def open_reader(path: Path) -> JournalReader:
    """Open for reading, in any process, while the writer continues. Raises `Fault` in the same cases as
    `Journal.open`."""
    path = real_path(path)
    with ExitStack() as undo, disk_faults(path):
        db = undo.enter_context(closing(_connect(path, "ro")))
        _check_form(path, db)
        reader = JournalReader(path, db)
        reader.verify()
        undo.pop_all()
        return reader


def salvage(path: Path) -> Salvage:
    """Find the longest valid beginning of a journal, without changing anything."""
    path = real_path(path)
    records: list[Record] = []
    try:
        with disk_faults(path), closing(_connect(path, "ro")) as db:
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
    """The path with links resolved: log, lock and second copy are next to the real file."""
    return Path(os.path.realpath(path))


def read_rows(path: Path) -> tuple[list[Record], Mark]:
    """Every row that decodes as a record, valid or not, and the end that the file claims. This does not change
    anything."""
    found: list[Record] = []
    claimed = START
    with suppress(*SQLITE_ERRORS, OSError, Fault), closing(_connect(real_path(path), "ro")) as db:
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


def _connect(path: Path, mode: str) -> sqlite3.Connection:
    check_plain([path])
    return sqlite3.connect(f"{path.as_uri()}?mode={mode}", uri=True, isolation_level=None)


def files_of(path: Path) -> list[Path]:
    """A journal's files."""
    return [path, path.with_name(f"{path.name}-wal"), witness_path(path)]


def lock_journal(path: Path) -> IO[bytes]:
    """Take the lock, on a separate file. Closing any handle on the database file would drop SQLite's locks on it."""
    lock = path.with_name(f"{path.name}.lock")
    check_plain([lock, *files_of(path)])
    with disk_faults(path):
        try:
            return take_lock(lock)
        except BlockingIOError:
            raise Fault("journal-in-use", path=str(path)) from None


def create(path: Path, records: Sequence[Record]) -> None:
    """Write a complete new journal of these records to a temporary file, then move it to its path. Therefore, an empty
    or partial file is never one of ours.

    Deletes SQLite's log of the old file. Raises OSError or `sqlite3.Error`.
    """
    fresh = path.with_name(f"{path.name}.new")
    for suffix in ("", "-journal", "-wal", "-shm"):
        fresh.with_name(fresh.name + suffix).unlink(missing_ok=True)
    make_private(fresh)
    with closing(_connect(fresh, "rw")) as db:
        db.executescript(_SCHEMA)
        log = WriteAheadLog(fresh, db)
        if records:
            db.execute("BEGIN")
            _insert(db, records)
            db.execute("COMMIT")
        log.copy()  # if closing the connection did this, a failure would go unnoticed
    # SQLite would mistake the old file's log for the new file's. A power cut from here on leaves the old file without
    # its log.
    for suffix in ("-wal", "-shm"):
        path.with_name(f"{path.name}{suffix}").unlink(missing_ok=True)
    fresh.rename(path)
    sync_folder(path.parent)


def _insert(db: sqlite3.Connection, records: Sequence[Record]) -> None:
    rows = [(record.seq, record.epoch, record.at_ms, record.body, record.hash) for record in records]
    db.executemany("INSERT INTO record VALUES (?, ?, ?, ?, ?)", rows)
    db.execute("UPDATE head SET seq = ?, hash = ?", (records[-1].seq, records[-1].hash))


def check(path: Path, promises: Promises) -> Mark | None:
    """The end of a complete journal; None if there is no journal yet. This does not change anything, because SQLite
    would overwrite the data after a damaged frame.

    Raises `Unsound` if it is incomplete or damaged, another `Fault` if it cannot be read.
    """
    if not os.path.lexists(path):
        wal = path.with_name(f"{path.name}-wal")
        if promises.end.seq:
            raise Shorter(path, 0, promises.end.seq)
        if wal.exists():
            raise Unsound("journal-gone", path=str(path), log=wal.name)
        return None
    # A rollback journal left by a killed process must be rolled back, which needs write access.
    half_done = path.with_name(f"{path.name}-journal").exists()
    with disk_faults(path), closing(_connect(path, "rw" if half_done else "ro")) as db:
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
        db.executescript(_SCHEMA)
        return _schema(db)


def _schema(db: sqlite3.Connection) -> list[tuple[str, str]]:
    """Each table's name and the SQL that created it."""
    return db.execute("SELECT name, sql FROM sqlite_master ORDER BY name").fetchall()


def _next_epoch(db: sqlite3.Connection, promised: int, at_ms: int) -> int:
    every = "SELECT epoch FROM opening UNION ALL SELECT epoch FROM record"
    (used,) = db.execute(f"SELECT max(epoch) FROM ({every})").fetchone()
    epoch = max(used or 0, promised) + 1
    db.execute("INSERT INTO opening VALUES (?, ?)", (epoch, at_ms))
    return epoch
