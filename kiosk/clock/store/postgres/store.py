"""The clock's store on a PostgreSQL server. Only the clock that holds the lease writes, and the server checks that in
every commit (`schema`).

Where each stream ends is read once and then known: this clock is the only writer. Each commit tells the server what it
believes, and writes nothing if that is wrong. Only one thread at a time uses a store.
"""

import logging
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import LiteralString

import msgspec
import psycopg
from psycopg import Connection

from kiosk.clock.store.history_choices import KIND, ChoiceNote, HistoryChoice, keep_file
from kiosk.clock.store.names import Names
from kiosk.clock.store.port import (
    EPOCHS_AHEAD,
    Alive,
    Append,
    Batch,
    Shortfall,
    Snapshot,
    StreamState,
    check_opening,
)
from kiosk.clock.store.postgres.lease import PROCESS, away_ms, clock_before, release, renewed, taken
from kiosk.clock.store.postgres.link import Warnings, check_safe, connect, place_of, server_faults
from kiosk.clock.store.postgres.schema import begin_or_check
from kiosk.clock.store.postgres.stream_copy import Head, ServerStreamCopy
from kiosk.clock.store.remembered import Brought, MemoryEntry
from kiosk.faults import Fault
from kiosk.protocol.sync import Fenced, Forked, Intake
from kiosk.storage.chain import START, Mark, Record, mark_of

MOST_IN_ARRAYS = 100
"""A commit of more records than this sends them with COPY, which is twice as fast for a backlog."""
_WRITE: LiteralString = f"SELECT written({', '.join(['%s'] * 17)})"
_COPY = "COPY record (stream, seq, epoch, at_ms, body, hash) FROM STDIN (FORMAT binary)"
_TYPES = ("text", "int8", "int8", "int8", "bytea", "bytea")
log = logging.getLogger(__name__)
Rows = list[tuple[str, Record]]


class PostgresStore:
    """The room's database, open for writing by this clock."""

    shortfalls: tuple[Shortfall, ...] = ()
    restored: tuple[str, ...] = ()
    brought = Brought()

    def __init__(self, url: str, state: Path, owner: str, process: str = PROCESS) -> None:
        """Take the room's lease, and create the room in an empty database. `state` is where this machine's own files
        are, and `owner` is this clock's name for people. Raises `Fault` if another clock runs, or if the server cannot
        be used."""
        self._at = at = place_of(url)
        self._state = state
        self._failed: Fault | None = None
        self._db = db = connect(url, owner)
        try:
            check_safe(db, at)
            self._warnings = Warnings(db)
            with server_faults(at):
                begin_or_check(db, at)
                self.away_ms, before = away_ms(db), clock_before(db)
                self._epoch = taken(db, at, owner, process)
                self.took_over = before if before != owner else ""
                self._heads = _heads(db)
                self.names = Names(dict(db.execute("SELECT number, text FROM name").fetchall()), at)
        except BaseException:
            db.close()
            raise

    def close(self) -> None:
        """Give the lease back, so that another clock need not wait until it runs out."""
        if not self.has_failed:
            with suppress(psycopg.Error):
                release(self._db, self._epoch)
        self._db.close()

    @property
    def has_failed(self) -> bool:
        return self._failed is not None

    def commit(self, batches: Iterable[Batch], appends: Sequence[Append] = ()) -> list[Mark | Fault]:
        results: list[Mark | Fault] = []
        with self._writing():
            change = _Change(self._at, self._db, self._heads)
            for append in appends:
                change.append(append)
            results += [change.take(batch) for batch in batches]
            self._write(change.heads, change.rows)
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
        stream, copy = choice.stream, self.copy(choice.stream)
        found, after, rest = copy.head(), choice.after, list(choice.records)
        while rest and copy.held(rest[0].seq) == rest[0].hash:  # it was sent in the meantime
            after = mark_of(rest.pop(0))
        if after.seq and copy.held(after.seq) != after.hash:
            return None
        file = keep_file(self._state, choice, found, copy.walk()) if found.seq > after.seq else ""
        end = mark_of(rest[-1]) if rest else after
        epoch = max(copy.epoch(), choice.epoch) + EPOCHS_AHEAD
        chosen = ChoiceNote(
            stream, choice.table, choice.by, choice.at_ms, after.seq, found.seq - after.seq, end, found, epoch, file
        )
        with self._writing(), self._db.transaction():
            self._write({stream: Head(end, epoch, epoch, choice.opening)})
            self._set_aside(stream, after.seq)
            self._copy_in([(stream, record) for record in rest])
            self._keep(MemoryEntry(KIND, f"{stream} {epoch}", msgspec.json.encode(chosen)), *kept)
        return chosen

    def kept(self, kind: str) -> dict[str, bytes]:
        with server_faults(self._at):
            return dict(self._db.execute("SELECT id, body FROM access WHERE kind = %s", (kind,)).fetchall())

    def keep(self, *kept: MemoryEntry) -> None:
        with self._writing(), self._db.transaction():
            self._write()
            self._keep(*kept)

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


def _heads(db: Connection) -> dict[str, Head]:
    rows = db.execute("SELECT stream, seq, hash, epoch, opened, opening FROM stream").fetchall()
    return {stream: Head(Mark(seq, digest), *rest) for stream, seq, digest, *rest in rows}
