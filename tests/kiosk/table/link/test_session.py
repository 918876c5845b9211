"""One connection, message by message."""

import asyncio
from contextlib import suppress

from msgspec.structs import replace

from engine.tournament.tables.room_info import IncomingPlayer
from kiosk.protocol.link.wire import encode
from kiosk.protocol.messages import Ack, AtTable, Hello, Records, Welcome, decode_from_table
from kiosk.storage.chain import START, Mark, mark_of
from kiosk.storage.journal import Journal
from kiosk.table.link.events import StateReceived, TableCredentials
from kiosk.table.link.session import ClockSession, PendingUpdates
from tests.kit.patience import PATIENCE_S
from tests.kit.table_bench import state, target


class FakeConnection:
    """The clock's side of the connection, which the test controls. It acknowledges the records that it receives."""

    def __init__(self):
        self.down: asyncio.Queue[str] = asyncio.Queue()
        self.batches: asyncio.Queue[list[int]] = asyncio.Queue()
        self.hellos: list[Hello] = []

    async def send(self, text):
        message = decode_from_table(text)
        if isinstance(message, Hello):
            self.hellos.append(message)
        if isinstance(message, Records):
            self.down.put_nowait(encode(Ack(mark_of(message.records[-1]))))
            self.batches.put_nowait([record.seq for record in message.records])

    async def recv(self):
        return await self.down.get()


async def _batches(journal, late):
    connection = FakeConnection()
    connection.down.put_nowait(encode(Welcome(START, state())))
    session = ClockSession(TableCredentials("", 1, "", 1), journal, PendingUpdates(), lambda _: None, lambda: 0)
    running = asyncio.ensure_future(session.run(connection))
    async with asyncio.timeout(PATIENCE_S):
        found = [await connection.batches.get()]
        connection.down.put_nowait(encode(Ack(late)))
        found.append(await connection.batches.get())
    running.cancel()
    with suppress(asyncio.CancelledError):
        await running
    return found


def test_after_a_late_acknowledgement_the_records_that_follow_it_are_sent_again_at_once(tmp_path):
    """
    Found by the fault simulation: until the next touch the screen said that records waited.
    """
    with Journal.open(tmp_path / "table.journal", lambda: 0) as journal:
        first, *_ = journal.append(0, [b"one", b"two", b"three"])

        assert asyncio.run(_batches(journal, Mark(first.seq, first.hash))) == [[1, 2, 3], [2, 3]]


async def _hellos(journal):
    """The hellos of two connections. At the second one the clock has forgotten everything."""
    connection, news = FakeConnection(), PendingUpdates()
    for mark in (7, 3):
        connection.down.put_nowait(encode(Welcome(START, replace(state(), mark=mark))))
        session = ClockSession(TableCredentials("", 1, "", 1), journal, news, lambda _: None, lambda: 0)
        running = asyncio.ensure_future(session.run(connection))
        async with asyncio.timeout(PATIENCE_S):
            await connection.batches.get()
            while not news.held:
                await asyncio.sleep(0)
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running
    return [(hello.held, hello.decided) for hello in connection.hellos]


def test_a_table_reports_what_the_clock_had_acknowledged_and_decided(tmp_path):
    with Journal.open(tmp_path / "table.journal", lambda: 0) as journal:
        journal.append(0, [b"one", b"two"])

        assert asyncio.run(_hellos(journal)) == [(0, 0), (2, 7)]


async def _on_the_way(journal):
    connection, posted, delivered = FakeConnection(), [], asyncio.Event()

    def post(event):
        posted.append(event)
        if isinstance(event, Ack):
            delivered.set()

    late = (IncomingPlayer("2", "Player 2", 1000, 2, 5),)
    connection.down.put_nowait(encode(Welcome(START, state(), coming=late, target=target(34))))
    for message in (AtTable((), target(37)), AtTable(late, target(34)), Ack(START)):
        connection.down.put_nowait(encode(message))
    session = ClockSession(TableCredentials("", 1, "", 1), journal, PendingUpdates(), post, lambda: 0)
    running = asyncio.ensure_future(session.run(connection))
    async with asyncio.timeout(PATIENCE_S):
        await delivered.wait()
    running.cancel()
    with suppress(asyncio.CancelledError):
        await running
    return [len(event.coming) for event in posted if isinstance(event, Welcome | StateReceived)]


def test_an_arrival_that_a_newer_message_left_out_is_not_offered_again_by_a_late_one(tmp_path):
    """
    Found by the fault simulation: a player who had arrived and gone out was seated a second time with the same
    chips.
    """
    with Journal.open(tmp_path / "table.journal", lambda: 0) as journal:
        assert asyncio.run(_on_the_way(journal)) == [1, 0]
