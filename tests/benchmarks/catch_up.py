"""Tables that come back with a backlog, and how long the tables in play wait for their acknowledgements meanwhile.

`KIOSK_BACKLOG` sets how many tables come back, and `KIOSK_BACKLOG_RECORDS` with how many records each: 600 and 3,333
are a large room after eight hours. The wait of live tables is printed next to the wait without a backlog, and the speed
at which a backlog is stored next to that of bare SQLite.
"""

import asyncio
import json
import sqlite3
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, closing
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from kiosk.protocol.link.wire import MOST_RECORDS, encode
from kiosk.protocol.messages import Hello, Records
from kiosk.storage.chain import Record, mark_of
from kiosk.table.link.connector import LONGEST_RETRY_S
from tests.benchmarks.busy_room import begun_room
from tests.benchmarks.day import recorded
from tests.benchmarks.waits import spread
from tests.kit.clock import UNASKED, KillableClock, token
from tests.kit.ports import unused_port
from tests.kit.room import RoomApi, TournamentApi, room_settings
from tests.kit.sizes import size

BACKLOG, RECORDS = size("KIOSK_BACKLOG", 100), size("KIOSK_BACKLOG_RECORDS", 1_000)
LIVE = 20
EVERY_S = 0.5
QUIET_S = 10.0
"""How long live tables are measured before the others come back."""
PATIENCE_S = 120.0
"""Far more patience than a kiosk has, so that a longer wait shows in the figures."""
LOOK_S = 2.0
"""The time between two looks at all tables. Each look delays the clock itself."""
BARE_COMMIT = 1_000
"""Records that bare SQLite inserts at a time."""


def measure() -> dict[str, Any]:
    """Milliseconds to an acknowledgement, and seconds until the whole backlog is held, audited, and known again after a
    kill.
    """
    with TemporaryDirectory() as folder:
        clock = KillableClock(Path(folder), port := unused_port(), room_settings(port, BACKLOG + LIVE))
        clock.start()
        try:
            with RoomApi(clock) as api:
                one = begun_room(clock, api, BACKLOG + LIVE)
                room = _Room(clock, one)
                bare_s = _bare_s(Path(folder, "bare.db"), room.backlog)
                asyncio.run(room.come_back())
                audited_s = room.until_audited_s()
                restarted_s = room.until_restarted_s()
        finally:
            clock.stop()
    records = BACKLOG * RECORDS
    quiet, busy = spread(room.quiet_ms), spread(room.busy_ms)
    return {
        "live tables": LIVE,
        "tables that come back": BACKLOG,
        "records": records,
        "ack_ms": {"alone": quiet, "during the backlog": busy},
        "ratio_p99": round(busy["p99"] / quiet["p99"], 1),
        "held_s": round(room.held_s, 1),
        "audited_s": round(audited_s, 1),
        "restarted_s": round(restarted_s, 1),
        "records_a_second": round(records / room.held_s),
        "ratio_to_bare_sqlite": round(room.held_s / bare_s, 1),
    }


def _bare_s(path: Path, backlog: dict[int, list[Record]]) -> float:
    """Seconds to insert the same rows with the same durability."""
    began = time.perf_counter()
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        db.execute("CREATE TABLE record (stream, seq, body, hash, PRIMARY KEY (stream, seq)) WITHOUT ROWID")
        for table, records in backlog.items():
            for first in range(0, len(records), BARE_COMMIT):
                rows = [(table, one.seq, one.body, one.hash) for one in records[first : first + BARE_COMMIT]]
                db.execute("BEGIN")
                db.executemany("INSERT INTO record VALUES (?, ?, ?, ?)", rows)
                db.execute("COMMIT")
    return time.perf_counter() - began


class _Room:
    """The kiosks: the first tables have the backlog, the last ones play."""

    def __init__(self, clock: KillableClock, one: TournamentApi) -> None:
        self._clock = clock
        self._id = one.id
        sits: dict[int, list[tuple[int, int, str]]] = defaultdict(list)
        for entry in one.view["entries"]:
            sits[entry["sitting"]].append((entry["seat"], entry["entry"], entry["name"]))
        self._numbers = sorted(sits)
        self.backlog = {number: recorded(number, sits[number], RECORDS) for number in self._numbers[:-LIVE]}
        self._messages = {number: _messages(records) for number, records in self.backlog.items()}
        self._live = {number: recorded(number, sits[number], RECORDS) for number in self._numbers[-LIVE:]}
        self.quiet_ms: list[float] = []
        self.busy_ms: list[float] = []
        self.held_s = 0.0
        self._began = 0.0
        self._is_busy = False
        self._dice = Random(1)

    async def come_back(self) -> None:
        """Play; then the others come back, all at once."""
        playing = [asyncio.create_task(self._play(number)) for number in self._live]
        await asyncio.sleep(QUIET_S)
        self._began = time.perf_counter()
        self._is_busy = True
        try:
            await asyncio.gather(*map(self._catch_up, self.backlog))
        finally:
            self.held_s = time.perf_counter() - self._began
            for task in playing:
                if task.done():
                    task.result()
                task.cancel()

    def until_audited_s(self) -> float:
        """Until the desk knows all of it."""
        while not self._knows_all():
            time.sleep(LOOK_S)
        return time.perf_counter() - self._began

    def until_restarted_s(self) -> float:
        """From its death, with all of it, until the desk knows all of it again."""
        self._clock.kill()
        began = time.perf_counter()
        self._clock.start()
        while not self._knows_all():
            time.sleep(0.1)
        return time.perf_counter() - began

    def _knows_all(self) -> bool:
        found = {table["table"]: table["records"] for table in self._clock.tables()["tables"]}
        return all(found[number] == RECORDS for number in self.backlog)

    async def _play(self, number: int) -> None:
        async with self._linked(number, self._live[number]) as socket:
            for record in self._live[number]:
                began, during = time.perf_counter(), self._is_busy
                await _sent(socket, encode(Records((record,))), record.seq)
                waits_ms = self.busy_ms if during else self.quiet_ms
                waits_ms.append((time.perf_counter() - began) * 1000)
                await asyncio.sleep(EVERY_S)

    async def _catch_up(self, number: int) -> None:
        await asyncio.sleep(self._dice.uniform(0, LONGEST_RETRY_S / 2))  # kiosks do not all retry at the same moment
        records = self.backlog[number]
        async with self._linked(number, records) as socket:
            for text, last in self._messages[number]:
                await _sent(socket, text, last)

    @asynccontextmanager
    async def _linked(self, number: int, records: Sequence[Record]) -> AsyncIterator[ClientConnection]:
        at, sitting = f"{self._clock.socket}/table", f"{self._id}-{number}"
        async with connect(at, proxy=None, compression=None, ping_interval=None, open_timeout=120) as socket:
            await socket.send(encode(Hello(token(number), number, 1, mark_of(records[-1]), sitting=sitting)))
            while json.loads(await socket.recv())["say"] in UNASKED:  # before its answer, it accepts little
                pass
            yield socket


def _messages(records: Sequence[Record]) -> list[tuple[str, int]]:
    """The messages of a kiosk, each with its last record.

    They are made in advance, since real kiosks make them on their own machines.
    """
    parts = [records[first : first + MOST_RECORDS] for first in range(0, len(records), MOST_RECORDS)]
    return [(encode(Records(tuple(part))), part[-1].seq) for part in parts]


async def _sent(socket: ClientConnection, text: str, last: int) -> None:
    """Once it is acknowledged."""
    await socket.send(text)
    while True:
        async with asyncio.timeout(PATIENCE_S):
            said = str(await socket.recv())
        if '"ack"' in said and f'"seq":{last},' in said:
            return
