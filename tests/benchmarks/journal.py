"""The cost of a durable commit: our journal's append compared with the bare SQLite commit under it, on the
same disk.
"""

import sqlite3
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from engine.events import Called
from kiosk.protocol.codec import encode_event
from kiosk.storage.journal import Journal

COMMITS = 1_000
BODY = encode_event(Called(3, 400))


def measure() -> dict[str, Any]:
    """Milliseconds of one tap's commit (two records), interleaved with a bare commit of two rows."""
    with TemporaryDirectory(prefix="kiosk-bench-") as folder, Journal.open(Path(folder) / "ours", lambda: 0) as journal:
        bare = bare_database(Path(folder) / "bare")
        append, commit = partial(journal.append, 0, [BODY, BODY]), partial(bare_commit, bare)
        pairs = [(ms_of(append), ms_of(commit)) for _ in range(COMMITS)]
        bare.close()
    ours, floor = zip(*pairs, strict=True)
    return {
        "commits": COMMITS,
        "commit_ms": _spread(ours),
        "bare_sqlite_commit_ms": _spread(floor),
        "ratio_p50": round(median(ours) / median(floor), 2),
    }


def bare_database(path: Path) -> sqlite3.Connection:
    """A database that SQLite syncs like ours."""
    bare = sqlite3.connect(path, isolation_level=None)
    bare.executescript("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE record (body BLOB)")
    return bare


def bare_commit(bare: sqlite3.Connection) -> None:
    """Commit two rows."""
    bare.execute("BEGIN IMMEDIATE")
    bare.executemany("INSERT INTO record VALUES (?)", [(BODY,), (BODY,)])
    bare.execute("COMMIT")


def ms_of(what: Callable[[], object]) -> float:
    """The time of each call."""
    started = perf_counter()
    what()
    return (perf_counter() - started) * 1000


def _spread(times_ms: Sequence[float]) -> dict[str, float]:
    return {"p50": round(median(times_ms), 3), "p99": round(quantiles(times_ms, n=100)[98], 3)}
