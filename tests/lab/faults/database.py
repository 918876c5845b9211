"""A model of the room's database on a PostgreSQL server: its rows in memory, and every statement that the clock sends.

The model knows each statement by its text, so a statement that is new or changed in the program has to be changed here,
too. `tests/lab/test_server_model.py` gives the same calls to the model and to a real server and compares the answers.
"""

from collections import defaultdict, deque
from collections.abc import Callable, Iterable
from copy import deepcopy
from types import SimpleNamespace
from typing import Any, NamedTuple

import psycopg

from kiosk.clock.store.postgres import followed, lease, link, schema, store, stream_copy
from kiosk.clock.store.postgres.schema import LEASE_S, MOVED_ON, NOT_THE_OWNER
from kiosk.storage.chain import Record

NEVER_MS = float("-inf")
DIGEST_BYTES = 32
LATEST_COMMITS = 100
"""The number of last commits that can be taken back."""
Row = tuple[Any, ...]


class _Gone:
    """Stands for a row that was not there before a change."""


class Raised(psycopg.DatabaseError):
    """An error that our function on the server raises."""

    def __init__(self, state: str, said: str) -> None:
        super().__init__(said)
        self.sqlstate = state
        self._said = said

    @property
    def diag(self) -> Any:
        """As in the base class, without an answer of libpq."""
        return SimpleNamespace(sqlstate=self.sqlstate, message_primary=self._said)


class Lease(NamedTuple):
    """The single row of the table `lease`. Times are the server's."""

    epoch: int = 0
    owner: str = ""
    process: str = ""
    until_ms: float = NEVER_MS
    boot: str | None = None
    mono_ms: int | None = None
    wall_ms: int | None = None
    beat_ms: float | None = None


class Session(NamedTuple):
    """The session that sends a statement, as far as the database knows it."""

    now_ms: float
    server: Row
    """The server's identifier and its timeline."""
    lock: Callable[[], bool]
    """Tries to get the lock of the room's sessions."""
    unlock: Callable[[], None]


class Database:
    """The rows. Changes can be taken back, up to the last commit or beyond."""

    def __init__(self) -> None:
        self.forms: dict[str, int] = {}
        """The format, if the schema is there."""
        self.leases: dict[str, Lease] = {}
        self.streams: dict[str, Row] = {}
        """By stream: seq, hash, epoch, opened, opening."""
        self.records: defaultdict[str, dict[int, Row]] = defaultdict(dict)
        """By stream and seq: epoch, at_ms, body, hash."""
        self.aside: dict[int, Row] = {}
        self.snapshots: dict[str, Row] = {}
        self.access: dict[tuple[str, str], bytes] = {}
        self.changes: dict[str, int] = {"": 0}
        self.names: dict[int, str] = {}
        self.pictures: dict[str, tuple[float, bytes]] = {}
        """By id: when the picture was stored, in milliseconds, and its bytes."""
        self.fenced: int | None = None
        """The epoch for which the open transaction has checked the lease."""
        self.is_taken = False
        """Whether the open transaction takes the lease."""
        self.is_full = False
        """Whether the server's disk has no room for new rows."""
        self._undo: list[tuple[dict[Any, Any], Any, Any]] = []
        self._commits: deque[list[tuple[dict[Any, Any], Any, Any]]] = deque(maxlen=LATEST_COMMITS)

    @property
    def lease(self) -> Lease:
        return self.leases[""]

    def put(self, rows: dict[Any, Any], key: Any, value: Any) -> None:
        """Change a row. Raises DiskFull for a new one if the disk is full."""
        if self.is_full and key not in rows:
            raise psycopg.errors.DiskFull("could not extend file")
        self._undo.append((rows, key, rows.get(key, _Gone)))
        rows[key] = value

    def drop(self, rows: dict[Any, Any], key: Any) -> Any:
        """Delete a row. Returns it, or None."""
        if key in rows:
            self._undo.append((rows, key, rows[key]))
        return rows.pop(key, None)

    @property
    def changed(self) -> int:
        """The number of changes since the last commit."""
        return len(self._undo)

    @property
    def is_unfenced(self) -> bool:
        """Whether the open transaction changes the room without having checked the lease."""
        return self.fenced is None and any(rows is not self.leases for rows, _, _ in self._undo)

    def commit(self) -> None:
        """Keep the changes."""
        if self._undo:
            self._commits.append(self._undo)
        self._undo, self.fenced, self.is_taken = [], None, False

    def roll_back(self, to: int = 0) -> None:
        """Take back the changes since this point of the open transaction."""
        while len(self._undo) > to:
            rows, key, before = self._undo.pop()
            if before is _Gone:
                rows.pop(key, None)
            else:
                rows[key] = before
        if not to:
            self.fenced, self.is_taken = None, False

    def lose(self, commits: int) -> None:
        """Take back the last commits."""
        for _ in range(min(commits, len(self._commits))):
            self._undo = self._commits.pop()
            self.roll_back()

    def read(self, stream: str) -> list[Record]:
        """The records of a stream."""
        return [Record(seq, *row) for seq, row in sorted(self.records[stream].items())]

    def copied(self) -> "Database":
        """A second database with the same rows."""
        return deepcopy(self)

    def do(self, sql: str | bytes, session: Session, args: Iterable[Any] = ()) -> list[Row]:
        """The answer to a statement: its rows, or one for each row that it changed. Raises `psycopg.Error`."""
        return _STATEMENTS[_one_line(sql)](self, session, *args)

    def copy_in(self, rows: Iterable[Row]) -> None:
        """Add records. Raises `psycopg.Error`."""
        for stream, seq, *rest in rows:
            if seq in self.records[stream]:
                raise psycopg.errors.UniqueViolation("record_pkey")
            if seq < 1:
                raise psycopg.errors.CheckViolation("record_seq_check")
            self.put(self.records[stream], seq, tuple(rest))


Statement = Callable[..., list[Row]]


def _one_line(sql: str | bytes) -> str:
    return " ".join((sql.decode() if isinstance(sql, bytes) else sql).split())


def _found(value: object) -> Statement:
    return lambda *_: [(value,)]


def _written(  # noqa: PLR0913, PLR0917  the function's own arguments
    db: Database, session: Session, epoch: int, streams: list[str], old_seqs: list[int], old_hashes: list[bytes],
    seqs: list[int], hashes: list[bytes], epochs: list[int], opened: list[int], openings: list[str],
    numbers: list[int], texts: list[str], *records: list[Any],
) -> list[Row]:  # fmt: skip
    if db.lease.epoch != epoch:
        raise Raised(NOT_THE_OWNER, db.lease.owner)
    db.put(db.leases, "", db.lease._replace(until_ms=session.now_ms + 1000 * LEASE_S))
    db.fenced = epoch
    for stream, *old, seq, digest, its_epoch, opened_in, opening in zip(
        streams, old_seqs, old_hashes, seqs, hashes, epochs, opened, openings, strict=True
    ):
        if len(digest) != DIGEST_BYTES:
            raise psycopg.errors.CheckViolation("stream_hash_check")
        if (there := db.streams.get(stream)) and list(there[:2]) != old:
            raise Raised(MOVED_ON, "a stream has moved on")
        db.put(db.streams, stream, (seq, digest, its_epoch, opened_in, opening))
    for number, text in zip(numbers, texts, strict=True):
        if number in db.names:
            raise psycopg.errors.UniqueViolation("name_pkey")
        db.put(db.names, number, text)
    db.copy_in(zip(*records, strict=True))
    return [("",)]


def _create(db: Database, *_: object) -> list[Row]:
    db.put(db.forms, "", schema.FORM)
    db.put(db.leases, "", Lease())
    return []


def _may_take(db: Database, session: Session, process: str, spare_s: float) -> bool:
    return db.lease.process == process or db.lease.until_ms < session.now_ms + 1000 * spare_s


def _taken(  # noqa: PLR0913, PLR0917  the statement's own values
    db: Database, session: Session, least: int, owner: str, process: str, lease_s: int, _: str, spare_s: float
) -> list[Row]:
    if not _may_take(db, session, process, spare_s):
        return []
    now, epoch = db.lease, max(db.lease.epoch, least) + 1
    until_ms = session.now_ms + 1000 * lease_s
    db.put(db.leases, "", now._replace(epoch=epoch, owner=owner, process=process, until_ms=until_ms))
    db.is_taken = True
    return [(epoch,)]


def _renewed(  # noqa: PLR0913, PLR0917  the statement's own values
    db: Database, session: Session, lease_s: int, boot: str, mono_ms: int, wall_ms: int, epoch: int
) -> list[Row]:
    if db.lease.epoch != epoch:
        return []
    now_ms = session.now_ms
    row = db.lease._replace(
        until_ms=now_ms + 1000 * lease_s, boot=boot, mono_ms=mono_ms, wall_ms=wall_ms, beat_ms=now_ms
    )
    db.put(db.leases, "", row)
    db.fenced = epoch
    return [()]


def _held(db: Database, session: Session, seconds: int) -> list[Row]:
    db.put(db.leases, "", db.lease._replace(until_ms=session.now_ms + 1000 * seconds))
    return [()]


def _released(db: Database, _: Session, epoch: int) -> list[Row]:
    if db.lease.epoch != epoch:
        return []
    db.put(db.leases, "", db.lease._replace(until_ms=NEVER_MS))
    return [()]


def _away_ms(db: Database, session: Session) -> int | None:
    beat_ms = db.lease.beat_ms
    return None if beat_ms is None else round(session.now_ms - beat_ms)


def _unlock(_: Database, session: Session, __: int) -> list[Row]:
    session.unlock()
    return [(True,)]


def _state(db: Database, session: Session) -> list[Row]:
    erased = sum(not text for text in db.names.values())
    return [(db.lease.epoch, db.lease.mono_ms, _away_ms(db, session), erased, db.changes[""], db.lease.owner)]


def _page(db: Database, _: Session, stream: str, after: int, most: int) -> list[Row]:
    records = db.records[stream]
    return [(seq, *records[seq]) for seq in sorted(seq for seq in records if seq > after)[:most]]


def _set_aside(db: Database, _: Session, stream: str, after: int) -> list[Row]:
    seqs = sorted(seq for seq in db.records[stream] if seq > after)
    for seq in seqs:
        db.put(db.aside, len(db.aside), (stream, seq, *db.drop(db.records[stream], seq)))
    return [()] * len(seqs)


def _count_change(db: Database) -> list[Row]:
    db.put(db.changes, "", db.changes[""] + 1)
    return [()]


def _probed(db: Database, _: Session, body: bytes) -> list[Row]:
    db.put(db.aside, len(db.aside), ("", 0, 0, 0, body, b""))
    return [()]


def _forget(db: Database, _: Session, kind: str, its_id: str) -> list[Row]:
    return [] if db.drop(db.access, (kind, its_id)) is None else _count_change(db)


def _keep(db: Database, _: Session, kind: str, its_id: str, body: bytes) -> list[Row]:
    db.put(db.access, (kind, its_id), body)
    return _count_change(db)


def _erase(db: Database, _: Session, numbers: list[int]) -> list[Row]:
    for number in (found := db.names.keys() & set(numbers)):
        db.put(db.names, number, "")
    return [()] * len(found)


def _snapshot(db: Database, _: Session, stream: str, *row: Any) -> list[Row]:
    db.put(db.snapshots, stream, row)
    return [()]


def _keep_picture(db: Database, session: Session, its_id: str, body: bytes) -> list[Row]:
    db.put(db.pictures, its_id, (session.now_ms, body))
    return [()]


def _pictures(db: Database, *_: object) -> list[Row]:
    return [(its_id,) for _, its_id in sorted(((at, its_id) for its_id, (at, _) in db.pictures.items()), reverse=True)]


def _optional(rows: dict[Any, Row], *key: object) -> list[Row]:
    return [rows[key[0]]] if key[0] in rows else []


_ASIDE = "SELECT DISTINCT stream FROM aside WHERE position(%s in body) > 0"
_BEAT = "SELECT owner FROM lease WHERE beat_at IS NOT NULL"
_AGE = "SELECT (extract(epoch FROM clock_timestamp() - beat_at) * 1000)::int8 FROM lease"
_ALIVE = "SELECT boot, mono_ms, wall_ms FROM lease WHERE boot IS NOT NULL"
_HELD = "SELECT hash FROM record WHERE stream = %s AND seq = %s"
_RENEW = (
    "UPDATE lease SET until = clock_timestamp() + %s * interval '1 s', boot = %s, mono_ms = %s, wall_ms = %s,"
    " beat_at = clock_timestamp() WHERE epoch = %s"
)
_TAKE = (
    "UPDATE lease SET epoch = greatest(epoch, %s) + 1, owner = %s, process = %s,"
    f" until = clock_timestamp() + %s * interval '1 s' WHERE {lease._MAY_TAKE} RETURNING epoch"
)
_SET_ASIDE = (
    "WITH gone AS (DELETE FROM record WHERE stream = %s AND seq > %s RETURNING *)"
    " INSERT INTO aside SELECT * FROM gone ORDER BY seq"
)
_SERVER = (
    "SELECT system_identifier::text || '/' || oid,"
    " ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int"
    " FROM pg_control_system(), pg_database WHERE datname = current_database()"
)
_KEEP_SNAPSHOT = (
    "INSERT INTO snapshot VALUES (%s, %s, %s, %s, %s, %s) ON CONFLICT (stream) DO UPDATE SET"
    " (seq, hash, program, digest, body) ="
    " (excluded.seq, excluded.hash, excluded.program, excluded.digest, excluded.body)"
)
_PROBE = "INSERT INTO kiosk.aside VALUES ('', 0, 0, 0, %s, '')"
_KEEP_PICTURE = (
    "INSERT INTO picture (id, body) VALUES (%s, %s)"
    " ON CONFLICT (id) DO UPDATE SET body = excluded.body, at = excluded.at"
)
_KNOWN: dict[str, Statement] = {
    # A connection, and which server this is
    link._SESSION: lambda *_: [],
    "SELECT current_setting(%s)": _found("on"),
    _SERVER: lambda _, session: [session.server],
    # The schema
    "SELECT pg_advisory_xact_lock(%s)": _found(""),
    "SELECT to_regnamespace('kiosk')": lambda db, _: [("kiosk" if db.forms else None,)],
    "SELECT to_regclass('kiosk.form')": lambda db, _: [("kiosk.form" if db.forms else None,)],
    "SELECT number FROM kiosk.form": lambda db, _: [(db.forms[""],)],
    schema._NEW: _create,
    # The lease
    "SELECT pg_try_advisory_lock(%s)": lambda _, session, __: [(session.lock(),)],
    "SELECT pg_advisory_unlock(%s)": _unlock,
    f"SELECT owner, {lease._MAY_TAKE} FROM kiosk.lease": lambda db, session, process, spare_s: [
        (db.lease.owner, _may_take(db, session, process, spare_s))
    ],
    _TAKE: _taken,
    _RENEW: _renewed,
    _PROBE: _probed,
    "SELECT epoch FROM lease": lambda db, _: [(db.lease.epoch,)],
    _BEAT: lambda db, _: [] if db.lease.beat_ms is None else [(db.lease.owner,)],
    _AGE: lambda db, session: [(_away_ms(db, session),)],
    _ALIVE: lambda db, _: [] if db.lease.boot is None else [db.lease[4:7]],
    "UPDATE lease SET until = '-infinity' WHERE epoch = %s": _released,
    "UPDATE lease SET until = clock_timestamp() + %s * interval '1 s'": _held,
    # Streams and records
    store._WRITE: _written,
    "SELECT stream, seq, hash, epoch, opened, opening FROM stream": lambda db, _: [
        (stream, *row) for stream, row in db.streams.items()
    ],
    stream_copy._RECORDS: _page,
    "SELECT at_ms FROM record WHERE stream = %s ORDER BY seq LIMIT 1": lambda db, session, stream: [
        row[2:3] for row in _page(db, session, stream, 0, 1)
    ],
    _HELD: lambda db, _, stream, seq: [row[3:4] for row in _optional(db.records[stream], seq)],
    _SET_ASIDE: _set_aside,
    "SELECT seq, hash, program, digest, body FROM snapshot WHERE stream = %s": lambda db, _, stream: _optional(
        db.snapshots, stream
    ),
    _KEEP_SNAPSHOT: _snapshot,
    # Entries, pictures and names
    "SELECT id, body FROM access WHERE kind = %s": lambda db, _, kind: [
        (its_id, body) for (its_kind, its_id), body in db.access.items() if its_kind == kind
    ],
    "SELECT kind, id, body FROM access": lambda db, _: [(*key, body) for key, body in db.access.items()],
    "SELECT changes FROM changed": lambda db, _: [(db.changes[""],)],
    "DELETE FROM access WHERE kind = %s AND id = %s": _forget,
    "INSERT INTO access VALUES (%s, %s, %s) ON CONFLICT (kind, id) DO UPDATE SET body = excluded.body": _keep,
    _KEEP_PICTURE: _keep_picture,
    "SELECT id FROM picture ORDER BY at DESC, id DESC": _pictures,
    "SELECT body FROM picture WHERE id = %s": lambda db, _, its_id: [row[1:] for row in _optional(db.pictures, its_id)],
    "DELETE FROM picture WHERE id = %s": lambda db, _, its_id: [()] if db.drop(db.pictures, its_id) else [],
    "SELECT number, text FROM name": lambda db, _: [*db.names.items()],
    "SELECT number, text FROM name WHERE number > %s": lambda db, _, least: [
        one for one in db.names.items() if one[0] > least
    ],
    "UPDATE name SET text = '' WHERE number = ANY(%s)": _erase,
    "VACUUM name": lambda *_: [],
    "SET LOCAL statement_timeout = 0": lambda *_: [],
    "SELECT DISTINCT stream FROM record WHERE position(%s in body) > 0": lambda db, _, text: [
        (stream,) for stream, rows in db.records.items() if any(text in row[2] for row in rows.values())
    ],
    _ASIDE: lambda db, _, text: [(stream,) for stream in {row[0] for row in db.aside.values() if text in row[4]}],
    followed._STATE: _state,
}
_STATEMENTS = {_one_line(sql): statement for sql, statement in _KNOWN.items()}
"""By its text on one line, the answer to each statement, given the database, the session and the statement's values."""
