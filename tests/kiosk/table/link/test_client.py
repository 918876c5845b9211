"""A link that is stopped ends at once, whatever arrives or breaks in the same moment. Otherwise it connects again."""

import asyncio
import threading
from contextlib import asynccontextmanager
from random import Random

import pytest
from websockets.exceptions import ConnectionClosedError

from kiosk.protocol.link.wire import encode
from kiosk.protocol.messages import Pong, Refusal
from kiosk.protocol.sync import Forked
from kiosk.storage.journal import Journal
from kiosk.storage.journal_reader import open_reader
from kiosk.table.host import Inbox
from kiosk.table.link import connector, session
from kiosk.table.link import dial as dialing
from kiosk.table.link.client import ClockLink
from kiosk.table.link.events import Away, LinkEvent, TableCredentials
from kiosk.table.link.session import RefusedByClock
from tests.kit.patience import PATIENCE_S

WORD = encode(Pong(0, 0, 0))


class Line:
    """A connection whose next message the test sends, because no network can be timed to one turn of an event loop."""

    def __init__(self):
        self.listened = threading.Semaphore(0)
        self.word: asyncio.Future[str | bytes]
        self.posted: Inbox[LinkEvent]
        """The events that the link posted."""

    @asynccontextmanager
    async def connect(self, *_, **__):
        yield self

    async def send(self, _):
        """Discard the message."""

    async def recv(self):
        self.word = asyncio.get_running_loop().create_future()
        self.listened.release()
        return await self.word

    def wait(self):
        """Wait until the link listens."""
        assert self.listened.acquire(timeout=PATIENCE_S)

    def say(self):
        """A message arrives. Any will do as the clock's first."""
        self.word.set_result(WORD)

    def garbles(self, word=b'{"say":"refusal","why":"\xff","fix":""}'):
        """Unreadable data arrives."""
        self.word.set_result(word)

    def breaks(self):
        """The connection is lost."""
        self.word.set_exception(ConnectionClosedError(None, None))


@pytest.fixture
def line(monkeypatch):
    line = Line()
    monkeypatch.setattr(dialing, "connect", line.connect)
    monkeypatch.setattr(session, "PATIENCE_S", PATIENCE_S)  # only the test sends messages
    return line


@pytest.fixture
def link(line, tmp_path):
    path = tmp_path / "table.journal"
    with Journal.open(path, lambda: 0):
        posted: Inbox[LinkEvent] = Inbox(lambda: None)
        who = TableCredentials("ws://clock/table", 1, "token", 1)
        link = ClockLink(who, lambda: open_reader(path), posted.post, lambda: 0, Random(1))
        link.start()
        line.wait()
        link._call(line.say)
        line.wait()
        line.posted = posted
        yield link


@pytest.mark.parametrize("happens", [lambda line: None, Line.say, Line.breaks], ids=["nothing", "a word", "a loss"])
def test_stopping_a_link_ends_it_whatever_happens_at_that_moment(link, line, monkeypatch, happens):
    post, held = link._call, threading.Event()

    def together(what):
        """Run both in one turn of the link's loop, which is held until both are queued."""
        post(held.wait)
        post(lambda: happens(line))
        post(what)
        held.set()

    monkeypatch.setattr(link, "_call", together)
    stopping = threading.Thread(target=link.stop, daemon=True)
    stopping.start()
    stopping.join(PATIENCE_S)

    assert not stopping.is_alive()


def test_a_link_that_loses_its_connection_repeatedly_connects_again(link, line):
    for _ in range(3):
        link._call(line.breaks)
        line.wait()
        link._call(line.say)
        line.wait()
    link.stop()


@pytest.mark.parametrize(
    "error", [RefusedByClock("clock-refused", why="no", fix="do this"), Forked("record-in-two-histories", record=2)]
)
def test_a_permanent_fault_is_distinguished_from_a_clock_that_is_away(error):
    assert connector._expected("ws://clock/table", error) == Away(
        error.message, refused=True, lost=isinstance(error, Forked)
    )
    away = connector._expected("ws://clock/table", ConnectionRefusedError())
    assert away is not None
    assert not away.refused


WRONG = {
    "a byte that is no text": b'{"say":"refusal","why":"\xff","fix":""}',
    "bytes that are none": b"\xff\xfe\x00",
    "half a character": '{"say":"pong","t0":1,"t1":0,"t2":"\ud800"}',
    "no JSON": "hello",
    "a list without an end": "[" * 100_000,
    "a number of thousands of digits": '{"say":"pong","t0":' + "9" * 5_000 + ',"t1":0,"t2":0}',
    "somebody else's word": '{"say":"hello"}',
}


@pytest.mark.parametrize("word", WRONG.values(), ids=WRONG)
def test_unreadable_data_from_the_clock_is_reported_and_the_link_connects_again(link, line, word):
    link._call(lambda: line.garbles(word))
    line.wait()
    link._call(line.say)
    line.wait()

    away = [item for item in line.posted.take() if isinstance(item, Away)]
    assert [item.why.code for item in away] == ["clock-speaks-otherwise"]
    link.stop()


def test_a_bug_of_ours_ends_no_link_and_is_logged_once_a_minute(link, line, monkeypatch, caplog):
    """
    The screen must never show a connection while the link no longer tries to connect.
    """

    def fails(*_):
        raise KeyError("nobody foresaw this")

    monkeypatch.setattr("kiosk.table.link.session.Timebase.sample", fails)
    monkeypatch.setattr(connector, "LONGEST_RETRY_S", connector.FIRST_RETRY_S)
    for _ in range(5):
        link._call(line.say)
        line.wait()

    away = [item for item in line.posted.take() if isinstance(item, Away)]
    assert away
    assert str(away[0].why).startswith("clock-line-failed (error=KeyError at test_client.py:")
    assert [record.levelname for record in caplog.records] == ["ERROR"]
    caplog.clear()
    link.stop()


def test_an_owner_whose_posting_failed_still_receives_later_events(line, tmp_path, caplog):
    """
    The link survives even if the posting itself fails.
    """
    path, posted = tmp_path / "table.journal", []

    def post(item):
        posted.append(item)
        if len(posted) == 1:
            raise RuntimeError("no room in the inbox")

    with Journal.open(path, lambda: 0):
        link = ClockLink(
            TableCredentials("ws://clock/table", 1, "token", 1), lambda: open_reader(path), post, lambda: 0, Random(1)
        )
        link.start()
        for _ in range(2):
            line.wait()
            link._call(lambda: line.garbles(encode(Refusal("no", "never"))))
        line.wait()
        link.stop()

    assert [item.why for item in posted[1:]]
    caplog.clear()
