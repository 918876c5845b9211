"""How long tables wait for their acknowledgements at the pace of play, and in a burst of five times as much.

`KIOSK_PACE_TABLES` sets how many tables play, and `KIOSK_PACE_S` for how many seconds: 1,200 tables are 140 records a
second, and 700 in the burst. If there are two cores, the clock has one to itself. The floor is a bare server of the
same library that answers each message at once, on the same core, and a bare SQLite commit.
"""

import asyncio
import os
import time
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from websockets.asyncio.client import ClientConnection, connect

from kiosk.protocol.link.wire import encode
from kiosk.protocol.messages import Hello, Records
from kiosk.storage.chain import Record, mark_of
from tests.benchmarks.busy_room import AT_FIRST, begun_room
from tests.benchmarks.day import recorded
from tests.benchmarks.journal import bare_commit, bare_database, ms_of
from tests.benchmarks.waits import bare_server, p99, spread
from tests.kit.clock import KillableClock, token
from tests.kit.ports import unused_port
from tests.kit.room import RoomApi, TournamentApi, room_settings
from tests.kit.sizes import size

TABLES, PLAY_S = size("KIOSK_PACE_TABLES", 100), size("KIOSK_PACE_S", 30)
EVERY_S = 3600 / 24.6 / 17
"""A table deals 24.6 hands an hour, of 17 records each."""
PATIENCE_S = 120.0
FLOOR = """
import asyncio, sys
from websockets.asyncio.server import serve

async def answer(socket):
    async for _ in socket:
        await socket.send('{"say":"ack","seq":0}')

async def main():
    async with serve(answer, "127.0.0.1", int(sys.argv[1]), compression=None) as server:
        print(flush=True)
        await server.serve_forever()

asyncio.run(main())
"""


def measure() -> dict[str, Any]:
    """Milliseconds from when a record is due to its acknowledgement."""
    cores = sorted(os.sched_getaffinity(0))
    with TemporaryDirectory() as folder, _on(cores[1:] or cores):
        clock = KillableClock(Path(folder), port := unused_port(), room_settings(port, TABLES))
        with _on(cores[:1]):  # and so do its child processes
            clock.start()
        try:
            with RoomApi(clock) as api:
                records = _records(one := begun_room(clock, api, TABLES))
                at = f"{clock.socket}/table"
                kiosks = _Kiosks(at, records, one.id)
                play, burst = asyncio.run(kiosks.play(lambda: _knows(clock.tables())))
        finally:
            clock.stop()
        with closing(bare_database(Path(folder, "bare.db"))) as bare:
            commits = [ms_of(lambda: bare_commit(bare)) for _ in range(1_000)]
        with ExitStack() as ends:
            with _on(cores[:1]):
                port = ends.enter_context(bare_server(FLOOR))
            bare_play, bare_burst = asyncio.run(_Kiosks(f"ws://127.0.0.1:{port}", records).play())
    least = p99(bare_play) + p99(commits)
    return {
        "tables": TABLES,
        "records_a_second": {"play": round(TABLES / PLAY.every_s), "burst": round(TABLES / BURST.every_s)},
        "ack_ms": {"play": spread(play), "burst": spread(burst)},
        "bare_ms": {"play": spread(bare_play), "burst": spread(bare_burst)},
        "bare_commit_ms": spread(commits),
        "ratio_p99_to_bare": {"play": round(p99(play) / least, 1), "burst": round(p99(burst) / least, 1)},
    }


@contextmanager
def _on(cores: Collection[int]) -> Iterator[None]:
    """Everything started within this block, in this thread, runs on these cores."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, cores)
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def _records(one: TournamentApi) -> dict[int, list[Record]]:
    """By table: the records of its earlier play, then those that it sends."""
    sits: dict[int, list[tuple[int, int, str]]] = defaultdict(list)
    for entry in one.view["entries"]:
        sits[entry["sitting"]].append((entry["seat"], entry["entry"], entry["name"]))
    count = AT_FIRST + sum(int(one.seconds / one.every_s) for one in (PLAY, BURST))
    return {number: recorded(number, sits[number], count) for number in sorted(sits)}


def _knows(said: dict[str, Any]) -> bool:
    return all(table["records"] == AT_FIRST for table in said["tables"])


class RecordRate(NamedTuple):
    """How often a table has a record, and for how long."""

    every_s: float
    seconds: float


PLAY, BURST = RecordRate(EVERY_S, PLAY_S), RecordRate(EVERY_S / 5, 10)


class _Kiosks:
    """Kiosks with a connection each: of the tournament, or of none at the bare server."""

    def __init__(self, at: str, records: dict[int, list[Record]], tournament: str = "") -> None:
        self._at = at
        self._records = records
        self._tournament = tournament
        self._connected = asyncio.Barrier(len(records) + 1)
        self._begin = asyncio.Event()

    async def play(self, knows_all: Callable[[], bool] = lambda: True) -> tuple[list[float], list[float]]:
        """The waits at the pace of play and in the burst, once the desk knows the earlier play."""
        async with asyncio.TaskGroup() as group:
            tables = [group.create_task(self._table(number)) for number in self._records]
            await self._connected.wait()
            while not await asyncio.to_thread(knows_all):
                await asyncio.sleep(1)
            self._begin.set()
        waits = [table.result() for table in tables]
        return [one for play, _ in waits for one in play], [one for _, burst in waits for one in burst]

    async def _table(self, number: int) -> tuple[list[float], list[float]]:
        records = self._records[number]
        async with connect(
            self._at, proxy=None, compression=None, ping_interval=None, open_timeout=PATIENCE_S
        ) as socket:
            if self._tournament:
                hello = Hello(token(number), number, 1, mark_of(records[-1]), sitting=f"{self._tournament}-{number}")
                await socket.send(encode(hello))
            await self._sent(socket, records[:AT_FIRST])
            await self._connected.wait()
            await self._begin.wait()
            rest, first = iter(records[AT_FIRST:]), time.perf_counter() + EVERY_S * number / len(self._records)
            play = await self._each(socket, rest, PLAY, first)
            return play, await self._each(socket, rest, BURST, first + PLAY.seconds)

    async def _each(
        self, socket: ClientConnection, records: Iterator[Record], pace: RecordRate, first: float
    ) -> list[float]:
        """One that is late is sent at once, and has waited since it was due."""
        waits_ms = []
        for at, record in enumerate(islice(records, int(pace.seconds / pace.every_s))):
            due = first + at * pace.every_s
            await asyncio.sleep(due - time.perf_counter())
            await self._sent(socket, [record])
            waits_ms.append((time.perf_counter() - due) * 1000)
        return waits_ms

    async def _sent(self, socket: ClientConnection, records: Sequence[Record]) -> None:
        """Once it is acknowledged."""
        await socket.send(encode(Records(tuple(records))))
        async with asyncio.timeout(PATIENCE_S):
            while not self._acknowledges(str(await socket.recv()), records[-1].seq):
                pass

    def _acknowledges(self, said: str, last: int) -> bool:
        return '"ack"' in said and (not self._tournament or f'"seq":{last},' in said)
