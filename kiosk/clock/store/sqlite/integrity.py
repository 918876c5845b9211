"""Checks the clock's database when it is opened: restores its own streams from the second copy, and finds copies of
tables that are shorter than the clock once acknowledged."""

import sqlite3
from contextlib import closing
from pathlib import Path

from kiosk.clock.store.history_choices import given_up_in
from kiosk.clock.store.port import Shortfall
from kiosk.clock.store.second_copies import second_copy_files, shortfalls_of, whole_of
from kiosk.clock.store.sqlite.stream_copy import StreamCopy, heads_of, insert, set_aside
from kiosk.clock.store.streams import is_decided_here
from kiosk.faults import Unsound
from kiosk.storage.chain import Mark, Record
from kiosk.storage.quarantine import quarantine


def files_of(path: Path) -> list[Path]:
    return [path, path.with_name(f"{path.name}-wal"), *second_copy_files(path)]


def made_whole(
    path: Path, db: sqlite3.Connection, decided: dict[str, list[Record]]
) -> tuple[dict[str, list[Record]], tuple[str, ...]]:
    """The clock's own streams, each as long as the longer of its two copies, and the names of those restored.

    Raises `Unsound`, with a copy of the files beside them and nothing else changed, if neither copy has what was
    promised, or if the two contradict each other.
    """
    own: dict[str, list[Record]] = {}
    restored: list[str] = []
    held = [stream for stream in heads_of(db) if is_decided_here(stream)]
    for stream in sorted({*held, *decided}):
        copy, second = StreamCopy(path, db, stream), decided.get(stream, [])
        first = list(copy.walk())
        whole, promised, is_sound = whole_of(first, second, copy.head().seq, copy.found)
        if not is_sound:
            quarantine(path, files_of(path))
            raise Unsound("decisions-lost", path=str(path), found=len(whole), promised=promised)
        own[stream] = whole
        if len(first) < len(whole):
            quarantine(path, files_of(path))
            db.execute("BEGIN IMMEDIATE")
            set_aside(db, stream, len(first))
            insert(db, stream, whole[len(first) :])
            epoch = max(copy.epoch(), *(record.epoch for record in whole))
            db.execute("INSERT OR REPLACE INTO opening VALUES (?, ?)", (stream, epoch))
            db.execute("COMMIT")
            restored.append(stream)
    return own, tuple(restored)


def shortfalls_in(path: Path, marks: dict[str, Mark]) -> tuple[Shortfall, ...]:
    """The copies that are shorter than they once were. Must run before a writer can overwrite the evidence."""
    heads: dict[str, Mark] = {}
    given_up: set[tuple[str, Mark]] = set()
    if path.exists() and marks:
        with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as db:
            given_up = given_up_in(db)
            if "stream" in {name for _, name, *_ in db.execute("PRAGMA table_info(record)")}:
                heads = heads_of(db)
    return shortfalls_of(path, files_of(path), marks, heads, given_up)
