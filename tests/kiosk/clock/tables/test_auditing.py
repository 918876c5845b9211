"""Records that wait for their audit: tables in play come first, and a long backlog waits on the disk."""

import asyncio
import sys
from types import SimpleNamespace
from typing import Any

import pytest

from kiosk.clock.tables.auditing import MOST_HELD, SLICE, Auditing
from kiosk.storage.chain import START, chain

MISSED, SENT_AT_ONCE = 3_000, 200


class RecordWriter:
    """A writer: its records of each stream, and how often it was read."""

    def __init__(self):
        self.held = {}
        self.reads = 0
        self.has_backlog = False

    async def read(self, stream, after, most):
        await asyncio.sleep(0)
        self.reads += 1
        return self.held[stream][after : after + most]

    async def keep_snapshot(self, *_):
        """Keep it as if on disk."""


class FakeTables:
    """Tables that only count, each as long as its records are consecutive."""

    def __init__(self):
        self.seq = {}
        self.turns = []

    def taken(self, stream, records):
        for record in records:
            if record.seq == self.seq.get(stream, 0) + 1:
                self.seq[stream] = record.seq
        self.turns.append((stream, len(records)))
        return SimpleNamespace(seq=self.seq.get(stream, 0))


def audited(run):
    """The tables, the disk and the audit after the audit of everything sent."""
    disk, audited_tables = RecordWriter(), FakeTables()
    writer: Any = disk
    auditing = Auditing(writer, audited_tables.taken, lambda _: None)

    async def until_done():
        run(disk, audited_tables, auditing)
        while auditing.is_busy:
            await asyncio.sleep(0)

    asyncio.run(until_done())
    return disk, audited_tables, auditing


def send(disk, auditing, stream, records):
    disk.held.setdefault(stream, []).extend(records)
    auditing.add(stream, records)


def test_a_table_in_play_has_its_turn_after_each_slice_of_a_backlog():
    records = chain(START, 1, 0, [b"{}"] * MISSED)

    def run(disk, _, auditing):
        for table in range(20):
            send(disk, auditing, f"missed/{table}", records[:SENT_AT_ONCE])
        send(disk, auditing, "plays", records[:3])

    _, audited_tables, _ = audited(run)

    assert audited_tables.turns[0] == ("plays", 3)
    assert {count for _, count in audited_tables.turns} <= {3, SLICE}
    assert [stream for stream, _ in audited_tables.turns[1:21]] == [f"missed/{table}" for table in range(20)]


def calls_for_each_slice(tables):
    """How many functions are called for each slice of so many backlogs."""
    records = chain(START, 1, 0, [b"{}"] * SENT_AT_ONCE)
    calls = 0

    def count(_frame, event, _argument):
        nonlocal calls
        calls += event == "call"

    def run(disk, _, auditing):
        for table in range(tables):
            send(disk, auditing, f"missed/{table}", records)

    sys.setprofile(count)
    try:
        _, audited_tables, _ = audited(run)
    finally:
        sys.setprofile(None)
    return calls / len(audited_tables.turns)


def test_a_slice_costs_the_same_however_many_tables_have_a_backlog():
    """Before, each slice looped over all that waited: with 600 tables that took longer than some of the audit."""
    assert calls_for_each_slice(200) < 1.1 * calls_for_each_slice(20)


def test_a_backlog_of_hours_waits_on_the_disk_and_is_audited_whole_while_more_arrives():
    records = chain(START, 1, 0, [b"{}"] * MISSED)
    most = 0

    def run(disk, audited_tables, auditing):
        taken = audited_tables.taken
        rest = iter(range(SENT_AT_ONCE, MISSED, SENT_AT_ONCE))

        def and_more_comes(stream, some):
            nonlocal most
            if (first := next(rest, None)) is not None:
                send(disk, auditing, "missed", records[first : first + SENT_AT_ONCE])
            most = max(most, auditing.held)
            return taken(stream, some)

        auditing.audit = and_more_comes
        send(disk, auditing, "missed", records[:SENT_AT_ONCE])

    disk, audited_tables, auditing = audited(run)

    assert audited_tables.seq == {"missed": MISSED}
    assert most <= 2 * MOST_HELD
    assert auditing.held == 0
    assert disk.reads > 0


def test_a_stream_that_belongs_to_no_table_is_dropped():
    def run(disk, audited_tables, auditing):
        auditing.audit = lambda *_: None
        send(disk, auditing, "nobody", chain(START, 1, 0, [b"{}"] * MISSED))

    _, _, auditing = audited(run)

    assert auditing.held == 0


@pytest.mark.parametrize("moment", [*range(1, 12), "snapshot"])
def test_the_backlog_of_a_replaced_history_is_dropped_and_the_chosen_one_is_audited(moment):
    """Another history is chosen at any moment between two turns: while a slice is audited, while more is read from the
    disk, or while a snapshot is kept.
    """
    before = chain(START, 1, 0, [b"{}"] * MISSED)
    chosen = chain(START, 2, 0, [b"{}"] * 700)
    audited_records = []
    tasks: list[asyncio.Task[None]] = []

    def run(disk, audited_tables, auditing):
        taken = audited_tables.taken

        def listening(stream, some):
            audited_records.extend(some)
            return taken(stream, some)

        async def choose():
            audited_records.clear()
            disk.held["table"], audited_tables.seq["table"] = list(chosen[:30]), 30
            auditing.restart("table")
            for first in range(30, 700, 67):
                send(disk, auditing, "table", chosen[first : first + 67])
                await asyncio.sleep(0)

        async def choose_later():
            for _ in range(3 * moment):
                await asyncio.sleep(0)
            await choose()

        async def keep_snapshot(*_):
            if not tasks:
                tasks.append(asyncio.get_running_loop().create_task(choose()))
                await tasks[0]

        auditing.audit = listening
        for first in range(0, MISSED, SENT_AT_ONCE):
            send(disk, auditing, "table", before[first : first + SENT_AT_ONCE])
        if moment == "snapshot":
            disk.keep_snapshot = keep_snapshot
        else:
            tasks.append(asyncio.get_running_loop().create_task(choose_later()))

    _, audited_tables, _ = audited(run)

    assert tasks[0].done()
    assert audited_tables.seq == {"table": 700}
    assert {record.epoch for record in audited_records if record.seq > 30} == {2}
