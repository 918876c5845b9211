"""All streams of the clock in one SQLite file: its own tournaments, the copies of the tables' journals, and when it was
last known to be alive.

Format 1 (`schema.FORM`): `record` holds the streams, and `opening` the newest epoch of each. `opened` says which
opening of the journal was granted that epoch. `aside` holds records that were found damaged, and `alive` a single row.
`snapshot` holds the result of a stream's records, which can always be calculated again. `access` holds staff, devices
and sign-ins, which are in no record because they must be gone once they are removed. `changed` counts its changes. Only
one thread at a time uses it.

Other files reveal losses from damage to SQLite's log: where each copy ends (`marks`), all of the clock's own decisions
(`decisions`), and what it remembers outside the records (`remembered`).
"""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import IO

import msgspec

from kiosk.clock.store.choosing import replacement_of
from kiosk.clock.store.history_choices import ChoiceNote, HistoryChoice
from kiosk.clock.store.names import NamesFile, names_path
from kiosk.clock.store.pictures import PictureFolder
from kiosk.clock.store.port import (
    OF_A_ROW,
    Alive,
    Append,
    Batch,
    Snapshot,
    StreamState,
    check_opening,
)
from kiosk.clock.store.remembered import MemoryEntry, bring_back, changes_of, rows_of, write
from kiosk.clock.store.second_copies import FoundCopies, SecondCopies, is_complete
from kiosk.clock.store.sqlite.integrity import files_of, made_whole, shortfalls_in
from kiosk.clock.store.sqlite.schema import begin_or_check
from kiosk.clock.store.sqlite.stream_copy import (
    StreamCopy,
    heads_of,
    insert,
    set_aside,
    streams_of,
)
from kiosk.clock.store.streams import is_decided_here
from kiosk.faults import Fault
from kiosk.protocol.sync import Fenced, Forked, Intake
from kiosk.storage.chain import Mark
from kiosk.storage.files import disk_faults, forget_cached, make_private, take_lock
from kiosk.storage.journal_reader import real_path
from kiosk.storage.plain import check_plain
from kiosk.storage.write_ahead import WriteAheadLog


class SqliteStore:
    """The file, open for writing. `shortfalls` are the incomplete copies found when it was opened. The clock's own
    streams in `restored` and the entries in `brought` were restored from the second copies."""

    took_over = ""
    away_ms: int | None = None
    news = None

    def __init__(self, path: Path) -> None:
        """Open a database, or create one. Raises `Fault` if the file is not a clock database or the disk fails, or
        `Unsound` if a tournament's decisions are lost in both copies."""
        self.path = path = real_path(path)
        self._failed: Fault | None = None
        with ExitStack() as undo, disk_faults(path):
            promised, decided, changes = FoundCopies.read(path)
            self.shortfalls = shortfalls_in(path, promised)
            make_private(path)
            self._db = db = undo.enter_context(
                closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False))
            )
            begin_or_check(path, db)
            self._log = log = WriteAheadLog(path, db)
            undo.callback(lambda: log.close(failed=True))
            own, self.restored = made_whole(path, db, decided)
            self.brought = bring_back(db, changes)
            copies = {stream: mark for stream, mark in heads_of(db).items() if not is_decided_here(stream)}
            owed = {short.stream: promised[short.stream] for short in self.shortfalls}
            changed = None if is_complete(own, decided, path) else own
            self._second = SecondCopies(path, changed, changes_of(db), rows_of(db), copies | owed)
            undo.callback(self._second.close)
            self.names = undo.enter_context(closing(NamesFile(names_path(path))))
            self.pictures = PictureFolder(path)
            undo.pop_all()

    def close(self) -> None:
        """Close the files. After a failure, nothing more is synced, and the kernel drops the data that it considers
        synced, so that the files are next read from the disk itself."""
        self._log.close(failed=self.has_failed)
        self._second.close()
        self.names.close()
        if self.has_failed:
            forget_cached(files_of(self.path))

    def commit(self, batches: Iterable[Batch], appends: Sequence[Append] = ()) -> list[Mark | Fault]:
        """Write everything in one commit, except a `Fenced` or `Forked` batch. The marks are on disk when this returns.

        Raises `Fault`, with nothing written, if the disk fails or a stream does not end where an append expects.
        """
        batches = list(batches)
        results: list[Mark | Fault] = []
        written = [record for some in (batches, appends) for one in some for record in one.records]
        with self._commit(sum(len(record.body) + OF_A_ROW for record in written)):
            for append in appends:
                self._append(append)
            self.names.flush()  # names first: a number without a name would be worse than a name that no record uses
            results += [self._take(batch) for batch in batches]
            self._db.execute("COMMIT")
            taken = zip((batch.stream for batch in batches), results, strict=True)
            marks = [(stream, mark) for stream, mark in taken if isinstance(mark, Mark)]
            self._second.committed([(append.stream, append.records) for append in appends], marks)
        return results

    def append(self, *appends: Append) -> None:
        """Write the clock's decisions in one commit. Raises `Fault`, with nothing written."""
        self.commit((), appends)

    def open_stream(self, stream: str) -> int:
        """The next epoch of a stream that the clock writes. Raises `Fault`."""
        epoch = self.copy(stream).epoch() + 1
        with self._commit():
            self._db.execute("INSERT OR REPLACE INTO opening VALUES (?, ?)", (stream, epoch))
        return epoch

    def say_alive(self, alive: Alive) -> None:
        """Record that the service was running at this moment. Raises `Fault` if the disk fails."""
        with self._commit():
            self._db.execute("INSERT OR REPLACE INTO alive VALUES (1, ?, ?, ?)", alive)

    def keep_snapshot(self, stream: str, snapshot: Snapshot) -> None:
        """Keep this snapshot in place of the stream's previous one. Raises `Fault` if the disk fails."""
        mark, body = snapshot.mark, snapshot.body
        row = (stream, mark.seq, mark.hash, snapshot.program, sha256(body).digest(), body)
        with self._commit(len(body)):
            self._db.execute("INSERT OR REPLACE INTO snapshot VALUES (?, ?, ?, ?, ?, ?)", row)

    def grant(self, stream: str, opening: str) -> StreamState:
        """Grant this opening of a journal the next epoch, which fences off the previous writer. Raises `Fault`."""
        copy = self.copy(stream)
        epoch = copy.epoch() + 1
        with self._commit():
            self._db.execute("INSERT OR REPLACE INTO opening VALUES (?, ?)", (stream, epoch))
            self._db.execute("INSERT OR REPLACE INTO opened VALUES (?, ?, ?)", (stream, epoch, opening))
        return copy.standing()

    def set_aside(self, stream: str, after: int) -> None:
        """Set aside the part of a copy after a record, so that the table sends it again. Raises `Fault`."""
        with self._commit():
            set_aside(self._db, stream, after)

    def choose(self, choice: HistoryChoice, *kept: MemoryEntry) -> ChoiceNote | None:
        """Replace the copy's history, set the old one aside, and remember the choice and the entries `kept`, in one
        commit. Returns None if the copy lacks the last shared record. After a `Fault`, only the file with the old
        records may have been written."""
        stream = choice.stream
        made = replacement_of(self.copy(stream), choice, self._second.owed(stream), self.path)
        if made is None:
            return None
        note, all_kept = made.note, (made.entry, *kept)
        with self._commit():
            set_aside(self._db, stream, note.after)
            insert(self._db, stream, made.rest)
            self._db.execute("INSERT OR REPLACE INTO opening VALUES (?, ?)", (stream, note.epoch))
            self._db.execute("INSERT OR REPLACE INTO opened VALUES (?, ?, ?)", (stream, note.epoch, choice.opening))
            write(self._db, all_kept)
            changes = changes_of(self._db)
            self._db.execute("COMMIT")
            self._second.given_up(stream, note.end)
            self._second.kept(changes, all_kept)
        return note

    @contextmanager
    def _commit(self, size: int = 0) -> Iterator[None]:
        """A transaction of this many bytes. It ends with COMMIT if the code in the context has not ended it. Once the
        disk has failed, nothing is written until the file is reopened: a second fsync may wrongly report success."""
        if self._failed:
            raise self._failed.again()
        try:
            with disk_faults(self.path):
                self._db.execute("BEGIN IMMEDIATE")
                yield
                if self._db.in_transaction:
                    self._db.execute("COMMIT")
        except BaseException as error:
            with suppress(sqlite3.Error):
                self._db.rollback()
            self._failed = error if isinstance(error, Fault) else None
            raise
        self._failed = self._log.wrote(size)

    @property
    def has_failed(self) -> bool:
        return self._failed is not None

    def last_alive(self) -> Alive | None:
        with disk_faults(self.path):
            row = self._db.execute("SELECT boot, mono_ms, wall_ms FROM alive").fetchone()
        return Alive(*row) if row else None

    def kept(self, kind: str) -> dict[str, bytes]:
        """All entries of a kind, by id. Raises `Fault`."""
        with disk_faults(self.path):
            return dict(self._db.execute("SELECT id, body FROM access WHERE kind = ?", (kind,)).fetchall())

    def keep(self, *kept: MemoryEntry) -> None:
        """Write or delete these entries in one commit. Raises `Fault`, with nothing written."""
        with self._commit():
            write(self._db, kept)
            changes = changes_of(self._db)
            self._db.execute("COMMIT")
            self._second.kept(changes, kept)

    def copy(self, stream: str) -> StreamCopy:
        return StreamCopy(self.path, self._db, stream)

    def streams(self, prefix: str) -> list[str]:
        """The names that begin with this prefix, in order, of streams that have records."""
        with disk_faults(self.path):
            return [stream for stream in streams_of(self._db) if stream.startswith(prefix)]

    def erase(self, texts: Sequence[str], names: Sequence[str]) -> list[str]:
        """Erase these names and ids (`texts`). Returns the streams whose records contain one of the `names` as text.
        Raises `Fault`."""
        with self._commit():
            self.names.erase(texts)
            held = self._naming(names)
        return held

    def naming(self, names: Sequence[str]) -> list[str]:
        """The streams whose records contain one of the names as text, not as a number. Raises `Fault`."""
        with disk_faults(self.path):
            return self._naming(names)

    def _naming(self, names: Sequence[str]) -> list[str]:
        held: set[str] = set()
        for text in names:
            for table in ("record", "aside"):
                found = f"SELECT DISTINCT stream FROM {table} WHERE instr(body, ?)"
                held.update(stream for (stream,) in self._db.execute(found, (msgspec.json.encode(text),)))
        return sorted(held)

    def _append(self, append: Append) -> None:
        held = self.copy(append.stream).head()
        if held != append.expected:
            raise Fault("stream-moved-on", stream=append.stream, expected=append.expected.seq, held=held.seq)
        insert(self._db, append.stream, append.records)

    def _take(self, batch: Batch) -> Mark | Fault:
        copy = self.copy(batch.stream)
        try:
            check_opening(copy, batch)
            mark = Intake(copy).take(batch.epoch, batch.records)
        except (Fenced, Forked) as fault:
            return fault
        copy.granted(batch)
        return mark


def lock_database(path: Path) -> IO[bytes]:
    """The lock for running a clock on this database, held until the lock is closed. Raises `Fault` if another clock
    holds it: that clock would write its marks to a file that no longer exists."""
    path = real_path(path)
    lock = path.with_name(f"{path.name}.lock")
    with disk_faults(path):
        check_plain([lock, *files_of(path), names_path(path)])
        try:
            return take_lock(lock)
        except BlockingIOError:
            raise Fault("database-in-use", path=str(path)) from None
