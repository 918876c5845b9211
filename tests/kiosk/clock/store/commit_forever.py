"""A program that commits to a clock's database until it is killed or fails: records of a table, sometimes a decision of
its own, a remembered value and a snapshot.

It prints each acknowledged commit on a line.
"""

import sys
from pathlib import Path

from kiosk.clock.store.port import Append, Batch, Snapshot
from kiosk.clock.store.remembered import MemoryEntry
from kiosk.clock.store.sqlite.store import SqliteStore
from kiosk.clock.store.streams import sitting_stream, tournament_stream
from kiosk.faults import Fault
from kiosk.storage import write_ahead
from kiosk.storage.chain import START, Record, chain, mark_of

COMMAND = [sys.executable, "-m", "tests.kiosk.clock.store.commit_forever"]
"""The command takes a database's path, how often to commit, and the page limit of its log."""
TABLE, OWN = sitting_stream("0a", 1), tournament_stream("0a")
DECIDES = 3
"""One decision every so many commits."""


def records_of(commits: int) -> dict[str, list[Record]]:
    """By stream, everything that so many commits write."""
    table, own = list[Record](), list[Record]()
    for n in range(commits):
        table += _next(table, n, 1 + n % 4)
        if n % DECIDES == 0:
            own += _next(own, n, 1)
    return {TABLE: table, OWN: own}


def _next(before: list[Record], n: int, count: int) -> list[Record]:
    bodies = [b"%d.%d %s" % (n, part, b"x" * (50 * (n % 7))) for part in range(count)]
    return chain(mark_of(before[-1]) if before else START, 1, n, bodies)


def main(path: str, commits: int, pages: int) -> None:
    """Write everything that is not there yet, unless something fails."""
    write_ahead.PAGES = pages
    store = SqliteStore(Path(path))
    table, own = list[Record](), list[Record]()
    there = store.copy(TABLE).head().seq
    try:
        for n in range(commits):
            records = _next(table, n, 1 + n % 4)
            decided = _next(own, n, 1) if n % DECIDES == 0 else []
            if len(table) + len(records) <= there:
                table, own = table + records, own + decided
                continue
            appends = [Append(OWN, mark_of(own[-1]) if own else START, decided)] if decided else []
            (held,) = store.commit([Batch(TABLE, 1, records)], appends)
            if isinstance(held, Fault):
                raise held
            table, own = table + records, own + decided
            sys.stdout.write(f"kept {len(table)} {len(own)}\n")  # in one call, which a trace shows as one
            sys.stdout.flush()
            if n % 10 == 5:
                store.keep(MemoryEntry("staff", str(n), b"remembered"))
                store.keep_snapshot(TABLE, Snapshot(held, b"program", b"body"))
    finally:
        store.close()


if __name__ == "__main__":
    try:
        main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
    except Fault as fault:
        print("fault", fault, flush=True)
