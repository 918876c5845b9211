"""Compares a clock whose room is on a PostgreSQL server with one whose room is in a file, and with plain INSERTs. Also
measures how much phones, displays and consoles at a waiting clock cost the clock that runs the room.

The acknowledgments of tables in play and of tables that come back are measured by `pace` and `catch_up` with both
stores. `KIOSK_PACE_TABLES` and `KIOSK_BACKLOG` set their sizes. All use the same disk, and the server is on the same
machine, so only the ratios hold for other machines.
"""

import asyncio
import json
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from statistics import quantiles
from time import perf_counter
from typing import Any
from unittest.mock import patch

import psycopg
from websockets.asyncio.client import connect

from kiosk.clock.store.port import Batch, ClockStore
from kiosk.clock.store.postgres.store import PostgresStore
from kiosk.clock.store.sqlite.store import SqliteStore
from kiosk.clock.store.streams import SITTING, sitting_stream
from kiosk.storage.chain import START, Mark, Record, chain, mark_of
from tests.benchmarks import catch_up, pace
from tests.benchmarks.busy_room import busy_tables, in_background
from tests.benchmarks.phones import phones_at
from tests.kit import clock as clocks
from tests.kit.clock import KEY, KillableClock
from tests.kit.patience import PATIENCE_S
from tests.kit.ports import unused_port
from tests.kit.postgres import MISSING, new_server, programs
from tests.kit.room import room_settings
from tests.kit.two_clocks import two_clocks

TABLES = 40
COMMITS = 300
RECORDS = 5
"""The records of each table in a commit."""
PHONES, DISPLAYS, CONSOLES, EVERY_S = 2_000, 60, 40, 6.0
_GUESTS = f"owner_cores_with_{PHONES}_phones_{DISPLAYS}_displays_and_{CONSOLES}_consoles_at_the_other"
BUSY_TABLES, BUSY_S = 20, 30
BODY = b'{"do":"bet","seat":3,"to":1200,"at":1764451860000}' * 6
STREAMS = [sitting_stream("0a", table) for table in range(1, TABLES + 1)]


def measure() -> dict[str, Any]:
    """Milliseconds of a commit from all tables. Seconds until a store with all records is open again and read, and
    the same for another clock after the first one has stopped."""
    if programs() is None:
        return {"skipped": MISSING}
    return _stores() | _rooms() | {_GUESTS: _watched()}


def _stores() -> dict[str, Any]:
    with ExitStack() as undo:
        folder = Path(undo.enter_context(tempfile.TemporaryDirectory()))
        server = undo.enter_context(new_server())
        server.create()
        server.start()
        url = server.database()
        openers: dict[str, Callable[[], ClockStore]] = {
            "sqlite": lambda: SqliteStore(folder / "clock.db"),
            "postgresql": lambda: PostgresStore(url, folder / "a", "clock-a", "a"),
        }
        plain = undo.enter_context(closing(psycopg.connect(server.database(), autocommit=True)))
        plain.execute("CREATE TABLE record (stream text, seq bigint, body bytea, PRIMARY KEY (stream, seq))")
        with ExitStack() as opened:
            stores = {name: opened.enter_context(closing(opener())) for name, opener in openers.items()}
            commits = _commits(stores, plain)
        restart = {name: _read(opener) for name, opener in openers.items()}
        takeover = _read(lambda: PostgresStore(url, folder / "b", "clock-b", "b"))
    return {
        "commit_ms": {name: _percentiles(took) for name, took in commits.items()},
        "records": TABLES * COMMITS * RECORDS,
        "restart_s": restart,
        "takeover_s": takeover,
    }


def _rooms() -> dict[str, Any]:
    """Tables in play, and tables that come back with a backlog, at a clock with each of the stores."""
    found: dict[str, Any] = {"pace": {}, "catch_up": {}}
    for on_server, name in ((False, "sqlite"), (True, "postgresql")):
        with patch.object(clocks, "ON_SERVER", on_server):
            found["pace"][name] = pace.measure()
            found["catch_up"][name] = catch_up.measure()
    return found


def _commits(stores: dict[str, ClockStore], plain: psycopg.Connection) -> dict[str, list[float]]:
    """Seconds of each commit. The stores take turns, so that other programs on the machine slow all of them alike."""
    took: dict[str, list[float]] = {name: [] for name in (*stores, "plain insert")}
    marks = dict.fromkeys(STREAMS, START)
    for _ in range(COMMITS):
        records = {stream: chain(marks[stream], 1, 0, [BODY] * RECORDS) for stream in STREAMS}
        for name, store in stores.items():
            batches = [Batch(stream, 1, some) for stream, some in records.items()]
            took[name].append(_seconds(lambda store=store, batches=batches: _taken(store.commit(batches))))  # type: ignore[misc]
        took["plain insert"].append(_seconds(lambda records=records: _insert(plain, records)))  # type: ignore[misc]
        marks = {stream: mark_of(some[-1]) for stream, some in records.items()}
    return took


def _insert(plain: psycopg.Connection, records: dict[str, list[Record]]) -> None:
    rows = [(stream, one.seq, one.body) for stream, some in records.items() for one in some]
    names, seqs, bodies = zip(*rows, strict=True)
    insert = "INSERT INTO record SELECT * FROM unnest(%s::text[], %s::bigint[], %s::bytea[])"
    plain.execute(insert, (list(names), list(seqs), list(bodies)))


def _taken(results: list[Any]) -> None:
    for result in results:
        if not isinstance(result, Mark):
            raise result


def _read(opener: Callable[[], ClockStore]) -> float:
    """Seconds until the store is open and every record has been read."""

    def read() -> None:
        with closing(opener()) as store:
            found = sum(1 for stream in store.streams(SITTING) for _ in store.copy(stream).walk())
        if found != TABLES * COMMITS * RECORDS:
            raise RuntimeError(f"only {found} records")

    return round(_seconds(read), 2)


def _watched() -> dict[str, float]:
    """The share of a core of the clock that runs a busy room, without and with the guests at the waiting clock."""
    with ExitStack() as undo:
        folder = Path(undo.enter_context(tempfile.TemporaryDirectory()))
        first, second, _ = undo.enter_context(
            two_clocks(folder, unused_port(), None, lambda port: room_settings(port, BUSY_TABLES))
        )
        undo.enter_context(busy_tables(first, BUSY_TABLES, 12 * BUSY_S))
        alone = _cores(first)
        waits = _cores(second)
        with in_background(partial(_guests, second.public, second.at_console_port.socket)):
            return {
                "alone": alone,
                "with_guests": _cores(first),
                "waiting": waits,
                "waiting_with_guests": _cores(second),
            }


def _cores(clock: KillableClock) -> float:
    before = clock.cpu_s()
    time.sleep(BUSY_S)
    return round((clock.cpu_s() - before) / BUSY_S, 3)


async def _guests(public: str, console: str, ready: Callable[[], object]) -> None:
    async def display(number: int) -> None:
        async with connect(
            f"ws://{public}/room?board=1&display={number}", proxy=None, max_queue=None, open_timeout=PATIENCE_S
        ) as socket:
            async for _ in socket:
                pass

    async def look() -> None:
        async with connect(
            f"{console}/director?moments=1&parts=1", proxy=None, max_queue=None, open_timeout=PATIENCE_S
        ) as socket:
            await socket.send(json.dumps({"say": "enter", "key": KEY}))
            async for _ in socket:
                pass

    async with asyncio.TaskGroup() as guests:
        for _ in range(CONSOLES):
            guests.create_task(look())
        for number in range(DISPLAYS):
            guests.create_task(display(number))
        guests.create_task(phones_at(int(public.rpartition(":")[2]), PHONES, EVERY_S))
        await asyncio.sleep(2 * EVERY_S)  # until every phone has been answered once
        ready()


def _seconds(what: Callable[[], object]) -> float:
    began = perf_counter()
    what()
    return perf_counter() - began


def _percentiles(seconds: list[float]) -> dict[str, float]:
    cuts = quantiles(seconds, n=100)
    return {"p50": round(1000 * cuts[49], 1), "p99": round(1000 * cuts[98], 1)}
