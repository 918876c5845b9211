"""A clock whose room is on a PostgreSQL server, beside one with a file and beside plain INSERTs, in the same run.

All use the same disk, and the server is on the same machine, so only the ratios say something about another one."""

import tempfile
from collections.abc import Callable
from contextlib import ExitStack, closing
from pathlib import Path
from statistics import quantiles
from time import perf_counter
from typing import Any

import psycopg

from kiosk.clock.store.port import Batch, ClockStore
from kiosk.clock.store.postgres.store import PostgresStore
from kiosk.clock.store.sqlite.store import SqliteStore
from kiosk.clock.store.streams import SITTING, sitting_stream
from kiosk.storage.chain import START, Mark, Record, chain, mark_of
from tests.kit.postgres import MISSING, new_server, programs

TABLES = 40
COMMITS = 300
RECORDS = 5
"""The records of each table in a commit."""
BODY = b'{"do":"bet","seat":3,"to":1200,"at":1764451860000}' * 6
STREAMS = [sitting_stream("0a", table) for table in range(1, TABLES + 1)]


def measure() -> dict[str, Any]:
    """Milliseconds of a commit from all tables. Seconds until a store with all records is open again and read, and
    the same for another clock after the first one has stopped."""
    if programs() is None:
        return {"skipped": MISSING}
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


def _commits(stores: dict[str, ClockStore], plain: psycopg.Connection) -> dict[str, list[float]]:
    """Seconds of each commit, one after the other, so that what else runs on the machine slows all of them alike."""
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
    plain.execute("INSERT INTO record SELECT * FROM unnest(%s, %s, %s)", (list(names), list(seqs), list(bodies)))


def _taken(results: list[Any]) -> None:
    for result in results:
        if not isinstance(result, Mark):
            raise result


def _read(opener: Callable[[], ClockStore]) -> float:
    """Seconds until the store is open and every record was read."""

    def read() -> None:
        with closing(opener()) as store:
            found = sum(1 for stream in store.streams(SITTING) for _ in store.copy(stream).walk())
        if found != TABLES * COMMITS * RECORDS:
            raise RuntimeError(f"only {found} records")

    return round(_seconds(read), 2)


def _seconds(what: Callable[[], object]) -> float:
    began = perf_counter()
    what()
    return perf_counter() - began


def _percentiles(seconds: list[float]) -> dict[str, float]:
    cuts = quantiles(seconds, n=100)
    return {"p50": round(1000 * cuts[49], 1), "p99": round(1000 * cuts[98], 1)}
