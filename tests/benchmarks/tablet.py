"""
A new tablet in place of a lost one: how much of the two minutes the programs take, after eight hours of play there.
"""

import os
import tempfile
import threading
from collections.abc import Callable
from contextlib import closing
from itertools import islice
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

import httpx

from kiosk.clock.store.port import Batch
from kiosk.clock.store.sqlite.store import SqliteStore
from kiosk.protocol.codec import encode_event
from kiosk.storage.chain import START, Mark, Record, chain
from kiosk.table.recovery.clock_copy import TableCopy, fetch_copy, put_in_place
from kiosk.table.settings import TableSettings
from tests.kit.clock import KEY, ClockThread, RandomTable, eventually, token
from tests.kit.full_tables import stream_of
from tests.kit.ports import unused_port
from tests.kit.randomplay import Habits, hands, tables

RECORDS = 3_333
CHECK = "482913"


def measure() -> dict[str, Any]:
    """Seconds until the tablet has the clock's copy and the director's approval, until that is its journal, and until
    it is at the table and linked. The yardstick is writing the same bytes to a file.
    """
    with tempfile.TemporaryDirectory() as folder:
        clock = ClockThread(Path(folder), unused_port())
        records = _play(clock.database)
        clock.start()
        try:
            return _measured(clock, Path(folder, "fresh"), records)
        finally:
            clock.stop()


def _measured(clock: ClockThread, folder: Path, records: list[Record]) -> dict[str, Any]:
    folder.mkdir()
    settings = TableSettings(1, str(folder / "table1.journal"), clock.socket, token(1))
    copies: list[TableCopy] = []
    fetching = threading.Thread(target=lambda: copies.append(fetch_copy(settings, CHECK, lambda _: None)))

    def fetched() -> None:
        fetching.start()
        headers = {"Authorization": f"Bearer {KEY}"}
        eventually(lambda: bool(httpx.get(f"{clock.site}/api/copies", headers=headers).json()["copies"]))
        given = httpx.post(f"{clock.site}/api/copies/give", json={"table": 1, "check": CHECK}, headers=headers)
        given.raise_for_status()
        fetching.join()

    def linked() -> None:
        with RandomTable(folder, clock.socket) as table:
            table.wait_until_held(clock)
            if table.game.mark < RECORDS:
                raise RuntimeError("the table is not where its records end")

    seconds = {
        "fetched, with the director's word": _seconds(fetched),
        "its journal": _seconds(lambda: put_in_place(settings, copies[0])),
        "at the table, linked": _seconds(linked),
    }
    bare = _seconds(lambda: _write(folder / "bare", b"".join(record.body for record in records)))
    total = round(sum(seconds.values()), 2)
    return {"records": RECORDS, "seconds": seconds | {"in all": total, "the bytes alone": bare}, "aim_seconds": 120}


def _play(database: Path) -> list[Record]:
    played = (event for step in hands(tables(Random(1), 6, Habits(undo=0.02)), RECORDS) for event in step.record)
    records = chain(START, 1, 0, [encode_event(event) for event in islice(played, RECORDS)])
    with closing(SqliteStore(database)) as store:
        (taken,) = store.commit([Batch(stream_of(1), 1, records)])
    if not isinstance(taken, Mark):
        raise taken
    return records


def _write(path: Path, data: bytes) -> None:
    with path.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _seconds(what: Callable[[], object]) -> float:
    began = perf_counter()
    what()
    return round(perf_counter() - began, 3)
