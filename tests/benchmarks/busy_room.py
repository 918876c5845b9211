"""A room in which every table reports something each second, for benchmarks of the parts that show it."""

import asyncio
import threading
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx
from websockets.asyncio.client import connect

from kiosk.protocol.link.wire import encode
from kiosk.protocol.messages import Hello, Ping, Records
from kiosk.storage.chain import START, Record
from tests.benchmarks.day import SEATS, recorded
from tests.kit.clock import KEY, KillableClock, token
from tests.kit.ports import unused_port
from tests.kit.room import RoomApi, TournamentApi, room_settings
from tests.kit.small_room import CREATE

PLAYERS = 8
AT_FIRST = 60
"""Records that a table has sent before: about two hands."""
PING_S = 5.0
LISTS = 400
"""Players entered in one request."""


@contextmanager
def busy_room(tables: int, seconds: int) -> Iterator[tuple[KillableClock, TournamentApi]]:
    """The clock of the room, running, and its tournament. The tables report for this many seconds."""
    with TemporaryDirectory() as folder:
        clock = KillableClock(Path(folder), port := unused_port(), room_settings(port, tables))
        clock.start()
        try:
            with busy_tables(clock, tables, seconds) as one:
                yield clock, one
        finally:
            clock.stop()


@contextmanager
def busy_tables(clock: KillableClock, tables: int, seconds: int) -> Iterator[TournamentApi]:
    """The tournament of a clock that is running. Its tables report for this many seconds."""
    with RoomApi(clock) as api:
        one = begun_room(clock, api, tables)
        with in_background(_Tables(clock, one, seconds).report):
            yield one


@contextmanager
def in_background(run: Callable[[Callable[[], object]], Any]) -> Iterator[None]:
    """Run a coroutine in a thread with its own loop until the end of the block.

    `run` gets a function to call when it is ready.
    """
    ready, ended = threading.Event(), threading.Event()
    loop = asyncio.new_event_loop()
    task = loop.create_task(run(ready.set))

    def serve() -> None:
        try:
            loop.run_until_complete(asyncio.gather(task, return_exceptions=True))
        finally:
            ended.set()
            ready.set()

    thread = threading.Thread(target=serve)
    thread.start()
    ready.wait()
    try:
        yield
        if ended.is_set():  # reporting ended early
            task.result()
            raise RuntimeError("nothing is reported any more")
    finally:
        if not ended.is_set():
            loop.call_soon_threadsafe(task.cancel)
        thread.join()
        loop.close()


def begun_room(clock: KillableClock, api: RoomApi, tables: int) -> TournamentApi:
    """A tournament that has started, with this many tables of eight players."""
    one = api.create(CREATE.name, structure="club", late_levels=3)
    one.open_tables(*range(1, tables + 1), seats=SEATS)
    names = [f"Player {number}" for number in range(tables * PLAYERS)]
    headers = {"Authorization": f"Bearer {KEY}"}
    for first in range(0, len(names), LISTS):
        site = f"{clock.site}/api/tournaments/{one.id}/import"
        list_of = {"text": "\n".join(names[first : first + LISTS])}
        httpx.post(site, json=list_of, headers=headers, timeout=60).raise_for_status()
    one.draw()
    one.do("start")
    return one


class _Tables:
    """The kiosks, as seen by the clock."""

    def __init__(self, clock: KillableClock, one: TournamentApi, seconds: int) -> None:
        self._clock = clock
        self._id = one.id
        self._seconds = seconds
        self._sits: dict[int, list[tuple[int, int, str]]] = defaultdict(list)
        for entry in one.view["entries"]:
            self._sits[entry["sitting"]].append((entry["seat"], entry["entry"], entry["name"]))
        self._connected = 0

    async def report(self, ready: Callable[[], object]) -> None:
        """Connect all of them, and report until canceled or until there is nothing left to report."""
        async with asyncio.TaskGroup() as group:
            for number in sorted(self._sits):
                group.create_task(self._table(number, ready))

    async def _table(self, number: int, ready: Callable[[], object]) -> None:
        records = recorded(number, self._sits[number], AT_FIRST + self._seconds)
        at = f"{self._clock.socket}/table"
        async with connect(at, proxy=None, compression=None, ping_interval=None, open_timeout=60) as socket:
            await socket.send(encode(Hello(token(number), number, 1, START, sitting=f"{self._id}-{number}")))
            await socket.send(encode(Records(tuple(records[:AT_FIRST]))))
            while '"ack"' not in str(await socket.recv()):
                pass
            self._connected += 1
            if self._connected == len(self._sits):
                ready()
            listening = asyncio.create_task(_drop(socket))
            await asyncio.sleep(number / len(self._sits))
            try:
                await self._each_second(socket.send, records[AT_FIRST:])
            finally:
                listening.cancel()

    async def _each_second(self, send: Callable[[str], Any], records: Sequence[Record]) -> None:
        loop = asyncio.get_running_loop()
        began = loop.time()
        for at, record in enumerate(records):
            await asyncio.sleep(began + at - loop.time())
            await send(encode(Records((record,))))
            if at % PING_S == 0:
                await send(encode(Ping(0)))


async def _drop(socket: Any) -> None:
    async for _ in socket:
        pass
