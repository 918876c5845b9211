"""A talk that is ended from here ends at once, whatever arrives or breaks in the same moment."""

import asyncio
from typing import cast

import pytest
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosedError

from kiosk.journal import Journal
from kiosk.talk import Identity, News, Talk
from kiosk.wire import Pong, encode

DEADLINE_S = 10
WORD = encode(Pong(0, 0, 0))


class Wire:
    """A line whose next word the test holds in its hand: no network can be timed to one turn of the event loop."""

    def __init__(self):
        self.awaited: asyncio.Queue[asyncio.Future[str]] = asyncio.Queue()

    async def send(self, _):
        """Gone without a trace."""

    async def recv(self):
        word = asyncio.get_running_loop().create_future()
        self.awaited.put_nowait(word)
        return await word


async def ends_while(log, happens):
    """Whether a talk that is ended in the very turn in which something happens on its line has ended for good."""
    wire = Wire()
    talk = Talk(Identity("ws://clock/table", 1, "token", 1), log, News(), lambda _: None, lambda: 0)
    talking = asyncio.create_task(talk.run(cast(ClientConnection, wire)))
    (await wire.awaited.get()).set_result(WORD)
    happens(await wire.awaited.get())

    talking.cancel()

    await asyncio.wait([talking], timeout=DEADLINE_S)
    return talking.cancelled()


@pytest.mark.parametrize(
    "happens",
    [
        lambda word: None,
        lambda word: word.set_result(WORD),
        lambda word: word.set_exception(ConnectionClosedError(None, None)),
    ],
    ids=["nothing", "a word arrives", "the line breaks"],
)
def test_a_talk_that_is_ended_ends_whatever_happens_at_that_moment(tmp_path, happens):
    with Journal.open(tmp_path / "table.journal", lambda: 0) as journal:
        assert asyncio.run(ends_while(journal, happens))
