"""The durable log: chained records in one SQLite file, appended atomically by a single writer. Knows nothing about
poker.

In form 1, the table `record` holds the chain, and `head` says where it ends, so that a missing last record is noticed.
`opening` has one row for each time the journal was opened for writing; the row's number is the epoch.

SQLite ends its log at the first damaged frame, and the next writes overwrite the rest: one flipped bit would shorten
the journal silently. So every record is written a second time, to a separate file (`kiosk.storage.promised`), and a
journal shorter than that is `Unsound`.
"""

import logging
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from secrets import token_hex
from typing import IO, Self

from kiosk.faults import Fault, NoRoom, Unsound
from kiosk.storage.chain import Record, chain, mark_of
from kiosk.storage.files import FilesInPlace, disk_faults, forget_cached, make_private, sync_folder, take_lock
from kiosk.storage.journal_reader import SCHEMA, JournalReader, check, connect, files_of, open_reader, real_path
from kiosk.storage.plain import check_plain
from kiosk.storage.promised import PromiseLog, Promises, replace_promises
from kiosk.storage.quarantine import quarantine
from kiosk.storage.witness import witness_path
from kiosk.storage.write_ahead import WriteAheadLog

log = logging.getLogger(__name__)


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
        """All records, kept in memory. If the file is overwritten in place, this is the only copy left. A long evening
        takes about 3 MB."""
        self._end = self.head
        self._failed: Fault | None = None
        self._files = files
        self._is_replaced = False
        self._is_put_back = False

    @classmethod
    def open(cls, path: Path, now_ms: Callable[[], int], make_room: Callable[[], bool] = lambda: False) -> Self:
        """Open for writing in the next epoch. Creates a new journal if there is none yet. `make_room` is called when
        the disk is full, and returns whether it has freed any room. Raises `Fault` if another process writes to it or
        it is from a newer version, `Unsound` if it is incomplete or damaged. If it raises `Unsound`, a copy of the
        journal's files has been quarantined next to it."""
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
            db = undo.enter_context(closing(connect(path, "rw")))
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
        """Close the files, then release the lock. After a failure, nothing is synced anymore, and the kernel's cache,
        which may hold data it wrongly counts as synced, is dropped. The next opening then reads what the disk holds.
        SQLite copies its log only into a file that is still at its path."""
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
        """Write the rest of the last append, which a disk lost after reporting it as written. The records are identical
        to the lost ones, because they get the epoch and time of the record before them. Raises `Fault` as `append`
        does."""
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
        shorter. From then on, nothing is appended. In the second case, the journal's records are first written to the
        second copy beside it, if possible, so that the next opening detects that the journal is too short."""
        if self._failed:
            raise self._failed.again()
        if gone := self._files.missing():
            self._is_replaced = not self._files.is_in_place(gone)
            self._failed = Fault("record-replaced", path=str(gone))
            self._put_back()
            raise self._failed

    @property
    def has_other_writer(self) -> bool:
        return self._files.has_other_writer

    def check_content(self) -> None:
        """Read both copies completely, as the next opening would. If they do not end where this journal does, write its
        records to the second copy beside it, raise `Fault`, and append nothing from then on."""
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
        """Stop writing, because another program has written different content into the files."""
        self._failed = Fault("record-replaced", path=str(self.path))
        self._put_back()
        return self._failed

    def _put_back(self) -> None:
        """Write the second copy from memory, after quarantining the files that are on the disk. A failure is only
        logged, because the table has already stopped and shows the reason."""
        if self._is_put_back:
            return
        try:
            if there := [file for file in files_of(self.path) if file.is_file()]:
                quarantine(self.path, there)
            if self._held:
                replace_promises(witness_path(self.path), self._held, self.epoch)
            self._is_put_back = True
        except Fault as fault:
            log.error("the records cannot be rolled back: %s", fault)

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
    or partial file is never one of ours. Deletes SQLite's log of the old file. Raises OSError or `sqlite3.Error`."""
    fresh = path.with_name(f"{path.name}.new")
    for suffix in ("", "-journal", "-wal", "-shm"):
        fresh.with_name(fresh.name + suffix).unlink(missing_ok=True)
    make_private(fresh)
    with closing(connect(fresh, "rw")) as db:
        db.executescript(SCHEMA)
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


def _next_epoch(db: sqlite3.Connection, promised: int, at_ms: int) -> int:
    every = "SELECT epoch FROM opening UNION ALL SELECT epoch FROM record"
    (used,) = db.execute(f"SELECT max(epoch) FROM ({every})").fetchone()
    epoch = max(used or 0, promised) + 1
    db.execute("INSERT INTO opening VALUES (?, ?)", (epoch, at_ms))
    return epoch
