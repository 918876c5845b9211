"""One stream in a PostgreSQL database, and the changes to several streams that wait for the next commit."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import takewhile
from typing import NamedTuple

import psycopg
from psycopg import Connection

from kiosk.clock.store.port import Snapshot, StreamState, sound_snapshot
from kiosk.clock.store.postgres.link import server_faults
from kiosk.storage.chain import START, Mark, Record, follows, mark_of, record_of

PAGE = 1_000
"""The number of records that are read at once. No statement runs long, so none holds back the server's clean-up."""
_RECORDS = "SELECT seq, epoch, at_ms, body, hash FROM record WHERE stream = %s AND seq > %s ORDER BY seq LIMIT %s"


class Head(NamedTuple):
    """Where a stream ends, its newest epoch, and which opening was granted epoch `opened`."""

    mark: Mark = START
    epoch: int = 0
    opened: int = 0
    opening: str = ""


class ServerStreamCopy:
    """One stream of the store. `heads` is what the writer believes: it is the only one, and the server checks it."""

    def __init__(self, at: str, db: Connection, heads: dict[str, Head], stream: str) -> None:
        self._at = at
        self._db = db
        self._heads = heads
        self._stream = stream
        self.fresh: list[Record] = []
        """Records that wait for the next commit."""

    @property
    def now(self) -> Head:
        return self._heads.get(self._stream, Head())

    def standing(self) -> StreamState:
        return StreamState(self.epoch(), self.head(), self.opening())

    def epoch(self) -> int:
        return self.now.epoch

    def opening(self) -> str:
        return self.now.opening if self.now.opened == self.now.epoch else ""

    def head(self) -> Mark:
        return self.now.mark

    def granted(self, opening: str | None, epoch: int) -> None:
        """Record that the epoch of an accepted batch belongs to the batch's sender."""
        if opening and epoch == self.epoch() and not self.opening():
            self._heads[self._stream] = self.now._replace(opened=epoch, opening=opening)

    def add(self, epoch: int, records: Sequence[Record]) -> None:
        """Add records that follow on from the last one to the next commit, and note the epoch of their sender."""
        mark = mark_of(records[-1]) if records else self.head()
        self._heads[self._stream] = self.now._replace(mark=mark, epoch=epoch)
        self.fresh += records

    def begun_ms(self) -> int:
        with server_faults(self._at):
            found = self._db.execute("SELECT at_ms FROM record WHERE stream = %s ORDER BY seq LIMIT 1", (self._stream,))
            row = found.fetchone()
        return int(row[0]) if row else 0

    def held(self, seq: int) -> bytes | None:
        if seq == self.head().seq:
            return self.head().hash if seq else None
        if self.fresh and seq >= self.fresh[0].seq:
            return next((one.hash for one in self.fresh if one.seq == seq), None)
        with server_faults(self._at):
            found = self._db.execute("SELECT hash FROM record WHERE stream = %s AND seq = %s", (self._stream, seq))
            row = found.fetchone()
        return bytes(row[0]) if row else None

    def snapshot(self, program: bytes) -> Snapshot | None:
        one = "SELECT seq, hash, program, digest, body FROM snapshot WHERE stream = %s"
        row = None
        with suppress(psycopg.Error):
            row = self._db.execute(one, (self._stream,)).fetchone()
        return sound_snapshot(row, program)

    def has(self, mark: Mark) -> bool:
        return bool(mark.seq) and self.held(mark.seq) == mark.hash

    def walk(self, mark: Mark = START) -> Iterator[Record]:
        # Where the stream ends is known, so that a table without news since its snapshot takes no round trip.
        while mark.seq < self.head().seq and (rows := self._page(mark.seq, PAGE)):
            for row in rows:
                record = record_of(row)
                if record is None or not follows(mark, record):
                    return
                yield record
                mark = mark_of(record)

    def read(self, after: int, most: int) -> list[Record]:
        return [record for record in takewhile(bool, map(record_of, self._page(after, most))) if record]

    def found(self) -> list[Record]:
        found: list[Record] = []
        while rows := self._page(found[-1].seq if found else 0, PAGE):
            found += [record for row in rows if (record := record_of(row))]
        return found

    def _page(self, after: int, most: int) -> list[tuple[object, ...]]:
        with server_faults(self._at):
            return self._db.execute(_RECORDS, (self._stream, after, most)).fetchall()
