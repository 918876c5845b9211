"""The time from a director's order to the last screen: tables, displays and a second director, each with its own
connection.

The floor is a bare server of the same library that passes a message of the same size on to as many connections.
"""

import asyncio
import json
import tempfile
from collections.abc import Callable, Iterable
from contextlib import AsyncExitStack
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

from kiosk.protocol.link.wire import encode
from kiosk.protocol.messages import Hello, Ping
from kiosk.storage.chain import START
from tests.benchmarks.waits import bare_server, p99
from tests.kit.clock import KEY, KillableClock, token
from tests.kit.ports import unused_port
from tests.kit.room import RoomApi, TournamentApi, room_settings

TABLES = (10, 100, 600)
DISPLAYS = 10
ORDERS = 40
PATIENCE_S = 20.0
PING_S = 5.0
WITHIN_MS = 300
"""The limit that `design_room.md` promises."""
FLOOR = """
import asyncio, sys
from websockets.asyncio.server import broadcast, serve
async def main():
    here = set()
    async def pass_on(one):
        here.add(one)
        async for text in one:
            broadcast(here, text)
    async with serve(pass_on, "127.0.0.1", int(sys.argv[1]), compression=None) as server:
        print("up", flush=True)
        await server.serve_forever()
asyncio.run(main())
"""


class Arrivals:
    """For each screen, the newest record of the tournament that it has received, and when it arrived."""

    def __init__(self) -> None:
        self.marks: list[int] = []
        self._news = asyncio.Event()

    async def listen(self, socket: ClientConnection, mark_of: Callable[[str], int]) -> None:
        """One screen, until it disconnects."""
        number = len(self.marks)
        self.marks.append(0)
        async for text in socket:
            if mark := mark_of(str(text)):
                self.marks[number] = max(self.marks[number], mark)
                self._news.set()

    async def all_at(self, mark: int) -> float:
        """When the last screen received the record, by this program's clock."""
        async with asyncio.timeout(PATIENCE_S):
            while min(self.marks, default=0) < mark:
                self._news.clear()
                await self._news.wait()
        return perf_counter()


def measure() -> dict[str, Any]:
    """Milliseconds from the order to the last screen, and the median as a multiple of the floor's."""
    return {f"{tables} tables": asyncio.run(_figures(tables)) for tables in TABLES}


async def _figures(tables: int) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        clock = KillableClock(Path(folder), port := unused_port(), room_settings(port, tables))
        clock.start()
        try:
            with RoomApi(clock) as api:
                ours, size = await _orders(clock, _begun(api, tables), tables)
        finally:
            clock.stop()
    floor = await bare(tables + DISPLAYS, size)
    return {
        "screens": tables + DISPLAYS,
        "ms": {"median": _round(median(ours)), "p99": _round(p99(ours)), "most": _round(max(ours))},
        "bare_ms": {"median": _round(median(floor)), "p99": _round(p99(floor))},
        "ratio": round(median(ours) / median(floor), 1),
        f"within_{WITHIN_MS}_ms": sum(one <= WITHIN_MS for one in ours),
        "orders": len(ours),
    }


def _begun(api: RoomApi, tables: int) -> TournamentApi:
    one = api.create("Bench", structure="club")
    for table in range(1, tables + 1):
        one.open_tables(table)
        one.enter(f"A{table}", f"B{table}")
    one.draw()
    one.do("start")
    return one


async def _orders(clock: KillableClock, one: TournamentApi, tables: int) -> tuple[list[float], int]:
    """The milliseconds of each order, and the length of the messages to a screen."""
    arrivals, sizes = Arrivals(), [0]
    async with AsyncExitStack() as held, httpx.AsyncClient(headers={"Authorization": f"Bearer {KEY}"}) as http:
        listening = await held.enter_async_context(asyncio.TaskGroup())

        def mark_of(text: str) -> int:
            said = json.loads(text)
            if said["say"] in ("moment", "room"):
                sizes[0] = len(text)
            return int((said.get("room") or {}).get("mark", 0))

        sockets: list[ClientConnection] = []
        for table in range(1, tables + 1):
            sockets.append(await connect(f"{clock.socket}/table", proxy=None))
            await sockets[-1].send(encode(Hello(token(table), table, 1, START, sitting=f"{one.id}-{table}")))
        for _ in range(DISPLAYS):
            sockets.append(await connect(f"{clock.socket}/room?moments=true", proxy=None))
        for socket in sockets:
            listening.create_task(arrivals.listen(socket, mark_of))
        alive = listening.create_task(_keep_alive(sockets))
        took = []
        for order in range(ORDERS):
            action = {"do": "pause"} if order % 2 == 0 else {"do": "start"}
            began = perf_counter()
            answer = await http.post(
                f"{clock.site}/api/tournaments/{one.id}/act", json={"action": action, "seen": None}
            )
            took.append((await arrivals.all_at(answer.json()["mark"]) - began) * 1000)
        alive.cancel()
        for socket in sockets:
            await socket.close()
    return took, sizes[0]


async def _keep_alive(sockets: Iterable[ClientConnection]) -> None:
    """Send a message now and then, as every screen does. A silent client is disconnected."""
    while True:
        for socket in sockets:
            await socket.send(encode(Ping(0)))
        await asyncio.sleep(PING_S)


async def bare(screens: int, size: int) -> list[float]:
    """The same with a server that only passes a message on."""
    arrivals = Arrivals()
    with bare_server(FLOOR) as port:
        async with asyncio.TaskGroup() as listening:
            sockets = [await connect(f"ws://127.0.0.1:{port}", proxy=None, compression=None) for _ in range(screens)]
            for socket in sockets:
                listening.create_task(arrivals.listen(socket, lambda text: int(text[:9])))
            took = []
            for order in range(1, ORDERS + 1):
                began = perf_counter()
                await sockets[0].send(f"{order:09}".ljust(size, "."))
                took.append((await arrivals.all_at(order) - began) * 1000)
            for socket in sockets:
                await socket.close()
    return took


def _round(ms: float) -> float:
    return round(ms, 1)
