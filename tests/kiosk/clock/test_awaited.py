"""A clock that was rebuilt asks each table for what it recorded at sittings that it has left, and takes it from no
other; what does not lead to what was held is flagged."""

import asyncio
import json
from contextlib import closing
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from kiosk.clock.awaited import KIND, AwaitedRecords
from kiosk.clock.latest import Latest
from kiosk.clock.store.remembered import Kept
from kiosk.clock.store.store import Store
from kiosk.clock.store.streams import sitting_stream
from kiosk.clock.store.writer import Writer
from kiosk.protocol.messages import Hello, OldRecords
from kiosk.storage.chain import START, chain, mark_of

STREAM, SITTING = sitting_stream("0a", 3), "0a-3"
PLAYED = chain(START, 2, 0, [b"played %d" % n for n in range(5)])
OTHERS = chain(START, 2, 0, [b"otherwise %d" % n for n in range(5)])


class Rebuilt:
    """A clock that awaits five records of sitting 3, which was at table 7."""

    def __init__(self, store):
        store.keep(Kept(KIND, STREAM, msgspec.json.encode(mark_of(PLAYED[-1]))))
        self.writer = Writer(store, self.taken)
        self.flagged: list[int] = []
        self.audited = SimpleNamespace(seq=0)
        floor = SimpleNamespace(tables={3: self.audited}, forked=lambda key, fault: self.flagged.append(key))
        state = SimpleNamespace(sittings={3: SimpleNamespace(typed=False)})
        self.desk = SimpleNamespace(floor=floor, state=state, table_of=lambda key: 7)
        place = SimpleNamespace(desk=self.desk, key=3, stream=STREAM, name=SITTING)
        rooms: Any = SimpleNamespace(at={STREAM: place}.get, place={SITTING: place}.get)
        self.awaited = AwaitedRecords(store, rooms)
        self.client = Latest()

    def taken(self, stream, records):
        self.audited.seq = records[-1].seq

    def greet(self, table, sitting="0a-4"):
        self.awaited.greeted(Hello("", table, 1, START, 2, sitting, keeps_backups=True), self.client)
        return self.asked()

    def sends(self, records, table=7):
        asyncio.run(self.awaited.came(table, OldRecords(SITTING, tuple(records)), self.writer, self.client))
        return self.asked()

    def asked(self):
        """After which record it asks for more."""
        items, self.client = self.client, Latest()
        waiting = asyncio.run(items.take()) if items._items else ()
        return [json.loads(text)["after"] for _, text in waiting]


@pytest.fixture
def rebuilt(tmp_path):
    one = Rebuilt(Store.open(tmp_path / "clock.db"))
    with closing(one.writer):
        yield one


def test_a_table_is_asked_until_all_is_there(rebuilt):
    assert rebuilt.greet(8) == []
    assert rebuilt.greet(7, SITTING) == []  # it is there, and sends them as ever
    assert rebuilt.greet(7) == [0]
    assert rebuilt.awaited.of(rebuilt.desk)
    assert rebuilt.awaited.said.fields["tables"] == "7"

    assert rebuilt.sends(PLAYED[:2]) == [2]
    assert rebuilt.sends(PLAYED[1:5]) == [5]
    assert rebuilt.sends(()) == []

    assert rebuilt.awaited.said is None
    assert not rebuilt.awaited.of(rebuilt.desk)


def test_nothing_is_taken_of_another_table_or_twice(rebuilt):
    assert rebuilt.sends(PLAYED, table=8) == []
    assert rebuilt.audited.seq == 0
    assert rebuilt.sends(PLAYED[:3]) == [3]
    assert rebuilt.sends(PLAYED[:3]) == []
    assert rebuilt.flagged == []


@pytest.mark.parametrize("sent", [OTHERS, PLAYED[2:]])
def test_another_history_is_flagged_and_a_gap_is_left_alone(rebuilt, sent):
    assert rebuilt.sends(sent) == []
    assert rebuilt.audited.seq == 0 or sent is not OTHERS
    assert rebuilt.flagged == ([3] if sent is OTHERS else [])
