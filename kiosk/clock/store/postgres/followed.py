"""The room's database as another clock writes it: read again and again, and never written.

Nothing is shown that may not last: under synchronous replication, no session sees a commit before the replica has it.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from functools import partial

from kiosk.clock.store.history_choices import ChoiceNote, HistoryChoice
from kiosk.clock.store.names import NameLine, Names
from kiosk.clock.store.port import (
    Alive,
    Append,
    Batch,
    Outdated,
    Shortfall,
    Snapshot,
    StreamState,
)
from kiosk.clock.store.postgres.lease import epoch_of
from kiosk.clock.store.postgres.link import connect, place_of, server_faults
from kiosk.clock.store.postgres.pictures import PictureTable
from kiosk.clock.store.postgres.schema import check_form
from kiosk.clock.store.postgres.store import heads_of
from kiosk.clock.store.postgres.stream_copy import PAGE, Head, ServerStreamCopy
from kiosk.clock.store.remembered import Brought, MemoryEntry
from kiosk.clock.store.streams import PEOPLE, SITTING
from kiosk.faults import Fault
from kiosk.storage.chain import Mark, Record, follows, mark_of

DRIFT_MS = 100
"""The time is set again if it is off by more than this."""
_STATE = """
SELECT epoch, mono_ms, (extract(epoch FROM clock_timestamp() - beat_at) * 1000)::int8,
    (SELECT count(*) FROM name WHERE text = ''), (SELECT changes FROM changed), owner
FROM lease
"""


class _KnownPart(ServerStreamCopy):
    """A stream up to where it is known to end. A later record may have a name that is not known yet."""

    def _page(self, after: int, most: int) -> list[tuple[object, ...]]:
        last = self.head().seq
        return [row for row in super()._page(after, most) if isinstance(row[0], int) and row[0] <= last]


class FollowedStore:
    """The database, open for reading. Only one thread at a time uses it."""

    shortfalls: tuple[Shortfall, ...] = ()
    restored: tuple[str, ...] = ()
    brought = Brought()
    took_over = ""
    away_ms: int | None = None
    has_failed = False

    def __init__(self, url: str, owner: str, own_ms: Callable[[], int]) -> None:
        """`owner` is this clock's name for people, and `own_ms` its time. Raises `Fault` if the server cannot be used,
        or if there is no room in the database."""
        self._at = at = place_of(url)
        self._own_ms = own_ms
        self._ahead_ms = 0
        self.owner = ""
        self._changes = -1
        self._streams: dict[str, Callable[[Sequence[Record]], None]] = {}
        self._tables: Callable[[str, Sequence[Record]], None] = lambda _, __: None
        self._kinds: list[tuple[str, Callable[[Mapping[str, bytes]], None]]] = []
        self._db = db = connect(url, owner)
        try:
            with server_faults(at):
                check_form(db, at)
                self._epoch = epoch_of(db)
                self._heads = heads_of(db)
                texts: dict[int, str] = dict(db.execute("SELECT number, text FROM name").fetchall())
                self.names, self._named = Names(texts, at), max(texts, default=0)
                self._erased, _ = self._read_state()
                self.pictures = PictureTable(at, db, self._refuse)
        except BaseException:
            db.close()
            raise

    @property
    def news(self) -> "FollowedStore":
        return self

    def mono_ms(self) -> int:
        """The time of the clock that runs the room."""
        return self._own_ms() + self._ahead_ms

    # What is new

    def tell(self, stream: str, hear: Callable[[Sequence[Record]], None]) -> None:
        self._streams[stream] = hear

    def tell_tables(self, hear: Callable[[str, Sequence[Record]], None]) -> None:
        self._tables = hear

    def tell_kept(self, kind: str, hear: Callable[[Mapping[str, bytes]], None]) -> None:
        self._kinds.append((kind, hear))

    def look(self) -> Sequence[Callable[[], object]]:
        with server_faults(self._at):
            heads = heads_of(self._db)  # before the names, so that no record has a name that is not known yet
            erased, changes = self._read_state()
            lines = self._db.execute("SELECT number, text FROM name WHERE number > %s", (self._named,)).fetchall()
        if erased != self._erased or self._heads.keys() - heads.keys():
            raise Outdated
        self.names.learn(NameLine(*line) for line in lines)
        self._named = max((number for number, _ in lines), default=self._named)
        changed = [stream for stream, head in heads.items() if head.mark != self._heads.get(stream, Head()).mark]
        # Decisions come before the records of tables, which they may have opened.
        found = [self._news_of(stream, heads) for stream in sorted(changed, key=lambda one: one.startswith(SITTING))]
        if changes != self._changes:
            found += [partial(hear, self.kept(kind)) for kind, hear in self._kinds]
            self._changes = changes
        self._heads = {
            stream: head._replace(mark=self._heads.get(stream, Head()).mark) for stream, head in heads.items()
        }
        return found

    def _news_of(self, stream: str, heads: dict[str, Head]) -> Callable[[], object]:
        """The call that tells the next records of a stream, up to these `heads`. Raises `Outdated` if they cannot be
        followed."""
        hear = partial(self._tables, stream) if stream.startswith(SITTING) else self._streams.get(stream)
        if hear is None or stream == PEOPLE:
            raise Outdated  # a new tournament has no desk yet, and corrected names change what was read before
        head = self._heads.get(stream, Head())
        records = _KnownPart(self._at, self._db, heads, stream).read(head.mark.seq, PAGE)
        mark = head.mark
        for record in records:
            if not follows(mark, record):
                raise Outdated
            mark = mark_of(record)
        if not records:
            raise Outdated  # the stream was cut
        self._heads[stream] = head._replace(mark=mark)
        return partial(hear, records)

    def _read_state(self) -> tuple[int, int]:
        """Set the time. Returns how many names have been erased, and how many times entries have changed. Raises
        `Outdated` and `psycopg.Error`."""
        row = self._db.execute(_STATE).fetchone()
        if row is None or row[0] != self._epoch:
            raise Outdated
        _, mono_ms, beat_ms, erased, changes, self.owner = row
        if mono_ms is not None and beat_ms is not None:
            ahead_ms = mono_ms + beat_ms - self._own_ms()
            if abs(ahead_ms - self._ahead_ms) > DRIFT_MS:
                self._ahead_ms = ahead_ms
        return int(erased), int(changes)

    # Reading

    def copy(self, stream: str) -> ServerStreamCopy:
        return _KnownPart(self._at, self._db, self._heads, stream)

    def streams(self, prefix: str) -> list[str]:
        held = (stream for stream, head in self._heads.items() if head.mark.seq and stream.startswith(prefix))
        return sorted(held, key=str.encode)

    def kept(self, kind: str) -> dict[str, bytes]:
        with server_faults(self._at):
            return dict(self._db.execute("SELECT id, body FROM access WHERE kind = %s", (kind,)).fetchall())

    def open_stream(self, stream: str) -> int:
        return self._heads.get(stream, Head()).epoch

    def last_alive(self) -> Alive | None:
        return None

    def close(self) -> None:
        self._db.close()

    # Writing

    def commit(self, batches: Iterable[Batch], appends: Sequence[Append] = ()) -> list[Mark | Fault]:
        raise self.refusal()

    def append(self, *appends: Append) -> None:
        raise self.refusal()

    def say_alive(self, alive: Alive) -> None:
        raise self.refusal()

    def keep_snapshot(self, stream: str, snapshot: Snapshot) -> None:
        """Nothing: the clock that runs the room keeps one."""

    def grant(self, stream: str, opening: str) -> StreamState:
        raise self.refusal()

    def set_aside(self, stream: str, after: int) -> None:
        raise self.refusal()

    def choose(self, choice: HistoryChoice, *kept: MemoryEntry) -> ChoiceNote | None:
        raise self.refusal()

    def keep(self, *kept: MemoryEntry) -> None:
        raise self.refusal()

    def erase(self, texts: Sequence[str], names: Sequence[str]) -> list[str]:
        raise self.refusal()

    def naming(self, names: Sequence[str]) -> list[str]:
        raise self.refusal()

    def _refuse(self) -> AbstractContextManager[object]:
        raise self.refusal()

    def refusal(self) -> Fault:
        return Fault("clock-follows", path=self._at)
