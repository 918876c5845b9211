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
from kiosk.table.link.connector import Connector
from kiosk.table.link.events import TableCredentials
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

    loop = VirtualLoop()
    path = tmp_path / "table.journal"
    with Journal.open(path, lambda: 0):
        one = Connector(
            TableCredentials("", 1, "", 1), lambda: open_reader(path), lambda _: None, lambda: 0, Random(1), dial
        )
        running = loop.create_task(one.run())
        loop.call_at(MINUTE_S, loop.stop)
        loop.run_forever()
        running.cancel()
        with suppress(asyncio.CancelledError):
            loop.run_until_complete(running)
    loop.close()

    assert (len(dialled) > 200) == often
    assert often or len(dialled) < 20
