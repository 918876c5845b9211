"""All streams of the clock in one SQLite file: the tournaments that it decides, the copies of the tables' journals, and
when it was last known to be alive. No poker.

Form 2: `record` holds the streams, `opening` the newest epoch of each, `opened` which opening of the journal was
granted it, `aside` what was found damaged, `alive` one row, `snapshot` what the records of a stream lead to, which they
can always be asked for again, `access` the staff made on the page, devices and sign-ins: in no record, for what is
removed has to be gone; `changed` counts its changes. Form 1 had copies by table number.
One thread at a time uses it.

What damage hides in SQLite's log is missed elsewhere: where each copy ends is written a second time (`marks`), and what
the clock itself decided whole (`decisions`), as is what it remembers beside the records (`remembered`).
"""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from hashlib import sha256
from itertools import takewhile
from pathlib import Path
from typing import IO, NamedTuple, Self

import msgspec

from kiosk.clock.store.chosen import KIND, Choice, Chosen, given_up_in, keep_file
from kiosk.clock.store.decisions import Decisions, decisions_path, read_decisions
from kiosk.clock.store.marks import Marks, read_marks
from kiosk.clock.store.names import Names, names_path
from kiosk.clock.store.remembered import (
    Brought,
    Kept,
    Remembered,
    bring_back,
    changes_of,
    read_changes,
    remembered_path,
    rows_of,
    write,
)
from kiosk.clock.store.schema import begin_or_check
from kiosk.clock.store.streams import is_decided_here
from kiosk.faults import Fault, Unsound
from kiosk.protocol.sync import Fenced, Forked, Intake, is_held
from kiosk.storage.chain import START, Mark, Record, chained, follows, mark_of, record_of
from kiosk.storage.files import SQLITE_ERRORS, disk_faults, make_private, take_lock
from kiosk.storage.journal import real_path
from kiosk.storage.plain import check_plain
from kiosk.storage.quarantine import quarantine
from kiosk.storage.witness import witness_path

_INSERT = "INSERT INTO record VALUES (?, ?, ?, ?, ?, ?)"
_RECORDS = "SELECT seq, epoch, at_ms, body, hash FROM record WHERE stream = ?"
EPOCHS_AHEAD = 1_000
"""So much later than any before is the epoch of who writes for a table once its history was chosen: no other kiosk is
started so often while it only shows, and one that holds the same records could be let in again."""


class Alive(NamedTuple):
    """A moment at which the service ran: on which boot of the machine, and by its monotonic and its wall clock."""

    boot: str
    mono_ms: int
    wall_ms: int


class Batch(NamedTuple):
    """Records of a table's journal: the stream, the epoch in which the table writes, the records, and which opening of
    the journal it is; empty where an older program sends."""

    stream: str
    epoch: int
    records: Sequence[Record]
    opening: str = ""


class Append(NamedTuple):
    """Records that the clock has decided, to follow record `expected` of a stream."""

    stream: str
    expected: Mark
    records: Sequence[Record]


class Snapshot(NamedTuple):
    """What the records of a stream up to `mark` lead to, as bytes that a `program` can read."""

    mark: Mark
    program: bytes
    body: bytes


class Shortfall(NamedTuple):
    """A copy ends at record `found`, and had `promised`; the table sends again what is missing. `kept` is where the
    files lie as they were found."""

    stream: str
    found: int
    promised: int
    kept: Path


class _Beside(NamedTuple):
    """The files beside the database, open for writing."""

    marks: Marks
    decisions: Decisions
    names: Names
    remembered: Remembered


class Store:
    """The file, open for writing. `shortfalls` of copies, own streams `restored` from the second copy, and what was
    `brought` back of what is remembered, were found when it was opened."""

    def __init__(self, path: Path, db: sqlite3.Connection, beside: "_Beside") -> None:
        self.path = path
        self.names = beside.names
        self.shortfalls: tuple[Shortfall, ...] = ()
        self.restored: tuple[str, ...] = ()
        self.brought = Brought()
        self._db = db
        self._marks = beside.marks
        self._decisions = beside.decisions
        self._remembered = beside.remembered
        self._failed: Fault | None = None

    @classmethod
    def open(cls, path: Path) -> Self:
        """Open, or begin a new one. Raises `Fault` when it is not such a file or the disk fails, `Unsound` where a
        tournament's decisions are lost in both copies."""
        path = real_path(path)
        with ExitStack() as undo, disk_faults(path):
            marks_path, copies_path = witness_path(path), decisions_path(path)
            promised, decided = read_marks(marks_path), read_decisions(copies_path)
            changed_path = remembered_path(path)
            changes = read_changes(changed_path)
            shortfalls = _shortfalls(path, promised)
            make_private(path)
            db = undo.enter_context(closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False)))
            begin_or_check(path, db)
            db.execute("PRAGMA journal_mode = WAL")
            db.execute("PRAGMA synchronous = FULL")
            # Rewrite what the kernel may wrongly take for synced, if an fsync failed before.
            db.execute("PRAGMA wal_checkpoint(PASSIVE)")
            own, restored = _made_whole(path, db, decided)
            brought = bring_back(db, changes)
            changed = own != decided or not copies_path.exists()
            decisions = undo.enter_context(closing(Decisions(copies_path, own if changed else None)))
            remembered = undo.enter_context(closing(Remembered(changed_path, changes_of(db), rows_of(db))))
            copies = {stream: mark for stream, mark in heads_of(db).items() if not is_decided_here(stream)}
            owed = {short.stream: promised[short.stream] for short in shortfalls}
            marks = undo.enter_context(closing(Marks(marks_path, copies | owed)))
            names = undo.enter_context(closing(Names(names_path(path))))
            undo.pop_all()
            store = cls(path, db, _Beside(marks, decisions, names, remembered))
            store.shortfalls, store.restored, store.brought = shortfalls, restored, brought
            return store

    def close(self) -> None:
        """Close the files."""
        self._db.close()
        self._marks.close()
        self._decisions.close()
        self._remembered.close()
        self.names.close()

    def commit(self, batches: Iterable[Batch], appends: Sequence[Append] = ()) -> list[Mark | Fault]:
        """Take all in one commit; on return the marks are on disk. A `Fenced` or `Forked` batch took nothing.

        Raises `Fault`, with nothing written, when the disk fails or a stream is not where an append expects it.
        """
        batches = list(batches)
        results: list[Mark | Fault] = []
        with self._commit():
            for append in appends:
                self._append(append)
            self.names.flush()  # a name first: a record whose number says nothing would be worse than a name too many
            results += [self._take(batch) for batch in batches]
            self._db.execute("COMMIT")
            if appends:
                self._decisions.append((append.stream, append.records) for append in appends)
            taken = zip((batch.stream for batch in batches), results, strict=True)
            if marks := [(stream, mark) for stream, mark in taken if isinstance(mark, Mark)]:
                self._marks.moved(marks)
        return results

    def append(self, *appends: Append) -> None:
        """What the clock has decided, in one commit. Raises `Fault`, with nothing written."""
        self.commit((), appends)

    def adopt(self, stream: str, records: Sequence[Record]) -> None:
        """Hold a journal that was kept in a file of its own, as a new stream. Raises `Fault`, with nothing written."""
        epoch = max((record.epoch for record in records), default=0)
        with self._commit():
            self._append(Append(stream, START, records))
            self._db.execute("INSERT OR REPLACE INTO opening VALUES (?, ?)", (stream, epoch))
            self._db.execute("COMMIT")
            self._decisions.append([(stream, records)])

    def open_stream(self, stream: str) -> int:
        """The next epoch of a stream that the clock writes. Raises `Fault`."""
        epoch = self.copy(stream).epoch() + 1
        with self._commit():
            self._db.execute("INSERT OR REPLACE INTO opening VALUES (?, ?)", (stream, epoch))
            self._db.execute("COMMIT")
        return epoch

    def say_alive(self, alive: Alive) -> None:
        """Record that the service ran at this moment. Raises `Fault` when the disk fails."""
        with self._commit():
            self._db.execute("INSERT OR REPLACE INTO alive VALUES (1, ?, ?, ?)", alive)
            self._db.execute("COMMIT")

    def keep_snapshot(self, stream: str, snapshot: Snapshot) -> None:
        """Keep it in place of the stream's last one. Raises `Fault` when the disk fails."""
        mark, body = snapshot.mark, snapshot.body
        row = (stream, mark.seq, mark.hash, snapshot.program, sha256(body).digest(), body)
        with self._commit():
            self._db.execute("INSERT OR REPLACE INTO snapshot VALUES (?, ?, ?, ?, ?, ?)", row)
            self._db.execute("COMMIT")

    def grant(self, stream: str, opening: str) -> int:
        """The next epoch of a table's copy, for this opening alone: whoever wrote before is fenced off. Raises
        `Fault`."""
        epoch = self.copy(stream).epoch() + 1
        with self._commit():
            self._db.execute("INSERT OR REPLACE INTO opening VALUES (?, ?)", (stream, epoch))
            self._db.execute("INSERT OR REPLACE INTO opened VALUES (?, ?, ?)", (stream, epoch, opening))
            self._db.execute("COMMIT")
        return epoch

    def set_aside(self, stream: str, after: int) -> None:
        """Move what a copy holds after a record away, so that the table sends it again. Raises `Fault`."""
        with self._commit():
            _set_aside(self._db, stream, after)
            self._db.execute("COMMIT")

    def choose(self, choice: Choice, *kept: Kept) -> Chosen | None:
        """Hold this history in place of the copy's, which is set aside, and remember that, with what else is `kept`, in
        one commit; None where the copy has not what both are to share. Raises `Fault`: nothing is written then, but for
        the file with what was to be set aside."""
        stream, copy = choice.stream, self.copy(choice.stream)
        found, after, rest = copy.head(), choice.after, list(choice.records)
        while rest and copy.held(rest[0].seq) == rest[0].hash:  # it was sent meanwhile
            after = mark_of(rest.pop(0))
        if after.seq and copy.held(after.seq) != after.hash:
            return None
        file = keep_file(self.path, choice, found, copy.walk()) if found.seq > after.seq else ""
        end = mark_of(rest[-1]) if rest else after
        epoch = max(copy.epoch(), choice.epoch) + EPOCHS_AHEAD
        owed = self._marks.owed(stream)
        chosen = Chosen(
            stream, choice.table, choice.by, choice.at_ms, after.seq, found.seq - after.seq, end, owed, epoch, file
        )
        all_kept = (Kept(KIND, f"{stream} {epoch}", msgspec.json.encode(chosen)), *kept)
        with self._commit():
            _set_aside(self._db, stream, after.seq)
            self._db.executemany(_INSERT, _rows(stream, rest))
            self._db.execute("INSERT OR REPLACE INTO opening VALUES (?, ?)", (stream, epoch))
            self._db.execute("INSERT OR REPLACE INTO opened VALUES (?, ?, ?)", (stream, epoch, choice.opening))
            write(self._db, all_kept)
            changes = changes_of(self._db)
            self._db.execute("COMMIT")
            self._marks.given_up(stream, end)
            self._remembered.append(changes, all_kept)
        return chosen

    @contextmanager
    def _commit(self) -> Iterator[None]:
        """A transaction, ended by the block with COMMIT. Once the disk has failed nothing is written until the file is
        opened again, for after a failed fsync a second one may lie."""
        if self._failed:
            raise self._failed.again()
        try:
            with disk_faults(self.path):
                self._db.execute("BEGIN IMMEDIATE")
                yield
        except BaseException as error:
            with suppress(sqlite3.Error):
                self._db.rollback()
            self._failed = error if isinstance(error, Fault) else None
            raise

    @property
    def has_failed(self) -> bool:
        """Whether the disk has failed: nothing is written any more."""
        return self._failed is not None

    def last_alive(self) -> Alive | None:
        """The last such moment."""
        with disk_faults(self.path):
            row = self._db.execute("SELECT boot, mono_ms, wall_ms FROM alive").fetchone()
        return Alive(*row) if row else None

    def kept(self, kind: str) -> dict[str, bytes]:
        """All that is remembered of a kind, by id. Raises `Fault`."""
        with disk_faults(self.path):
            return dict(self._db.execute("SELECT id, body FROM access WHERE kind = ?", (kind,)).fetchall())

    def keep(self, *kept: Kept) -> None:
        """Remember or forget these, in one commit. Raises `Fault`, with nothing written."""
        with self._commit():
            write(self._db, kept)
            changes = changes_of(self._db)
            self._db.execute("COMMIT")
            self._remembered.append(changes, kept)

    def copy(self, stream: str) -> "StreamCopy":
        """One stream."""
        return StreamCopy(self.path, self._db, stream)

    def streams(self, prefix: str) -> list[str]:
        """The names of the streams that hold records and begin with this, in order."""
        with disk_faults(self.path):
            return [stream for stream in _streams(self._db) if stream.startswith(prefix)]

    def erase(self, texts: Sequence[str], names: Sequence[str]) -> list[str]:
        """Erase these texts; the streams whose records carry one of the names themselves. Raises `Fault`."""
        with self._commit():
            self.names.erase(texts)
            held = self._naming(names)
            self._db.execute("COMMIT")
        return held

    def naming(self, names: Sequence[str]) -> list[str]:
        """The streams whose records carry one of the names themselves. Raises `Fault`."""
        with disk_faults(self.path):
            return self._naming(names)

    def _naming(self, names: Sequence[str]) -> list[str]:
        held: set[str] = set()
        for text in names:
            for table in ("record", "aside"):
                rows = self._db.execute(f"SELECT DISTINCT stream FROM {table} WHERE instr(body, ?)", (_quoted(text),))
                held.update(stream for (stream,) in rows)
        return sorted(held)

    def _append(self, append: Append) -> None:
        held = self.copy(append.stream).head()
        if held != append.expected:
            raise Fault("stream-moved-on", stream=append.stream, expected=append.expected.seq, held=held.seq)
        self._db.executemany(_INSERT, _rows(append.stream, append.records))

    def _take(self, batch: Batch) -> Mark | Fault:
        copy = self.copy(batch.stream)
        try:
            copy.check_opening(batch)
            mark = Intake(copy).take(batch.epoch, batch.records)
        except (Fenced, Forked) as fault:
            return fault
        copy.granted(batch)
        return mark


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
            self._db.executemany(_INSERT, _rows(self._stream, records))
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


def _quoted(text: str) -> bytes:
    return msgspec.json.encode(text)


def _rows(stream: str, records: Iterable[Record]) -> list[tuple[object, ...]]:
    return [(stream, one.seq, one.epoch, one.at_ms, one.body, one.hash) for one in records]


def lock_database(path: Path) -> IO[bytes]:
    """The right to be the clock of this database, until it is closed. Raises `Fault` where another clock has it: that
    would write its marks to a file which is no longer there."""
    path = real_path(path)
    lock = path.with_name(f"{path.name}.lock")
    with disk_faults(path):
        check_plain([lock, *files_of(path), names_path(path)])
        try:
            return take_lock(lock)
        except BlockingIOError:
            raise Fault("database-in-use", path=str(path)) from None


def files_of(path: Path) -> list[Path]:
    """The files of a database."""
    return [path, path.with_name(f"{path.name}-wal"), witness_path(path), decisions_path(path), remembered_path(path)]


def heads_of(db: sqlite3.Connection) -> dict[str, Mark]:
    """Where each stream of a database ends. Raises `sqlite3.Error`."""
    last = "SELECT seq, hash FROM record WHERE stream = ? ORDER BY seq DESC LIMIT 1"
    return {stream: Mark(*db.execute(last, (stream,)).fetchone()) for stream in _streams(db)}


def _streams(db: sqlite3.Connection) -> list[str]:
    """The names, in order: from each to the next by the key, for there are millions of records."""
    following = """
        WITH RECURSIVE one(stream) AS (
            SELECT min(stream) FROM record
            UNION ALL SELECT (SELECT min(stream) FROM record WHERE stream > one.stream) FROM one WHERE stream NOTNULL
        ) SELECT stream FROM one WHERE stream NOTNULL
    """
    return [stream for (stream,) in db.execute(following)]


def _set_aside(db: sqlite3.Connection, stream: str, after: int) -> None:
    rest = (stream, after)
    db.execute("INSERT INTO aside SELECT * FROM record WHERE stream = ? AND seq > ?", rest)
    db.execute("DELETE FROM record WHERE stream = ? AND seq > ?", rest)


def _made_whole(
    path: Path, db: sqlite3.Connection, decided: dict[str, list[Record]]
) -> tuple[dict[str, list[Record]], tuple[str, ...]]:
    """The clock's own streams, each as long as either copy has it; and those that the file had lost a part of.

    Raises `Unsound` where neither has what was promised, or the two contradict each other; then nothing has changed but
    a copy of the files beside them.
    """
    own: dict[str, list[Record]] = {}
    restored: list[str] = []
    held = [stream for stream in heads_of(db) if is_decided_here(stream)]
    for stream in sorted({*held, *decided}):
        copy, second = StreamCopy(path, db, stream), decided.get(stream, [])
        first = list(copy.walk())
        own[stream] = whole = chained([*first, *second, *copy.found()])
        last = max([copy.head().seq, *(record.seq for record in second)])
        if len(whole) < last or any(one != other for one, other in zip(whole, chained(second), strict=False)):
            quarantine(path, files_of(path))
            raise Unsound("decisions-lost", path=str(path), found=len(whole), promised=last)
        if len(first) < len(whole):
            quarantine(path, files_of(path))
            db.execute("BEGIN IMMEDIATE")
            _set_aside(db, stream, len(first))
            db.executemany(_INSERT, _rows(stream, whole[len(first) :]))
            db.execute("COMMIT")
            restored.append(stream)
    return own, tuple(restored)


def _shortfalls(path: Path, marks: dict[str, Mark]) -> tuple[Shortfall, ...]:
    """The copies of which the file holds less than it had. Runs before a writer can overwrite the evidence."""
    heads: dict[str, Mark] = {}
    if path.exists() and marks:
        with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as db:
            given_up = given_up_in(db)
            marks = {stream: mark for stream, mark in marks.items() if (stream, mark) not in given_up}
            columns = {name for _, name, *_ in db.execute("PRAGMA table_info(record)")}
            if "stream" in columns:
                heads = heads_of(db)
            elif columns:
                heads = {f"table/{table}": Mark(seq, digest) for table, seq, digest in db.execute(
                    "SELECT table_no, max(seq), hash FROM record GROUP BY table_no")}  # fmt: skip
    short = {one: heads.get(one, START) for one, mark in marks.items() if heads.get(one, START).seq < mark.seq}
    if not short:
        return ()
    kept = quarantine(path, files_of(path))
    return tuple(Shortfall(stream, found.seq, marks[stream].seq, kept) for stream, found in short.items())
