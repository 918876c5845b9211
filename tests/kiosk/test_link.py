"""A link that is stopped ends at once, whatever arrives or breaks in the same moment; otherwise it connects again."""

import asyncio
import threading
from contextlib import asynccontextmanager
from random import Random

import pytest
from websockets.exceptions import ConnectionClosedError

from kiosk import link as one_link
from kiosk.heard import Away, Identity, LinkItem
from kiosk.inbox import Inbox
from kiosk.journal import Journal, open_reader
from kiosk.link import Link
from kiosk.sync import Forked
from kiosk.talk import RefusedByClock
from kiosk.wire import Pong, encode

DEADLINE_S = 10
WORD = encode(Pong(0, 0, 0))


class Line:
    """A connection whose next word the test holds in its hand: no network can be timed to one turn of an event loop."""

    def __init__(self):
        self.listened = threading.Semaphore(0)
        self.word: asyncio.Future[str]

    @asynccontextmanager
    async def connect(self, *_, **__):
        yield self

    async def send(self, _):
        """Gone without a trace."""

    async def recv(self):
        self.word = asyncio.get_running_loop().create_future()
        self.listened.release()
        return await self.word

    def wait(self):
        """Until it is listened to."""
        assert self.listened.acquire(timeout=DEADLINE_S)

    def say(self):
        """A word arrives; any will do for the clock's first."""
        self.word.set_result(WORD)

    def breaks(self):
        """The connection is lost."""
        self.word.set_exception(ConnectionClosedError(None, None))


@pytest.fixture
def line(monkeypatch):
    line = Line()
    monkeypatch.setattr(one_link, "connect", line.connect)
    return line


@pytest.fixture
def link(line, tmp_path):
    path = tmp_path / "table.journal"
    with Journal.open(path, lambda: 0):
        heard: Inbox[LinkItem] = Inbox(lambda: None)
        who = Identity("ws://clock/table", 1, "token", 1)
        link = Link(who, lambda: open_reader(path), heard.post, lambda: 0, Random(1))
        link.start()
        line.wait()
        link._call(line.say)
        line.wait()
        yield link


@pytest.mark.parametrize("happens", [lambda line: None, Line.say, Line.breaks], ids=["nothing", "a word", "a loss"])
def test_a_link_that_is_stopped_ends_whatever_happens_at_that_moment(link, line, monkeypatch, happens):
    post, held = link._call, threading.Event()

    def together(what):
        """Both in one turn of the link's loop, which is held until both wait for it."""
        post(held.wait)
        post(lambda: happens(line))
        post(what)
        held.set()

    monkeypatch.setattr(link, "_call", together)
    stopping = threading.Thread(target=link.stop, daemon=True)
    stopping.start()
    stopping.join(DEADLINE_S)

    assert not stopping.is_alive()


def test_a_link_that_loses_its_line_again_and_again_connects_again(link, line):
    for _ in range(3):
        link._call(line.breaks)
        line.wait()
        link._call(line.say)
        line.wait()
    link.stop()


@pytest.mark.parametrize("error", [RefusedByClock("no", "do this"), Forked("two histories", "do that")])
def test_what_waiting_will_not_heal_is_told_apart_from_a_clock_that_is_away(error):
    assert one_link._why_away("ws://clock/table", error) == Away(error.what, error.fix, refused=True)
    away = one_link._why_away("ws://clock/table", ConnectionRefusedError())
    assert away is not None
    assert not away.refused
