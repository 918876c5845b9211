"""A tablet's history of its table that a director has chosen over the clock's copy: what is remembered of that, and the
file in which what the copy held is kept."""

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
"""Where the database has them."""


class Choice(NamedTuple):
    """The `records` follow on record `after`, the last that both histories of a stream have; `epoch` is the last one in
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


class Chosen(msgspec.Struct, frozen=True):
    """Of the copy of `table` the `aside` records after record `after` were set aside, and lie in `file`, whole with
    what was before them; empty where there were none. The copy ended at `end` from then on, and was to go to `owed`
    before. Who goes on with it writes in an epoch after `epoch`."""

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


def chosen_in(bodies: Iterable[bytes]) -> list[Chosen]:
    """Of rows of the database, the oldest of each stream first; without one that cannot be read: no record depends on
    it."""
    return sorted((one for body in bodies if (one := read_row(body, Chosen))), key=lambda one: one.epoch)


def given_up_in(db: sqlite3.Connection) -> set[tuple[str, Mark]]:
    """How far copies were to go, with their streams, before another history was chosen last: no part of that. Raises
    `sqlite3.Error`."""
    if not db.execute("SELECT 1 FROM sqlite_master WHERE name = 'access'").fetchone():
        return set()
    rows = db.execute("SELECT body FROM access WHERE kind = ?", (KIND,))
    last = {one.stream: one for one in chosen_in(body for (body,) in rows)}
    return {(one.stream, one.owed) for one in last.values() if one.aside and one.owed != one.end}


def keep_file(database: Path, choice: Choice, end: Mark, records: Iterable[Record]) -> str:
    """Write what a copy held up to its `end` as a journal of its own, beside the database. Raises `Fault`."""
    folder = database.with_name(f"{database.name}.set-aside")
    path = folder / f"table{choice.table}-{end.seq}-{end.hash.hex()[:8]}.journal"
    with disk_faults(path):
        folder.mkdir(mode=0o700, exist_ok=True)
        create(path, list(records))
        sync_folder(folder.parent)
    return str(path)
