"""The second copy of what the clock remembers outside its records: staff, devices, tables' tokens and which of them are
revoked, and the recovery code. No one can send these again, and if SQLite's log were damaged, a revoked token would
become valid again.

The file has checksummed lines, each with the changes of one commit. The database counts its own changes (`schema`), so
that the older of the two can be identified. When an entry is removed, the file is rewritten without it.
"""

import logging
import sqlite3
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, TypeAlias, TypeVar

import msgspec

from engine.decoders import NOT_JSON, json_decoder
from kiosk.storage.files import disk_faults
from kiosk.storage.witness import Witness, read_lines, replace_lines

T = TypeVar("T")
log = logging.getLogger(__name__)


def read_row(body: bytes | str, kind: type[T]) -> T | None:
    """The row's value. For a damaged row, or one written by a newer program, logs a line and returns None, so that the
    clock is not stopped."""
    try:
        return json_decoder(kind).decode(body)
    except NOT_JSON:
        log.error("a row in %s cannot be read, and is ignored", kind.__name__)
        return None


MOST_BYTES = 1024 * 1024
"""The size in bytes that the file may reach before it is rewritten."""


class MemoryEntry(NamedTuple):
    """An entry of a kind that is remembered outside the records. If its body is None, the entry is forgotten."""

    kind: str
    id: str
    body: bytes | None


Rows: TypeAlias = dict[tuple[str, str], bytes]


class ChangeLine(msgspec.Struct, frozen=True):
    """The entries that were `kept` when the database went from `after` to `changes` changes, or all entries if `after`
    is None."""

    after: int | None
    changes: int
    kept: tuple[MemoryEntry, ...]


class Brought(NamedTuple):
    """How many lost entries were restored to the database, and whether others may be lost in both copies."""

    entries: int = 0
    is_short: bool = False


def remembered_path(database: Path) -> Path:
    return database.with_name(f"{database.name}.access")


def read_changes(path: Path) -> list[ChangeLine]:
    """The undamaged lines. Raises OSError."""
    return list(read_lines(path, ChangeLine))


def lost_entries(changes: int, rows: Rows, lines: Sequence[ChangeLine]) -> tuple[Brought, list[MemoryEntry]]:
    """The loss of the database, and the entries that restore it. The database has these `rows` after change number
    `changes`."""
    if not lines or lines[-1].changes < changes:
        return Brought(), []  # the power failed between the two
    newer = [line for line in lines if line.changes > changes]
    is_whole = _is_chain(None, lines)
    if not newer and not is_whole:
        return Brought(), []
    wanted = dict(rows)
    for line in lines if is_whole else newer:
        _apply(wanted, line)
    lost = [key for key in {*wanted, *rows} if wanted.get(key) != rows.get(key)]
    is_short = not is_whole and not _is_chain(changes, newer)
    return Brought(len(lost), is_short), [MemoryEntry(*key, wanted.get(key)) for key in lost]


def bring_back(db: sqlite3.Connection, lines: Sequence[ChangeLine]) -> Brought:
    """Restore the entries that the database has lost. Raises `sqlite3.Error`."""
    brought, lost = lost_entries(changes_of(db), rows_of(db), lines)
    if lost:
        db.execute("BEGIN IMMEDIATE")
        write(db, lost)
        db.execute("COMMIT")
    return brought


def as_of_last(lines: Sequence[ChangeLine]) -> Rows | None:
    """Everything remembered after the last of these changes, or None if a change is missing."""
    if not lines or not _is_chain(None, lines):
        return None
    rows: Rows = {}
    for line in lines:
        _apply(rows, line)
    return rows


def write(db: sqlite3.Connection, kept: Sequence[MemoryEntry]) -> None:
    """Write or delete these entries in the open transaction. Raises `sqlite3.Error`."""
    gone = [(one.kind, one.id) for one in kept if one.body is None]
    db.executemany("DELETE FROM access WHERE kind = ? AND id = ?", gone)
    db.executemany("INSERT OR REPLACE INTO access VALUES (?, ?, ?)", [one for one in kept if one.body is not None])


def changes_of(db: sqlite3.Connection) -> int:
    """How many times the entries in the database have changed. Raises `sqlite3.Error`."""
    (changes,) = db.execute("SELECT changes FROM changed").fetchone()
    return int(changes)


def rows_of(db: sqlite3.Connection) -> Rows:
    return {
        (str(kind), str(its_id)): body if isinstance(body, bytes) else str(body).encode()  # damaged, or edited by hand
        for kind, its_id, body in db.execute("SELECT * FROM access")
    }


class Remembered:
    def __init__(self, path: Path, changes: int, rows: Mapping[tuple[str, str], bytes]) -> None:
        """Rewrite the file with these entries. Raises `Fault`."""
        self._path = path
        self._changes = changes
        self._rows = dict(rows)
        with disk_faults(path):
            self._witness = self._begun()

    def append(self, changes: int, kept: Sequence[MemoryEntry]) -> None:
        """Write entries that the database already has, as change number `changes`. Raises `Fault`."""
        line = ChangeLine(self._changes, changes, tuple(kept))
        _apply(self._rows, line)
        self._changes = changes
        with disk_faults(self._path):
            if self._witness.length > MOST_BYTES or any(one.body is None for one in kept):
                self._witness.close()
                self._witness = self._begun()
            else:
                self._witness.append([line])

    def close(self) -> None:
        self._witness.close()

    def _begun(self) -> Witness:
        kept = tuple(MemoryEntry(*key, body) for key, body in self._rows.items())
        replace_lines(self._path, [ChangeLine(None, self._changes, kept)])
        return Witness(self._path)


def _is_chain(after: int | None, lines: Sequence[ChangeLine]) -> bool:
    """Whether these lines follow change number `after` (None for the beginning) without a gap."""
    for line in lines:
        if line.after not in {None, after}:
            return False
        after = line.changes
    return True


def _apply(rows: Rows, line: ChangeLine) -> None:
    if line.after is None:
        rows.clear()
    for kind, its_id, body in line.kept:
        if body is None:
            rows.pop((kind, its_id), None)
        else:
            rows[kind, its_id] = body
