"""A director's choice of a tablet's history over the clock's copy, as it is stored: a note, and a file with the copy's
records."""

import sqlite3
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from kiosk.clock.store.remembered import read_row
from kiosk.storage.chain import Mark, Record
from kiosk.storage.files import disk_faults, sync_folder
from kiosk.storage.journal import create

KIND = "chosen"
"""The kind of the database rows that hold the notes about choices."""


class HistoryChoice(NamedTuple):
    """A choice to carry out. `records` are the tablet's records after record `after`, which is the last one in both
    histories of the stream. `epoch` is the last epoch in which the tablet wrote. `opening` is an id that does not
    belong to any opening of a journal. `by` is the director's name, and `at_ms` is wall-clock time."""

    stream: str
    table: int
    by: str
    at_ms: int
    after: Mark
    records: Sequence[Record]
    epoch: int
    opening: str


class ChoiceNote(msgspec.Struct, frozen=True):
    """The note about a choice. The copy's `aside` records after record `after` were set aside. `file` has them and
    everything before them, and is empty if there were none. After the choice, the copy ended at `end`. Before it, the
    copy was expected to reach `owed`. The table's next writer uses an epoch after `epoch`."""

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
    """The notes in database rows, each stream's oldest first. No record depends on them, so unreadable rows are
    skipped."""
    return sorted((one for body in bodies if (one := read_row(body, ChoiceNote))), key=lambda one: one.epoch)


def given_up_in(db: sqlite3.Connection) -> set[tuple[str, Mark]]:
    """For each stream, the mark that its copy was expected to reach before the last choice set records aside. A copy
    that ends before such a mark has lost nothing. Raises `sqlite3.Error`."""
    if not db.execute("SELECT 1 FROM sqlite_master WHERE name = 'access'").fetchone():
        return set()
    rows = db.execute("SELECT body FROM access WHERE kind = ?", (KIND,))
    return given_up_by(body for (body,) in rows)


def given_up_by(bodies: Iterable[bytes]) -> set[tuple[str, Mark]]:
    """The same, from the bodies of the notes."""
    last = {one.stream: one for one in choice_notes_in(bodies)}
    return {(one.stream, one.owed) for one in last.values() if one.aside and one.owed != one.end}


def keep_file(database: Path, choice: HistoryChoice, end: Mark, records: Iterable[Record]) -> str:
    """Write a copy, which ends at `end`, to a journal beside the database. Returns its path. Raises `Fault`."""
    folder = database.with_name(f"{database.name}.set-aside")
    path = folder / f"table{choice.table}-{end.seq}-{end.hash.hex()[:8]}.journal"
    with disk_faults(path):
        folder.mkdir(mode=0o700, exist_ok=True)
        create(path, list(records))
        sync_folder(folder.parent)
    return str(path)
