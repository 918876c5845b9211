"""The clock's store on a PostgreSQL server. Only the clock that holds the lease writes, and the server checks that in
every commit (`schema`).

Where each stream ends is read once and then known: this clock is the only writer. Each commit tells the server what it
believes, and writes nothing if that is wrong. Only one thread at a time uses a store.
"""

import logging
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from hashlib import sha256
from itertools import takewhile
from pathlib import Path
from typing import LiteralString

import msgspec
import psycopg
from msgspec.structs import replace
from psycopg import Connection

from kiosk.clock.store.choosing import replacement_of
from kiosk.clock.store.history_choices import KIND, ChoiceNote, HistoryChoice, given_up_by
from kiosk.clock.store.names import Names
from kiosk.clock.store.pictures import PictureFolder
from kiosk.clock.store.port import (
    Alive,
    Append,
    Batch,
    Snapshot,
    StreamState,
    check_opening,
)
from kiosk.clock.store.postgres.identity import check_server, known_server, remember_server, server_of
from kiosk.clock.store.postgres.lease import PROCESS, away_ms, clock_before, epoch_of, release, renewed, taken
from kiosk.clock.store.postgres.link import Warnings, check_safe, connect, place_of, server_faults
from kiosk.clock.store.postgres.pictures import PictureTable, put_in
from kiosk.clock.store.postgres.schema import FORM, WITHOUT_PICTURES, begin_or_check, upgrade
from kiosk.clock.store.postgres.stream_copy import Head, ServerStreamCopy
from kiosk.clock.store.remembered import MemoryEntry, lost_entries
from kiosk.clock.store.second_copies import (
    FoundCopies,
    SecondCopies,
    is_complete,
    second_copy_files,
    shortfalls_of,
    whole_of,
)
from kiosk.clock.store.streams import is_decided_here
from kiosk.faults import Fault, Unsound
from kiosk.protocol.sync import Fenced, Forked, Intake
from kiosk.storage.chain import START, Mark, Record, mark_of
from kiosk.storage.files import disk_faults
from kiosk.storage.journal_reader import real_path
from kiosk.storage.quarantine import quarantine

MOST_IN_ARRAYS = 100
"""A commit of more records than this sends them with COPY, which is twice as fast for a backlog."""
_WRITE: LiteralString = f"SELECT written({', '.join(['%s'] * 17)})"
_COPY = "COPY record (stream, seq, epoch, at_ms, body, hash) FROM STDIN (FORMAT binary)"
_TYPES = ("text", "int8", "int8", "int8", "bytea", "bytea")
log = logging.getLogger(__name__)
Rows = list[tuple[str, Record]]


class PostgresStore:
    """The room's database, open for writing by this clock."""

    news = None

    def __init__(self, url: str, state: Path, owner: str, process: str = PROCESS) -> None:
        """Take the room's lease, and create the room in an empty database. `state` is where this machine's own files
        are, and `owner` is this clock's name for people. Raises `Fault` if another clock runs, or if the server cannot
        be used."""
        self._at = at = place_of(url)
        self._state = state = real_path(state)
        self._failed: Fault | None = None
        self._epoch = 0
        self._db = db = connect(url, owner)
        try:
            check_safe(db, at)
            self._warnings = Warnings(db)
            with server_faults(at):
                known, server = known_server(state), server_of(db)
                check_server(known, server, state, at)
                form = begin_or_check(db, at)
                self.away_ms, before, last = away_ms(db), clock_before(db), epoch_of(db)
                self._epoch = taken(db, at, owner, process, known.epoch if known else 0)
                self.took_over = before if before != owner else ""
                self.pictures = PictureTable(at, db, self._transaction)
                self._heads = heads_of(db)
                self.names = Names(dict(db.execute("SELECT number, text FROM name").fetchall()), at)
            if form < FORM:
                with self._transaction():
                    if upgrade(db) == WITHOUT_PICTURES:
                        put_in(db, PictureFolder(state))
            now, is_latest = replace(server, epoch=self._epoch), known is not None and last <= known.epoch
            if is_latest:
                remember_server(state, now)  # if the comparison is interrupted, this clock is still the latest
            self._second = self._compared(is_latest)
            remember_server(state, now)
        except BaseException:
            self._leave()
            raise

    def close(self) -> None:
        """Give the lease back, so that another clock need not wait until it runs out."""
        self._second.close()
        self._leave()

    def _leave(self) -> None:
        if not self.has_failed:
            with suppress(psycopg.Error):
                release(self._db, self._epoch)
        self._db.close()

    def _compared(self, is_latest: bool) -> SecondCopies:
        """Restore what the server has lost from the second copies on this machine. `is_latest` says that no other clock
        has written since this one did. If one has, only decisions that follow the server's are restored: entries and
        marks may be out of date. Raises `Fault`, or `Unsound` if decisions contradict each other."""
        state = self._state
        with disk_faults(state):
            promised, decided, lines = FoundCopies.read(state)
        heads = {stream: head.mark for stream, head in self._heads.items() if head.mark.seq}
        self.shortfalls = shortfalls_of(
            state, second_copy_files(state), promised if is_latest else {}, heads, given_up_by(self.kept(KIND).values())
        )
        own, self.restored = self._made_whole(heads, decided)
        with server_faults(self._at):
            self.brought, lost = lost_entries(self._changes(), self._rows(), lines if is_latest else [])
            if lost:
                with self._writing(), self._db.transaction():
                    self._write()
                    self._keep(*lost)
            changes, rows = self._changes(), self._rows()
        owed = {short.stream: promised[short.stream] for short in self.shortfalls}
        copies = {stream: mark for stream, mark in heads.items() if not is_decided_here(stream)}
        return SecondCopies(state, None if is_complete(own, decided, state) else own, changes, rows, copies | owed)

    def _made_whole(
        self, heads: dict[str, Mark], decided: dict[str, list[Record]]
    ) -> tuple[dict[str, list[Record]], tuple[str, ...]]:
        """The clock's own streams, each as long as the longer of its two copies, and the names of those restored."""
        own: dict[str, list[Record]] = {}
        restored: list[str] = []
        for stream in sorted({*filter(is_decided_here, heads), *decided}):
            copy, second = self.copy(stream), decided.get(stream, [])
            first = list(copy.walk())
            whole, promised, is_sound = whole_of(first, second, copy.head().seq, copy.found)
            own[stream] = whole
            if is_sound and len(first) == len(whole):
                continue
            kept = quarantine(self._state, second_copy_files(self._state))
            agreed = len(list(takewhile(bool, (one == other for one, other in zip(whole, second, strict=False)))))
            if not is_sound and agreed == min(len(whole), len(second)):
                raise Unsound("decisions-lost", path=self._at, found=len(whole), promised=promised)
            if not is_sound:
                raise Unsound(
                    "decisions-only-here",
                    path=self._at, stream=stream, found=agreed, promised=len(second), kept=str(kept),
                )  # fmt: skip
            head, epoch = self._heads.get(stream, Head()), max(copy.epoch(), *(record.epoch for record in whole))
            with self._writing(), self._db.transaction():
                self._write({stream: head._replace(mark=mark_of(first[-1]) if first else START)})
                self._set_aside(stream, len(first))
                self._write(
                    {stream: head._replace(mark=mark_of(whole[-1]), epoch=epoch)},
                    [(stream, record) for record in whole[len(first) :]],
                )
            restored.append(stream)
        return own, tuple(restored)

    @property
    def has_failed(self) -> bool:
        return self._failed is not None

    def commit(self, batches: Iterable[Batch], appends: Sequence[Append] = ()) -> list[Mark | Fault]:
        results: list[Mark | Fault] = []
        with self._writing():
            change = _Change(self._at, self._db, self._heads)
            for append in appends:
                change.append(append)
            batches = list(batches)
            results += [change.take(batch) for batch in batches]
            self._write(change.heads, change.rows)
            self._warnings.check(self._at)
            taken = zip((batch.stream for batch in batches), results, strict=True)
            marks = [(stream, mark) for stream, mark in taken if isinstance(mark, Mark)]
            self._second.committed([(append.stream, append.records) for append in appends], marks)
        return results

    def append(self, *appends: Append) -> None:
        self.commit((), appends)

    def open_stream(self, stream: str) -> int:
        head = self._heads.get(stream, Head())
        with self._writing():
            self._write({stream: head._replace(epoch=head.epoch + 1)})
        return head.epoch + 1

    def say_alive(self, alive: Alive) -> None:
        with self._writing():
            renewed(self._db, self._epoch, self._at, alive)

    def hold(self, seconds: int) -> None:
        """Keep the lease for so long without writing. Raises `Fault`."""
        with self._writing(), self._db.transaction():
            self._write()
            self._db.execute("UPDATE lease SET until = clock_timestamp() + %s * interval '1 s'", (seconds,))

    def last_alive(self) -> Alive | None:
        with server_faults(self._at):
            row = self._db.execute("SELECT boot, mono_ms, wall_ms FROM lease WHERE boot IS NOT NULL").fetchone()
        return Alive(*row) if row else None

    def keep_snapshot(self, stream: str, snapshot: Snapshot) -> None:
        mark, body = snapshot.mark, snapshot.body
        row = (stream, mark.seq, mark.hash, snapshot.program, sha256(body).digest(), body)
        with self._writing(), self._db.transaction():
            self._write()
            self._db.execute(
                "INSERT INTO snapshot VALUES (%s, %s, %s, %s, %s, %s) ON CONFLICT (stream) DO UPDATE SET"
                " (seq, hash, program, digest, body) ="
                " (excluded.seq, excluded.hash, excluded.program, excluded.digest, excluded.body)",
                row,
            )

    def grant(self, stream: str, opening: str) -> StreamState:
        head = self._heads.get(stream, Head())
        epoch = head.epoch + 1
        with self._writing():
            self._write({stream: Head(head.mark, epoch, epoch, opening)})
        return self.copy(stream).standing()

    def set_aside(self, stream: str, after: int) -> None:
        mark = self._mark_at(stream, after)
        with self._writing(), self._db.transaction():
            self._write({stream: self._heads.get(stream, Head())._replace(mark=mark)})
            self._set_aside(stream, after)

    def choose(self, choice: HistoryChoice, *kept: MemoryEntry) -> ChoiceNote | None:
        stream = choice.stream
        made = replacement_of(self.copy(stream), choice, self._second.owed(stream), self._state)
        if made is None:
            return None
        note, all_kept = made.note, (made.entry, *kept)
        with self._writing():
            with self._db.transaction():
                self._write({stream: Head(note.end, note.epoch, note.epoch, choice.opening)})
                self._set_aside(stream, note.after)
                self._copy_in([(stream, record) for record in made.rest])
                self._keep(*all_kept)
                changes = self._changes()
            self._warnings.check(self._at)
            self._second.given_up(stream, note.end)
            self._second.kept(changes, all_kept)
        return note

    def kept(self, kind: str) -> dict[str, bytes]:
        with server_faults(self._at):
            return dict(self._db.execute("SELECT id, body FROM access WHERE kind = %s", (kind,)).fetchall())

    def keep(self, *kept: MemoryEntry) -> None:
        with self._writing():
            with self._db.transaction():
                self._write()
                self._keep(*kept)
                changes = self._changes()
            self._warnings.check(self._at)
            self._second.kept(changes, kept)

    def copy(self, stream: str) -> ServerStreamCopy:
        return ServerStreamCopy(self._at, self._db, self._heads, stream)

    def streams(self, prefix: str) -> list[str]:
        held = (stream for stream, head in self._heads.items() if head.mark.seq and stream.startswith(prefix))
        return sorted(held, key=str.encode)

    def erase(self, texts: Sequence[str], names: Sequence[str]) -> list[str]:
        gone = self.names.numbers_of(texts)
        with self._writing():
            with self._db.transaction():
                self._write()
                self._db.execute("UPDATE name SET text = '' WHERE number = ANY(%s)", (list(gone),))
            self.names.forget(gone)
            self._db.execute("VACUUM name")  # the old rows stay in the file until then
        return self.naming(names)

    def naming(self, names: Sequence[str]) -> list[str]:
        held: set[str] = set()
        with server_faults(self._at), self._db.transaction():
            self._db.execute("SET LOCAL statement_timeout = 0")  # it reads every record
            for text in names:
                said = msgspec.json.encode(text)
                for found in (
                    "SELECT DISTINCT stream FROM record WHERE position(%s in body) > 0",
                    "SELECT DISTINCT stream FROM aside WHERE position(%s in body) > 0",
                ):
                    held.update(stream for (stream,) in self._db.execute(found, (said,)))
        return sorted(held)

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """A block that ends with a commit, or else has failed. After that, nothing is written until the database is
        reopened: if the answer to a commit is lost, only a new reading shows whether it lasted. A new opening takes the
        lease again, and so waits for a commit that is still under way."""
        if self._failed:
            raise self._failed.again()
        before = dict(self._heads)
        try:
            with server_faults(self._at):
                yield
            self._warnings.check(self._at)
        except BaseException as error:
            self._heads.clear()
            self._heads.update(before)
            self._failed = error if isinstance(error, Fault) else None
            raise

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        with self._writing(), self._db.transaction():
            self._write()
            yield

    def _write(self, heads: dict[str, Head] | None = None, rows: Rows | None = None) -> None:
        """Check the lease, and write new names, heads and records in one commit, or in the open transaction."""
        changed = [(one, self._heads.get(one, Head()), head) for one, head in (heads or {}).items()]
        names = self.names.take_new()
        few = rows if rows and len(rows) <= MOST_IN_ARRAYS else []
        arrays = [
            [one for one, _, _ in changed],
            [old.mark.seq for _, old, _ in changed], [old.mark.hash for _, old, _ in changed],
            [new.mark.seq for _, _, new in changed], [new.mark.hash for _, _, new in changed],
            [new.epoch for _, _, new in changed], [new.opened for _, _, new in changed],
            [new.opening for _, _, new in changed],
            [line.number for line in names], [line.text for line in names],
            [stream for stream, _ in few], [one.seq for _, one in few], [one.epoch for _, one in few],
            [one.at_ms for _, one in few], [one.body for _, one in few], [one.hash for _, one in few],
        ]  # fmt: skip
        try:
            if rows and not few:
                with self._db.transaction():
                    self._db.execute(_WRITE, (self._epoch, *arrays))
                    self._copy_in(rows)
            else:
                self._db.execute(_WRITE, (self._epoch, *arrays))
        except BaseException:
            self.names.put_back(names)
            raise
        self._heads.update(heads or {})

    def _copy_in(self, rows: Rows) -> None:
        if not rows:
            return
        with self._db.cursor().copy(_COPY) as copy:
            copy.set_types(_TYPES)
            for stream, one in rows:
                copy.write_row((stream, one.seq, one.epoch, one.at_ms, one.body, one.hash))

    def _set_aside(self, stream: str, after: int) -> None:
        self._db.execute(
            "WITH gone AS (DELETE FROM record WHERE stream = %s AND seq > %s RETURNING *)"
            " INSERT INTO aside SELECT * FROM gone ORDER BY seq",
            (stream, after),
        )

    def _keep(self, *kept: MemoryEntry) -> None:
        for one in kept:
            if one.body is None:
                self._db.execute("DELETE FROM access WHERE kind = %s AND id = %s", (one.kind, one.id))
            else:
                self._db.execute(
                    "INSERT INTO access VALUES (%s, %s, %s) ON CONFLICT (kind, id) DO UPDATE SET body = excluded.body",
                    tuple(one),
                )

    def _changes(self) -> int:
        """How many times the entries have changed. Raises `psycopg.Error`."""
        row = self._db.execute("SELECT changes FROM changed").fetchone()
        return int(row[0]) if row else 0

    def _rows(self) -> dict[tuple[str, str], bytes]:
        """All entries by kind and id. Raises `psycopg.Error`."""
        return {(kind, its_id): body for kind, its_id, body in self._db.execute("SELECT kind, id, body FROM access")}

    def _mark_at(self, stream: str, seq: int) -> Mark:
        """The mark of a record, or the last one if there are fewer."""
        copy = self.copy(stream)
        digest = copy.held(seq) if 0 < seq < copy.head().seq else None
        return START if seq == 0 else Mark(seq, digest) if digest else copy.head()


class _Change:
    """The additions of one commit. `heads` has only the streams that it changes."""

    def __init__(self, at: str, db: Connection, before: dict[str, Head]) -> None:
        self._at = at
        self._db = db
        self._before = before
        self._now = dict[str, Head](before)
        self._copies: dict[str, ServerStreamCopy] = {}
        self.rows: Rows = []

    def append(self, append: Append) -> None:
        copy = self._copy(append.stream)
        if copy.head() != append.expected:
            expected, held = append.expected.seq, copy.head().seq
            raise Fault("stream-moved-on", stream=append.stream, expected=expected, held=held)
        copy.add(copy.epoch(), append.records)
        self.rows += [(append.stream, record) for record in append.records]

    def take(self, batch: Batch) -> Mark | Fault:
        copy = self._copy(batch.stream)
        had = len(copy.fresh)
        try:
            check_opening(copy, batch)
            mark = Intake(copy).take(batch.epoch, batch.records)
        except (Fenced, Forked) as fault:
            return fault
        copy.granted(batch.opening, batch.epoch)
        self.rows += [(batch.stream, record) for record in copy.fresh[had:]]
        return mark

    @property
    def heads(self) -> dict[str, Head]:
        before = self._before
        return {one: self._now[one] for one in self._copies if one in self._now and self._now[one] != before.get(one)}

    def _copy(self, stream: str) -> ServerStreamCopy:
        return self._copies.setdefault(stream, ServerStreamCopy(self._at, self._db, self._now, stream))


def heads_of(db: Connection) -> dict[str, Head]:
    rows = db.execute("SELECT stream, seq, hash, epoch, opened, opening FROM stream").fetchall()
    return {stream: Head(Mark(seq, digest), *rest) for stream, seq, digest, *rest in rows}
