"""A clock that starts again in the middle of an evening: 40 tables, 300,000 records."""

import tempfile
from collections.abc import Callable
from contextlib import closing
from functools import reduce
from itertools import islice
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

from kiosk.clock.store.port import Batch, Snapshot
from kiosk.clock.store.sqlite.store import SqliteStore
from kiosk.clock.store.streams import SITTING
from kiosk.clock.tables.audit import AuditedTable, audit_record
from kiosk.clock.tables.snapshot import pack, program
from kiosk.clock.times import Times
from kiosk.protocol.codec import encode_event
from kiosk.storage.chain import START, Mark, chain, mark_of
from tests.kit.desks import opened
from tests.kit.full_tables import FullTables, stream_of
from tests.kit.randomplay import Habits, hands, tables

TABLES = 40
RECORDS = 7_500
SINCE_SNAPSHOT = 50
"""Records, in the middle of the 100 from one snapshot to the next."""
TIMES = Times(lambda: 10_000, lambda: 1_000_000, "boot")


def measure() -> dict[str, Any]:
    """
    Seconds of CPU time until the desk knows every table, compared with reading all records and checking their chains.
    """
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder, "clock.db")
        FullTables(TABLES, 9).write(database)
        with closing(SqliteStore(database)) as store:
            _play(store)
            _walk(store)
            walked = _seconds(lambda: _walk(store))
            whole = _seconds(lambda: _open(store))
            snapshot = _snapshot(store)
            for table in range(1, TABLES + 1):
                store.keep_snapshot(stream_of(table), snapshot)
            resumed = _seconds(lambda: _open(store))
    return {
        "tables": TABLES,
        "records": TABLES * RECORDS,
        "snapshot_kb": round(len(snapshot.body) / 1000),
        "seconds": {"chains alone": walked, "from snapshots": resumed, "from all records": whole},
        "ratio_from_snapshots": round(resumed / walked, 1),
        "ratio_from_all_records": round(whole / walked, 1),
    }


def _play(store: SqliteStore) -> None:
    played = (event for step in hands(tables(Random(1), 9, Habits(undo=0.02)), RECORDS) for event in step.record)
    bodies = [encode_event(event) for event in islice(played, RECORDS)]
    records = chain(START, 1, 0, bodies)
    for table in range(1, TABLES + 1):
        (taken,) = store.commit([Batch(stream_of(table), 1, records)])
        if not isinstance(taken, Mark):
            raise taken


def _snapshot(store: SqliteStore) -> Snapshot:
    desk = opened(store, TIMES)
    now = desk.audited.tables[1]
    records = list(islice(store.copy(stream_of(1)).walk(), RECORDS - SINCE_SNAPSHOT))
    audited = reduce(audit_record, records, AuditedTable(now.seating, now.book))
    return Snapshot(mark_of(records[-1]), program(), pack(audited))


def _walk(store: SqliteStore) -> int:
    return sum(1 for stream in store.streams(SITTING) for _ in store.copy(stream).walk())


def _open(store: SqliteStore) -> None:
    desk = opened(store, TIMES)
    if {table.seq for table in desk.audited.tables.values()} != {RECORDS}:
        raise RuntimeError("a table is not where its records end")


def _seconds(what: Callable[[], object]) -> float:
    began = process_time()
    what()
    return round(process_time() - began, 2)
