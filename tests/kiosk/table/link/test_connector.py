"""How often a table reconnects."""

import asyncio
from contextlib import asynccontextmanager, suppress
from random import Random

import pytest

from kiosk.protocol.link.wire import encode
from kiosk.protocol.messages import Refusal, Welcome
from kiosk.simulate.loop import VirtualLoop
from kiosk.storage.chain import START
from kiosk.storage.journal import Journal
from kiosk.storage.journal_reader import open_reader
from kiosk.table.link.addresses import ClockAddresses, addresses_path
from kiosk.table.link.connector import Connector
from kiosk.table.link.events import LinkEvent, TableCredentials
from tests.kit.table_bench import state

MINUTE_S = 60.0


class LostConnection:
    """The clock sends these messages, then the connection is lost."""

    def __init__(self, says):
        self._says = list(says)

    async def send(self, _):
        """Discard the message."""

    async def recv(self):
        if not self._says:
            raise ConnectionResetError
        return encode(self._says.pop(0))


WELCOME = Welcome(START, state())
FULL = Refusal("the disk is full", "free some space")


@pytest.mark.parametrize(("says", "often"), [([WELCOME], True), ([WELCOME, FULL], False), ([FULL], False), ([], False)])
def test_a_refused_table_waits_longer_each_time_even_after_a_welcome(tmp_path, says, often):
    """
    Found by the fault simulation: while the clock's disk was full, each table connected three times a second.
    """
    dialled = []

    @asynccontextmanager
    async def dial(url):
        dialled.append(url)
        yield LostConnection(says)

    run_for_a_minute(tmp_path, dial)

    assert (len(dialled) > 200) == often
    assert often or len(dialled) < 20


def run_for_a_minute(tmp_path, dial, addresses=None):
    """Returns the events that were posted."""
    loop = VirtualLoop()
    path, posted = tmp_path / "table.journal", list[LinkEvent]()
    with Journal.open(path, lambda: 0):
        who = TableCredentials("", 1, "", 1)
        one = Connector(who, lambda: open_reader(path), posted.append, lambda: 0, Random(1), dial, None, addresses)
        running = loop.create_task(one.run())
        loop.call_at(MINUTE_S, loop.stop)
        loop.run_forever()
        running.cancel()
        with suppress(asyncio.CancelledError):
            loop.run_until_complete(running)
    loop.close()
    return posted


A, B, OTHER = "ws://a:8080", "ws://b:8080", "ws://c:8080"


class Room:
    """The clocks of a room. Only the one at `owner` accepts connections. It tells the addresses of both."""

    def __init__(self, owner, refusal=None):
        self.owner = f"{owner}/table"
        self.refusal = refusal
        self.dialled = []

    @asynccontextmanager
    async def dial(self, url):
        self.dialled.append(url)
        if url != self.owner:
            raise ConnectionRefusedError
        welcome = Welcome(START, state(), clocks=(A, B))
        yield LostConnection([welcome] if self.refusal is None else [self.refusal])


def addresses(*clocks, path=None):
    return ClockAddresses([f"{clock}/table" for clock in clocks], path)


def test_a_table_goes_from_one_address_to_the_next_until_a_clock_answers_and_stays_there(tmp_path):
    room = Room(B)

    run_for_a_minute(tmp_path, room.dial, addresses(A, B))

    assert room.dialled[:3] == [f"{A}/table", f"{B}/table", f"{B}/table"]
    assert room.dialled.count(f"{A}/table") == 1


def test_a_table_remembers_the_addresses_that_its_clock_told_it(tmp_path):
    path = addresses_path(tmp_path / "table.journal")
    run_for_a_minute(tmp_path, Room(A).dial, addresses(A, path=path))

    (tmp_path / "later").mkdir()
    room = Room(B)
    run_for_a_minute(tmp_path / "later", room.dial, addresses(A, path=path))

    assert room.dialled[:2] == [f"{A}/table", f"{B}/table"]
    assert addresses(A, path=path).all == (f"{A}/table", f"{B}/table")


def test_with_no_clock_the_table_reports_it_once_a_round_and_tries_each_address_every_two_seconds(tmp_path):
    room = Room(OTHER)

    posted = run_for_a_minute(tmp_path, room.dial, addresses(A, B))

    assert len(posted) == 1
    assert 60 <= len(room.dialled) <= 150


def test_a_refusal_is_shown_although_the_other_clock_does_not_answer(tmp_path):
    room = Room(B, FULL)

    posted = run_for_a_minute(tmp_path, room.dial, addresses(A, B))

    assert [away.refused for away in posted] == [True]


@pytest.mark.parametrize("said", ["http://a:8080", "ws://", "nonsense"])
def test_an_unusable_address_from_the_clock_is_ignored(said):
    clocks = addresses(A)
    clocks.hear((said, B))

    assert clocks.all == (f"{A}/table", f"{B}/table")


def test_a_table_that_uses_tls_is_not_led_to_a_clock_without_it():
    clocks = addresses("wss://a:8443")
    clocks.hear((B, "wss://b:8443"))

    assert clocks.all == ("wss://a:8443/table", "wss://b:8443/table")


@pytest.mark.parametrize("damaged", [b"", b"{", b'{"a": 1}', b"[1]"])
def test_a_damaged_file_of_addresses_is_ignored(tmp_path, damaged):
    path = addresses_path(tmp_path / "table.journal")
    path.write_bytes(damaged)

    assert addresses(A, path=path).all == (f"{A}/table",)
