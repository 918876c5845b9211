"""A program that appends to a journal until it is killed or fails, and prints each acknowledged record on a line."""

import sys
import time
from pathlib import Path

from kiosk.faults import Fault
from kiosk.storage import write_ahead
from kiosk.storage.journal import Journal

ROOT = Path(__file__).parents[3]
COMMAND = [sys.executable, "-m", "tests.kiosk.storage.append_forever"]
"""The command takes a journal's path, how often to append, and the page limit of its log."""


def main(path: str, appends: int, pages: int = write_ahead.PAGES) -> None:
    """Append one to three records at a time."""
    write_ahead.PAGES = pages
    with Journal.open(Path(path), lambda: time.time_ns() // 1_000_000) as journal:
        print("open", journal.head.seq, flush=True)
        try:
            for n in range(appends):
                for record in journal.append(n, [b"%d.%d" % (n, part) for part in range(1 + n % 3)]):
                    print("kept", record.seq, record.hash.hex(), flush=True)
        except Fault:
            refuse_again(journal)
            raise


def refuse_again(journal: Journal) -> None:
    """After a failure nothing more may be written, even if the disk has recovered."""
    try:
        journal.append(0, [b"after the failure"])
    except Fault:
        print("refused", flush=True)


if __name__ == "__main__":
    try:
        main(sys.argv[1], *map(int, sys.argv[2:]))
    except Fault as fault:
        print("fault", fault, flush=True)
