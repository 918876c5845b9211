"""A clock whose disk had lied about a sync: the tables know more than the clock does, and it notifies the director."""

import asyncio
import json
from contextlib import closing
from types import SimpleNamespace
from typing import Any

import pytest

from kiosk.clock.clients.latest import Latest
from kiosk.clock.recovery.lost_records import LostRecords
from kiosk.clock.store.port import StreamState
from kiosk.clock.store.sqlite.store import SqliteStore
from kiosk.clock.store.streams import sitting_stream
from kiosk.clock.store.writer import Writer
from kiosk.clock.tournaments.room import Place
from kiosk.protocol.link.recovery import OldRecords
from kiosk.protocol.messages import Hello
from kiosk.storage.chain import START, Mark, chain
from tests.kit.clock import token
from tests.kit.room import NAMES, KioskConnection, clock, room

__all__ = ["clock", "room"]

PLAYED = chain(START, 1, 0, [b"played %d" % n for n in range(6)])
OTHERS = chain(START, 1, 0, [b"otherwise %d" % n for n in range(6)])


class Remembering:
    """A clock with sittings 1 and 2 at tables 1 and 2, and a closed sitting 3; decision 9 is its last."""

    def __init__(self):
        sittings = {number: SimpleNamespace(number=number, closed=number == 3, typed=False) for number in (1, 2, 3)}
        self.known_short: set[int] = set()
        self.audited = {number: SimpleNamespace(seq=20) for number in sittings}
        self.desk: Any = SimpleNamespace(
            audited=SimpleNamespace(
                tables=self.audited, flags=SimpleNamespace(is_known_short=lambda key: key in self.known_short)
            ),
            state=SimpleNamespace(id="0a", sittings=sittings),
            mark=9,
            stream=str,
            table_of=lambda key: key,
        )
        tournaments: Any = [SimpleNamespace(desk=self.desk)]
        self.lacking: dict[str, int] = {}
        self.lost = LostRecords(tournaments, lambda stream: self.lacking.get(stream, 0))
        self.lost.begin()

    def greet(self, table, *, head, held=0, decided=0):
        place: Any = SimpleNamespace(desk=self.desk, key=table, stream=str(table), name=f"0a-{table}")
        hello = Hello("", self.desk.table_of(table), 1, Mark(head, b""), sitting=place.name, held=held, decided=decided)
        self.lost.greeted(place, hello, StreamState(1, Mark(self.audited[table].seq, b"")))

    @property
    def tables(self):
        """The tables that have not reconnected yet; None if nothing was lost."""
        said = self.lost.said
        return said and said.fields.get("tables", "")


def test_a_table_that_only_has_new_records_is_no_sign_of_a_loss():
    clock = Remembering()

    clock.greet(1, head=25, held=20, decided=9)

    assert clock.tables is None
    assert not clock.lost.of(clock.desk)


def test_a_copy_that_the_clock_knows_to_be_damaged_is_no_loss_of_decisions(caplog):
    clock = Remembering()
    clock.known_short.add(1)

    clock.greet(1, head=25, held=21, decided=9)
    assert clock.tables is None

    assert not caplog.records

    clock.greet(1, head=25, held=21, decided=10)
    assert clock.tables == "1, 2"
    caplog.clear()


def test_records_that_a_rebuilt_clock_waits_for_are_no_loss_of_decisions(caplog):
    clock = Remembering()
    clock.lacking["1"] = 5

    clock.greet(1, head=25, held=25, decided=9)

    assert clock.tables is None
    assert not caplog.records


@pytest.mark.parametrize("known", [{"held": 21}, {"decided": 10}])
def test_the_clock_waits_for_every_other_table_once_one_knows_more(known, caplog):
    clock = Remembering()

    clock.greet(1, head=25, **known)
    assert clock.tables == "1, 2"
    clock.audited[1].seq = 25
    assert clock.tables == "2"
    clock.greet(2, head=22)
    assert clock.tables == "2"
    assert clock.lost.of(clock.desk)
    clock.audited[2].seq = 22

    assert not clock.lost.of(clock.desk)
    assert clock.lost.said
    assert clock.lost.said.code == "decisions-forgotten"
    assert "the disk has lost data that it had confirmed" in caplog.text


def test_a_table_that_reconnected_before_is_not_waited_for_again(caplog):
    clock = Remembering()
    clock.greet(2, head=20)

    clock.greet(1, head=25, held=25)

    assert clock.tables == "1"


def test_a_table_opened_since_the_start_has_nothing_to_send_again(caplog):
    """Found by the fault simulation: the clock waited for it, although it could not connect before its old sitting
    was closed.
    """
    clock = Remembering()
    clock.greet(1, head=20, held=21)
    clock.greet(2, head=20)
    assert not clock.lost.of(clock.desk)
    assert "has lost" in caplog.text

    clock.desk.state.sittings[4] = SimpleNamespace(number=4, closed=False, typed=False)
    clock.audited[4] = SimpleNamespace(seq=0)

    assert not clock.lost.of(clock.desk)


def test_a_sitting_that_its_table_has_not_reached_yet_has_nothing_to_send_again(caplog):
    """Found by the fault simulation: after a redraw the clock's machine was lost and rebuilt before a table had
    ended its hand. The clock waited for the new sitting, so nothing closed the old one.
    """
    clock = Remembering()
    clock.desk.table_of = lambda key: key % 3
    clock.desk.state.sittings[4] = SimpleNamespace(number=4, closed=False, typed=False)
    clock.audited[4] = SimpleNamespace(seq=0)
    clock.lost.begin()
    clock.greet(2, head=20)

    clock.greet(1, head=20, held=21)
    assert not clock.lost.of(clock.desk)

    clock.greet(4, head=3)
    assert clock.tables == "1"
    assert "has lost" in caplog.text


def begun(clock, room):
    """A tournament at tables 1 and 2 that the service has known since its start."""
    event = room.create("Open", structure="demo")
    event.enter(*NAMES[:4])
    event.open_tables(1, 2)
    event.draw()
    clock.stop()
    clock.start()
    return event


@pytest.mark.slow
def test_the_director_sees_which_tables_have_not_sent_their_records_again_yet(clock, room, caplog):
    event = begun(clock, room)

    with KioskConnection(clock, 1) as kiosk:
        before = event.whole["totals"]["fault"]
        head = Mark(40, b"x" * 32)
        kiosk.say(Hello(token(1), 1, 1, head, sitting=f"{event.id}-1", held=40, decided=event.view["mark"]))
        kiosk.hear("welcome")

        assert before == ""
        assert "these tables still have to send theirs again: 1, 2" in event.whole["totals"]["fault"]


@pytest.mark.slow
@pytest.mark.parametrize("how", ["again", "elsewhere", "too often"])
def test_a_sitting_whose_opening_was_lost_is_reported_and_its_number_is_not_reused(how, clock, room, caplog):
    """Found by the fault simulation: a table had begun sitting 3, which the clock's disk had lost completely.

    The clock assigned 3 again, and took the old records for those of the new sitting.
    """
    event = begun(clock, room)
    its_id, number = {"again": (event.id, 5), "elsewhere": ("0a", 5), "too often": (event.id, 500_000)}[how]

    with KioskConnection(clock, 1) as kiosk:
        kiosk.say(Hello(token(1), 1, 1, Mark(40, b"x" * 32), sitting=f"{its_id}-{number}"))
        assert kiosk.hear("go-to")["sitting"] == f"{event.id}-1"
    event.open_tables(3)

    is_lost = how == "again"
    assert max(one["sitting"] for one in event.view["sittings"]) == (6 if is_lost else 3)
    assert ("table 1 is at sitting" in caplog.text) == is_lost
    assert ("still have to send theirs again: 1, 2" in event.whole["totals"]["fault"]) == is_lost


class Left:
    """A clock for which a player sits at sitting 3, which was at table 7, as is sitting 4; it has five records of 3."""

    def __init__(self, store):
        self.writer = Writer(store, self.taken)
        self.audited = SimpleNamespace(seq=0)
        self.flagged: list[int] = []
        floor = SimpleNamespace(tables={3: self.audited}, keys=(3, 4), forked=lambda key, _: self.flagged.append(key))
        facts = {3: SimpleNamespace(held={1: 1000}), 4: SimpleNamespace(held={})}
        self.desk: Any = SimpleNamespace(
            audited=floor,
            state=SimpleNamespace(id="0a", sittings={}),
            table_of=lambda key: 7,
            stream=lambda key: sitting_stream("0a", key),
            accounts=SimpleNamespace(facts=lambda: facts),
        )
        publisher: Any = SimpleNamespace(desk=self.desk)
        places = {f"0a-{key}": Place(publisher, key) for key in (3, 4)}
        rooms: Any = SimpleNamespace(place=places.get)
        self.lost = LostRecords(rooms, lambda _: 0)
        asyncio.run(self.writer.take(sitting_stream("0a", 3), 1, PLAYED[:5]))

    def taken(self, _, records):
        self.audited.seq = records[-1].seq

    def greet(self, table, sitting):
        client = Latest()
        self.lost.ask(Hello("", table, 1, START, sitting=sitting), client)
        return asked(client)

    def sends(self, records, table=7):
        client = Latest()
        came = asyncio.run(self.lost.came(table, OldRecords("0a-3", tuple(records)), self.writer, client))
        return asked(client) if came else None


def asked(client):
    """The record after which it asks for more."""
    waiting = asyncio.run(client.take()) if client._items else ()
    return [json.loads(text)["after"] for _, text in waiting]


@pytest.fixture
def left(tmp_path):
    one = Left(SqliteStore(tmp_path / "clock.db"))
    with closing(one.writer):
        yield one


def test_a_table_that_left_players_behind_at_a_sitting_is_asked_for_its_end(left):
    """Found by the fault simulation: the clock's disk had lied, and had lost how a table was emptied that had gone
    on to its next sitting.
    """
    assert left.greet(7, "0a-3") == left.greet(8, "0a-4") == []
    assert left.sends(PLAYED[5:]) is None  # not requested
    assert left.greet(7, "0a-4") == [5]
    assert left.lost.of(left.desk)
    assert left.sends(PLAYED[5:], table=8) is None
    assert left.sends(PLAYED[5:]) == [6]
    assert left.sends(()) == []

    assert not left.lost.of(left.desk)
    assert left.audited.seq == 6


def test_another_history_of_a_past_sitting_is_flagged_and_no_longer_waited_for(left):
    left.greet(7, "0a-4")

    assert left.sends(OTHERS) == []
    assert left.flagged == [3]
    assert not left.lost.of(left.desk)
