"""The clock's store as the rest of the clock sees it, whichever database is behind it. Knows no SQL.

A store holds streams of records, and entries that are remembered outside the records. One thread at a time uses it. All
methods that write raise `Fault` if the database fails. After that, nothing more is written until it is reopened.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple, Protocol

from kiosk.clock.store.history_choices import ChoiceNote, HistoryChoice
from kiosk.clock.store.names import Names
from kiosk.clock.store.pictures import Pictures
from kiosk.clock.store.remembered import Brought, MemoryEntry
from kiosk.faults import Fault
from kiosk.protocol.sync import Copy, Fenced, is_held
from kiosk.storage.chain import START, Mark, Record

OF_A_ROW = 100
"""The number of bytes in a record's row besides its body."""
EPOCHS_AHEAD = 1_000
"""How far the epoch skips ahead after a different history was chosen for a table. No other kiosk is started that many
times while it is read-only, so none with the same records can be let back in."""


class Alive(NamedTuple):
    """A moment at which the service was running: the machine's boot, the monotonic clock, and the wall clock."""

    boot: str
    mono_ms: int
    wall_ms: int


class Append(NamedTuple):
    """Records that the clock has decided, to follow record `expected` of a stream."""

    stream: str
    expected: Mark
    records: Sequence[Record]


class Batch(NamedTuple):
    """Records from a table's journal, with the table's epoch and the id of the journal's opening.

    The id is None if the sender does not write for the table, but only sends old records that the clock asked for.
    """

    stream: str
    epoch: int
    records: Sequence[Record]
    opening: str | None = None


class Snapshot(NamedTuple):
    """The result of a stream's records up to `mark`, as bytes that a `program` can read."""

    mark: Mark
    program: bytes
    body: bytes


class StreamState(NamedTuple):
    """The newest epoch seen, where the copy ends, and which opening of the journal was granted that epoch."""

    epoch: int
    mark: Mark
    opening: str = ""


class Shortfall(NamedTuple):
    """A copy that ends at record `found` but once had the records up to `promised`. The table sends the missing records
    again. `kept` is the folder with the files as they were found."""

    stream: str
    found: int
    promised: int
    kept: Path


def sound_snapshot(row: Sequence[object] | None, program: bytes) -> Snapshot | None:
    """The snapshot in a database's row, if it is undamaged and was made by this program. The row has the mark's number
    and hash, the program, a digest of the body, and the body."""
    match row:
        case (int(seq), bytes(head), bytes(writer), bytes(digest), bytes(body)):
            if writer == program and digest == sha256(body).digest():
                return Snapshot(Mark(seq, head), writer, body)
    return None


class Copied(Copy, Protocol):
    """One stream of a store. Additions are on disk once `ClockStore.commit` returns."""

    def standing(self) -> StreamState: ...

    def opening(self) -> str:
        """The opening of the journal that was granted the highest epoch, or an empty string if none was."""

    def begun_ms(self) -> int:
        """When the stream's first record was written, in the writer's wall-clock time, or 0 before that."""

    def snapshot(self, program: bytes) -> Snapshot | None:
        """The last snapshot, if it is undamaged and was made by this program. The stream may no longer contain the
        snapshot's last record."""

    def has(self, mark: Mark) -> bool:
        """Whether the stream has exactly the record with this mark."""

    def walk(self, mark: Mark = START) -> Iterator[Record]:
        """Every undamaged record after this mark, in order, up to the first damaged one."""

    def read(self, after: int, most: int) -> list[Record]:
        """At most `most` records after record `after`, up to the first damaged one."""

    def found(self) -> list[Record]:
        """Every row that can be read as a record, even a damaged one."""


class News(Protocol):
    """The changes that another clock makes to the database, for a clock that only follows it."""

    def tell(self, stream: str, hear: Callable[[Sequence[Record]], None]) -> None:
        """Call `hear` with the records of this stream that come from now on. It replaces an earlier call."""

    def tell_tables(self, hear: Callable[[str, Sequence[Record]], None]) -> None:
        """Call `hear` with each table's stream and its new records."""

    def tell_kept(self, kind: str, hear: Callable[[Mapping[str, bytes]], None]) -> None:
        """Call `hear` with all entries of this kind, by id, whenever any entry has changed."""

    def look(self) -> Sequence[Callable[[], object]]:
        """Read what is new. Returns the calls that tell it, for the event loop's thread. Raises `Outdated` if the
        database has to be opened again, or `Fault`."""


class Outdated(Exception):
    """The database has changed in a way that cannot be followed: for example, a name was corrected, or another clock
    runs the room."""


class ClockStore(Protocol):
    """The database, open for writing. `shortfalls` are the incomplete copies found when it was opened. The clock's own
    streams in `restored` and the entries in `brought` were restored from second copies."""

    shortfalls: tuple[Shortfall, ...]
    restored: tuple[str, ...]
    brought: Brought
    took_over: str
    """The name of the clock that ran the room before this one, or an empty string if this one did, or none."""
    away_ms: int | None
    """How long before this opening the service last recorded that it was running, if the database measured that by its
    own time. None if only the clocks of machines tell."""

    @property
    def news(self) -> News | None:
        """The changes of the clock that runs the room, if this one only follows it. Then nothing can be written
        here."""

    @property
    def names(self) -> Names: ...

    @property
    def pictures(self) -> Pictures: ...

    @property
    def has_failed(self) -> bool:
        """Whether writing has stopped until the database is reopened."""

    def commit(self, batches: Iterable[Batch], appends: Sequence[Append] = ()) -> list[Mark | Fault]:
        """Write everything in one commit, except a `Fenced` or `Forked` batch. The marks are on disk when this returns.

        Raises `Fault`, with nothing written, if the database fails or a stream does not end where an append expects.
        """

    def append(self, *appends: Append) -> None:
        """Write the clock's decisions in one commit. Raises `Fault`, with nothing written."""

    def open_stream(self, stream: str) -> int:
        """The next epoch of a stream that the clock writes. Raises `Fault`."""

    def say_alive(self, alive: Alive) -> None:
        """Record that the service was running at this moment. Raises `Fault` if the database fails."""

    def last_alive(self) -> Alive | None: ...

    def keep_snapshot(self, stream: str, snapshot: Snapshot) -> None:
        """Keep this snapshot in place of the stream's previous one. Raises `Fault` if the database fails."""

    def grant(self, stream: str, opening: str) -> StreamState:
        """Grant this opening of a journal the next epoch, which fences off the previous writer. Raises `Fault`."""

    def set_aside(self, stream: str, after: int) -> None:
        """Set aside the part of a copy after a record, so that the table sends it again. Raises `Fault`."""

    def choose(self, choice: HistoryChoice, *kept: MemoryEntry) -> ChoiceNote | None:
        """Replace the copy's history, set the old one aside, and remember the choice and the entries `kept`, in one
        commit. Returns None if the copy lacks the last shared record. After a `Fault`, only the file with the old
        records may have been written."""

    def kept(self, kind: str) -> dict[str, bytes]:
        """All entries of a kind, by id. Raises `Fault`."""

    def keep(self, *kept: MemoryEntry) -> None:
        """Write or delete these entries in one commit. Raises `Fault`, with nothing written."""

    def copy(self, stream: str) -> Copied: ...

    def streams(self, prefix: str) -> list[str]:
        """The names that begin with this prefix, in order, of streams that have records."""

    def erase(self, texts: Sequence[str], names: Sequence[str]) -> list[str]:
        """Erase these names and ids (`texts`). Returns the streams whose records contain one of the `names` as text.
        Raises `Fault`."""

    def naming(self, names: Sequence[str]) -> list[str]:
        """The streams whose records contain one of the names as text, not as a number. Raises `Fault`."""

    def close(self) -> None: ...


def check_opening(copy: Copied, batch: Batch) -> None:
    """Raises `Fenced` if another opening of the journal was granted the batch's epoch. The sender of a later epoch must
    prove that it has the records held here, or else it may be a stranger."""
    epoch, opening, head = copy.epoch(), copy.opening(), copy.head()
    if batch.epoch == epoch and opening and opening != batch.opening:
        raise Fenced("table-has-twin", epoch=epoch, held=head.seq)
    if batch.epoch > epoch and batch.opening is not None and head.seq and not is_held(copy, batch.records):
        raise Fenced("takeover-unproven", held=head.seq)
