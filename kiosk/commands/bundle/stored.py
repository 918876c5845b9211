"""Summarizes a journal or a database without its contents: how far it goes, and whether it is intact."""

import sqlite3
from collections import deque
from contextlib import closing
from pathlib import Path

import msgspec

from engine.decoders import NOT_JSON
from kiosk.clock.settings import ClockSettings
from kiosk.storage.files import disk_faults
from kiosk.storage.journal_reader import salvage
from kiosk.storage.promised import Promises
from kiosk.storage.witness import witness_path

LAST = 500


class StoredRecord(msgspec.Struct, frozen=True):
    """One record, with its time in milliseconds since 1970 and its kind."""

    seq: int
    epoch: int
    at_ms: int
    kind: str


class StoredJournal(msgspec.Struct, frozen=True):
    """A table's journal. `records` are intact, `promised` should be there, and `fault` is a code."""

    journal: str
    records: int
    promised: int
    head: str
    bytes: int
    fault: str
    last: tuple[StoredRecord, ...]


class StoredDatabase(msgspec.Struct, frozen=True):
    """A clock's database: the version of its schema, and the number of rows in each of its tables."""

    database: str
    form: int
    bytes: int
    rows: dict[str, int]


def stored_journal(path: Path) -> StoredJournal:
    """The summary of a table's journal. The kiosk may be writing to it at the same time. Raises `Fault`."""
    with disk_faults(path):
        size = path.stat().st_size
    found = salvage(path)
    with disk_faults(path):
        promised = Promises.read(witness_path(path)).end.seq
    kinds = deque((StoredRecord(one.seq, one.epoch, one.at_ms, kind_of(one.body)) for one in found.records), LAST)
    head = found.records[-1].hash.hex() if found.records else ""
    fault = found.fault.message.code if found.fault else ""
    return StoredJournal(path.name, len(found.records), promised, head, size, fault, tuple(kinds))


def stored_database(settings: ClockSettings) -> StoredDatabase:
    """The summary of a clock's database. The clock may be writing to it at the same time. Raises `Fault`."""
    path = settings.database
    with disk_faults(path):
        size = path.stat().st_size
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as db:
            names = [name for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
            rows = {name: db.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0] for name in names}
            (form,) = db.execute("PRAGMA user_version").fetchone()
    return StoredDatabase(path.name, form, size, rows)


def kind_of(body: bytes) -> str:
    """The tag of a record's event, without its fields. For a record that cannot be decoded, it is `?`."""
    try:
        return str(msgspec.json.decode(body)["event"]["is"])
    except (*NOT_JSON, KeyError, TypeError):
        return "?"
