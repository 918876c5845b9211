"""A table that is connected sends every kind of message about another table, its sitting, its players or another
tournament, and nothing happens there. The table that the message names can do the same, if it does anything.

Generated from the kinds of messages: one that no case here names fails the test.
"""

from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from typing import Any, get_args, get_type_hints

import httpx
import msgspec
import pytest
from websockets.exceptions import ConnectionClosed

from kiosk.clock.links import kiosks
from kiosk.clock.recovery.pending_records import KIND
from kiosk.clock.store.remembered import MemoryEntry
from kiosk.clock.store.streams import sitting_stream
from kiosk.protocol.link.pairing import AskPairing, TellNonce
from kiosk.protocol.link.recovery import AskCopy, AskKeep, FetchBackup, FetchCopy, OldRecords
from kiosk.protocol.messages import (
    Answered,
    BackAsked,
    CheckPin,
    EntryAsked,
    FromTable,
    Hello,
    MoveAsked,
    Ping,
    RebuyAsked,
    Records,
    Request,
    TableHealth,
)
from kiosk.storage.chain import START, chain, mark_of
from tests.kit.clock import DEADLINE_S, KEY, ClockThread, token
from tests.kit.room import NAMES, KioskConnection, room_settings

THEIRS = chain(START, 1, 0, [b"theirs %d" % n for n in range(4)])
"""The records of table 2. The clock holds two of them, and knows that there was a third."""
MINE = chain(START, 1, 0, [b"mine"])
HEADS = {1: mark_of(MINE[-1]), 2: mark_of(THEIRS[1])}
PING = 987_654_321
HELD, KNOWN = THEIRS[:2], THEIRS[:3]


@pytest.fixture
def clock(tmp_path, free_port):
    """A clock of four tables and no event."""
    one = ClockThread(tmp_path, free_port, room_settings(free_port, tables=4))
    one.start()
    yield one
    one.stop()


class TwoEvents:
    """Twelve players at tables 1 to 3, one of whom the director moved from table 2 to 3; a side event at table 4."""

    def __init__(self, clock, room):
        self.clock = clock
        self.club = room.create("Club night", structure="demo", late_levels=2, rebuys=3, rebuy_cost=1000)
        self.club.open_tables(1, 2, 3)
        self.club.enter(*NAMES[:12])
        self.club.draw()
        self.side = room.create("Side event", structure="demo")
        self.side.open_tables(4)
        self.side.enter("Ana", "Bo")
        self.side.draw()
        self.theirs, self.aside = f"{self.club.id}-2", f"{self.side.id}-1"
        self.player, self.moved, *_ = self.at(2)
        self.club.do("move-entry", entry=self.moved["entry"], to={"sitting": 3, "seat": self.free(3)})
        with self.linked(2) as kiosk:
            kiosk.send(HELD)
        with self.linked(1) as kiosk:
            kiosk.send(MINE)
        # A clock that was rebuilt from a backup waits for the records that it had of them.
        clock.stop()
        with clock.store() as store:
            mark = msgspec.json.encode(mark_of(KNOWN[-1]))
            store.keep(MemoryEntry(KIND, sitting_stream(self.club.id, 2), mark))
        clock.start()

    @contextmanager
    def linked(self, table, head=START):
        """A kiosk that is connected at a table of the club night."""
        with KioskConnection(self.clock, table) as kiosk:
            assert kiosk.hello(f"{self.club.id}-{table}", head)["say"] == "welcome"
            yield kiosk

    def says(self, table, message):
        """The clock's answers to the message of a connected kiosk, until it answers a ping or hangs up."""
        answers: list[dict[str, Any]] = []
        with self.linked(table, HEADS[table]) as kiosk:
            kiosk.say(message)
            with suppress(ConnectionClosed):
                kiosk.say(Ping(PING))
            while not answers or answers[-1]["say"] not in ("pong", "refusal"):
                answers.append(kiosk.hear("pong", "refusal", "request-result", "ack", "backup-part"))
        return answers[0]

    def at(self, table):
        """The entries there, as the director sees them."""
        return [one for one in self.club.view["entries"] if one["table"] == table]

    def free(self, sitting):
        taken = {one["seat"] for one in self.at(sitting)}
        return min(set(range(1, 11)) - taken)

    @property
    def elsewhere(self):
        """How much was decided, how much table 1 has recorded, and everything known about the other tables."""
        headers = {"Authorization": f"Bearer {KEY}"}
        tables = [
            table
            for one in (self.club, self.side)
            for table in httpx.get(f"{self.clock.site}/api/tables?tournament={one.id}", headers=headers).json()[
                "tables"
            ]
        ]
        marks = [one.whole["totals"]["mark"] for one in (self.club, self.side)]
        return marks, tables[0]["records"], tables[1:]

    @property
    def named(self):
        """Messages about things that are not table 1's. A kiosk may know the token of another table, too."""
        theirs, aside, (player, moved) = self.theirs, self.aside, (self.player["entry"], self.moved["entry"])
        head = HEADS[2]
        return (
            Hello(token(1), 2, 1, START, sitting=theirs), Hello(token(1), 1, 1, START, sitting=theirs),
            Hello(token(1), 1, 1, START, sitting=aside), Hello(token(2), 2, 1, head, sitting=theirs),
            AskCopy(token(1), 2, "1"), AskCopy(token(2), 2, "1"),
            AskKeep(token(1), 2, "1", 1, head, theirs), AskKeep(token(2), 2, "1", 1, head, theirs),
            AskPairing("", 2), TellNonce(""), FetchCopy(0), FetchBackup("", 0), Answered("1"),
            Records(tuple(HELD)), Records(tuple(THEIRS)), Records(tuple(THEIRS[2:])),
            OldRecords(theirs, tuple(THEIRS[2:3])), OldRecords(theirs, tuple(THEIRS)), OldRecords(theirs, ()),
            OldRecords(aside, tuple(THEIRS)),
            TableHealth(False), CheckPin("1", "floor", "4711"), Ping(0),
            Request("mine-1", MoveAsked(player, 1)), Request("mine-2", MoveAsked(player, 3, 10)),
            Request("mine-3", MoveAsked(moved, 1)), Request("mine-4", MoveAsked(self.at(1)[0]["entry"], 4)),
            Request("mine-5", BackAsked(moved)), Request("mine-6", RebuyAsked(player)),
            Request("mine-7", RebuyAsked(moved)),
            Request("mine-8", EntryAsked(self.player["name"], self.free(1), self.player["player"])),
        )  # fmt: skip


@pytest.fixture
def evening(clock, room):
    return TwoEvents(clock, room)


def kinds(messages):
    """The types of messages; for requests, the types of what they ask."""
    return {type(one) for one in messages} | {type(one.ask) for one in messages if isinstance(one, Request)}


@pytest.mark.slow  # as many connections as messages
def test_a_table_changes_nothing_at_another_table_whatever_it_names(evening):
    """Every kind of message, after table 1's hello."""
    named = evening.named
    assert kinds(named) == {*get_args(FromTable), *get_args(get_type_hints(Request)["ask"])}

    before = evening.elsewhere
    for message in named:
        answer = evening.says(1, message)
        assert evening.elsewhere == before, message
        if isinstance(message, Request):
            assert (answer["say"], bool(answer["why"])) == ("request-result", True), message
        if isinstance(message, Hello | AskCopy | AskKeep | AskPairing | FetchCopy):
            assert answer["say"] == "refusal", message


@pytest.mark.slow  # in addition to the one before
def test_the_same_message_is_carried_out_for_the_table_that_it_is_about(evening):
    """So the refusal above was because of the table."""
    player, moved = evening.player["entry"], evening.moved["entry"]
    requests = (
        Request("theirs-1", BackAsked(moved)), Request("theirs-2", RebuyAsked(player)),
        Request("theirs-3", RebuyAsked(moved)), Request("theirs-4", MoveAsked(player, 3, evening.free(3))),
    )  # fmt: skip
    for request in requests:
        marks, *_ = evening.elsewhere
        assert evening.says(2, request)["why"] == "", request
        assert evening.elsewhere[0] > marks, request

    evening.says(2, OldRecords(evening.theirs, tuple(THEIRS[2:3])))
    assert [table["records"] for table in evening.elsewhere[2]] == [3, 0, 0]


@pytest.mark.slow  # with two kiosks
def test_a_table_settles_no_request_to_or_from_another_table(evening, room, monkeypatch):
    """Even though it knows the id: the floor's answer to table 2, and a request of table 2's."""
    monkeypatch.setattr(kiosks, "ANSWER_S", DEADLINE_S)
    path = f"/{evening.club.id}/sittings/2/answer"
    order = {"action": {"ask": "fold", "seat": 1}, "mark": 2, "by": "Flo"}
    with evening.linked(1, HEADS[1]) as mine, evening.linked(2, HEADS[2]) as theirs, ThreadPoolExecutor() as threads:
        done = threads.submit(room.ask, "POST", path, order)
        asked = theirs.hear("floor-answer")["id"]
        mine.say(Answered(asked, "by table 1"))
        mine.say(Ping(PING))
        mine.hear("pong")
        theirs.say(Answered(asked, "by table 2"))
        assert done.result() == {"why": "by table 2"}

        one, two = (evening.at(table)[0]["entry"] for table in (1, 2))
        for kiosk, entry in ((mine, one), (theirs, two)):
            kiosk.say(Request("the same", MoveAsked(entry, 3)))
            assert kiosk.hear("request-result")["why"] == ""
    assert {one, two} <= {entry["entry"] for entry in evening.at(3)}
