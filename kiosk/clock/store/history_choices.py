"""A tablet's history that a director chose over the clock's copy: the note about it, and the file that keeps what
the copy held."""

import sqlite3
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from kiosk.clock.store.rows import read_row
from kiosk.storage.chain import Mark, Record
from kiosk.storage.files import disk_faults, sync_folder
from kiosk.storage.journal import create

KIND = "chosen"
"""The kind of these rows in the database."""


class HistoryChoice(NamedTuple):
    """The `records` follow record `after`, the last that both histories of a stream have. `epoch` is the last one in
    which the tablet wrote, and `opening` an id that no opening of a journal has. Chosen `by` name, at this wall
    time."""

    stream: str
    table: int
    by: str
    at_ms: int
    after: Mark
    records: Sequence[Record]
    epoch: int
    opening: str


class ChoiceNote(msgspec.Struct, frozen=True):
    """The `aside` records after record `after` of the copy of `table` were set aside in `file`, together with
    everything before them; it is empty if there were none. After that the copy ended at `end`; before, it was to go
    to `owed`. The table's next writer uses an epoch after `epoch`."""

    stream: str
    table: int
    by: str
    at_ms: int
    after: int
    aside: int
    end: Mark
    owed: Mark
    epoch: int
    file: str


def choice_notes_in(bodies: Iterable[bytes]) -> list[ChoiceNote]:
    """The choices in rows of the database, the oldest of each stream first. Unreadable rows are skipped: no record
    depends on them."""
    return sorted((one for body in bodies if (one := read_row(body, ChoiceNote))), key=lambda one: one.epoch)


def given_up_in(db: sqlite3.Connection) -> set[tuple[str, Mark]]:
    """How far copies were to go before another history was last chosen, with their streams: these are not awaited.
    Raises `sqlite3.Error`."""
    if not db.execute("SELECT 1 FROM sqlite_master WHERE name = 'access'").fetchone():
        return set()
    rows = db.execute("SELECT body FROM access WHERE kind = ?", (KIND,))
    last = {one.stream: one for one in choice_notes_in(body for (body,) in rows)}
    return {(one.stream, one.owed) for one in last.values() if one.aside and one.owed != one.end}


def keep_file(database: Path, choice: HistoryChoice, end: Mark, records: Iterable[Record]) -> str:
    """Write what a copy held up to its `end` as a separate journal beside the database. Raises `Fault`."""
    folder = database.with_name(f"{database.name}.set-aside")
    path = folder / f"table{choice.table}-{end.seq}-{end.hash.hex()[:8]}.journal"
    with disk_faults(path):
        folder.mkdir(mode=0o700, exist_ok=True)
        create(path, list(records))
        sync_folder(folder.parent)
    return str(path)
