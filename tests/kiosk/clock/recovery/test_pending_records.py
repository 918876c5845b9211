"""A rebuilt clock asks each table for its records of sittings that it has left, and accepts them from no other table.

Records that do not lead up to what the clock held are flagged.
"""

import asyncio
import json
import threading
from contextlib import closing
from functools import partial
from queue import Queue
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from engine.refused import Refused
from kiosk.cli import main
from kiosk.clock.clients.latest import Latest
from kiosk.clock.recovery.pending_records import DISMISSED, KIND, Dismissed, PendingRecords
from kiosk.clock.store.remembered import MemoryEntry
from kiosk.clock.store.sqlite.store import SqliteStore
from kiosk.clock.store.streams import is_decided_here, sitting_stream
from kiosk.clock.store.writer import Writer
from kiosk.protocol.link.recovery import CopyHeld, OldRecords
from kiosk.protocol.messages import Hello
from kiosk.storage.chain import START, chain, mark_of
from kiosk.table.recovery.clock_copy import fetch_copy
from kiosk.table.settings import TableSettings
from tests.kit.clock import DEADLINE_S, DirectorsPage, RandomTable, however_slow, token
from tests.kit.signing import Asker

STREAM, SITTING = sitting_stream("0a", 3), "0a-3"
PLAYED = chain(START, 2, 0, [b"played %d" % n for n in range(5)])
OTHERS = chain(START, 2, 0, [b"otherwise %d" % n for n in range(5)])


class WaitingClock:
    """A clock that waits for five records of sitting 3, which was at table 7."""

    def __init__(self, store):
        store.keep(MemoryEntry(KIND, STREAM, msgspec.json.encode(mark_of(PLAYED[-1]))))
        self.writer = Writer(store, self.taken)
        self.flagged: list[int] = []
        self.audited = SimpleNamespace(seq=0)
        floor = SimpleNamespace(tables={3: self.audited}, forked=lambda key, fault: self.flagged.append(key))
        state = SimpleNamespace(sittings={3: SimpleNamespace(typed=False)})
        self.changed: list[int] = []
        self.desk: Any = SimpleNamespace(audited=floor, state=state, table_of=lambda key: 7)
        publisher = SimpleNamespace(table_changed=self.changed.append)
        place = SimpleNamespace(publisher=publisher, desk=self.desk, key=3, stream=STREAM, name=SITTING)
        rooms: Any = SimpleNamespace(at={STREAM: place}.get, place={SITTING: place}.get)
        self.store, self.rooms = store, rooms
        self.pending = PendingRecords(store, rooms)
        self.pending.settle(store)
        self.client = Latest()

    def taken(self, stream, records):
        self.audited.seq = records[-1].seq

    def greet(self, table, sitting="0a-4", head=START):
        self.pending.greeted(Hello("", table, 1, head, sitting=sitting), self.client)
        return self.asked()

    def sends(self, records, table=7):
        asyncio.run(self.pending.came(table, OldRecords(SITTING, tuple(records)), self.writer, self.client))
        return self.asked()

    def dismiss(self, table):
        asyncio.run(self.pending.dismiss(table, Dismissed("Dee", 5), self.writer))

    @property
    def lacking(self):
        """The message to the director, by table; and whether the tournament is short of anything."""
        return {one.table: one.records for one in self.pending.said}, self.pending.of(self.desk)

    def asked(self):
        """The record after which it asks for more."""
        items, self.client = self.client, Latest()
        waiting = asyncio.run(items.take()) if items._items else ()
        return [json.loads(text)["after"] for _, text in waiting]


@pytest.fixture
def rebuilt(tmp_path):
    one = WaitingClock(SqliteStore(tmp_path / "clock.db"))
    with closing(one.writer):
        yield one


def test_a_table_is_asked_until_all_its_records_are_there(rebuilt):
    assert rebuilt.greet(8) == []
    assert rebuilt.greet(7, SITTING) == []  # at its sitting it sends them anyway
    assert rebuilt.greet(7) == [0]
    assert rebuilt.lacking == ({7: 5}, True)

    assert rebuilt.sends(PLAYED[:2]) == [2]
    assert rebuilt.lacking == ({7: 3}, True)
    assert rebuilt.sends(PLAYED[1:5]) == [5]
    assert rebuilt.sends(()) == []

    assert rebuilt.lacking == ({}, False)


def test_a_dismissed_tablet_is_not_waited_for_even_after_a_restart(rebuilt):
    with pytest.raises(Refused, match="records-not-awaited"):
        rebuilt.dismiss(8)
    rebuilt.dismiss(7)
    assert rebuilt.lacking == ({}, False)
    assert rebuilt.changed == [3]
    assert json.loads(rebuilt.store.kept(DISMISSED)[STREAM]) == {"by": "Dee", "at_ms": 5}

    rebuilt.pending = PendingRecords(rebuilt.store, rebuilt.rooms)
    rebuilt.pending.settle(rebuilt.store)
    assert rebuilt.lacking == ({}, False)
    with pytest.raises(Refused, match="records-not-awaited"):
        rebuilt.dismiss(7)


def test_a_dismissed_tablet_is_waited_for_again_once_it_connects_with_the_records(rebuilt):
    rebuilt.dismiss(7)
    assert rebuilt.greet(7) == [0]
    assert rebuilt.sends(()) == []  # another tablet at the same table
    assert rebuilt.lacking == ({}, False)
    assert rebuilt.sends(PLAYED[:2]) == [2]
    assert rebuilt.lacking == ({7: 3}, True)

    rebuilt.dismiss(7)
    assert rebuilt.greet(7, SITTING, mark_of(PLAYED[1])) == []  # it has no more than the clock
    assert rebuilt.lacking == ({}, False)
    assert rebuilt.greet(7, SITTING, mark_of(PLAYED[2])) == []
    assert rebuilt.lacking == ({7: 3}, True)


def test_records_from_another_table_or_sent_twice_are_not_accepted(rebuilt):
    assert rebuilt.sends(PLAYED, table=8) == []
    assert rebuilt.audited.seq == 0
    assert rebuilt.sends(PLAYED[:3]) == [3]
    assert rebuilt.sends(PLAYED[:3]) == []
    assert rebuilt.flagged == []


@pytest.mark.parametrize("sent", [OTHERS, PLAYED[2:]])
def test_another_history_is_flagged_and_a_gap_changes_nothing(rebuilt, sent):
    assert rebuilt.sends(sent) == []
    assert rebuilt.audited.seq == 0 or sent is not OTHERS
    assert rebuilt.flagged == ([3] if sent is OTHERS else [])


def lacking_now(page):
    """The value in the newest totals; None before the first."""
    return next((one["awaited"] for one in reversed(page.said) if one["say"] == "totals"), None)


def test_the_copy_of_a_table_is_handed_out_once_the_director_gives_up_the_lost_records(clock, tmp_path):
    ask = Asker(clock)
    with RandomTable(tmp_path, clock.socket) as table:
        table.sit()
        table.play(1)
        table.wait_until_held(clock)
        held = table.game.mark
    clock.stop()
    with clock.store() as store:
        (stream,) = [one for one in store.streams("") if not is_decided_here(one)]
        store.keep(MemoryEntry(KIND, stream, msgspec.json.encode(replace(store.copy(stream).head(), seq=held + 5))))
    clock.start()
    settings = TableSettings(1, str(tmp_path / "fresh.journal"), clock.socket, token(1))
    waits, copies = Queue[CopyHeld](), []
    fetch = partial(however_slow, lambda: fetch_copy(settings, "123456", waits.put))
    tablet = threading.Thread(target=lambda: copies.append(fetch()))
    with DirectorsPage(clock) as page:
        page.hear_until(lambda: lacking_now(page) == [{"table": 1, "records": 5}])
        tablet.start()
        assert waits.get(timeout=DEADLINE_S).lacking == 5
        refused = ask.post("copies/give", table=1, check="123456")
        assert (refused.status_code, refused.json()["code"]) == (409, "copy-not-whole")
        assert ask.get("recovery").json()["awaited"] == [{"table": 1, "records": 5}]
        room = ["room", "--clock", clock.site, "--settings", str(clock.settings)]
        assert main([*room, "restore-table", "1", "123456"]) == 1
        assert main([*room, "restore-table", "1", "123456", "--without"]) == 0
        page.hear_until(lambda: lacking_now(page) == [])
        assert ask.post("recovery/dismiss", table=1).status_code == 409
    tablet.join(DEADLINE_S)
    assert len(copies[0].records) == held
