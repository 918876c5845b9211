"""The cost of players' phones for the clock: processor time of an answer, and the share of a core for 2,000 phones.

The floor is the same web server with one route that answers as many bytes.
"""

import asyncio
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from tests.kit.clock import KillableClock
from tests.kit.ports import unused_port
from tests.kit.room import RoomApi, room_settings

PHONES = 2_000
EVERY_S = 6.0
ANSWERS = 4_000
CONNECTIONS = 20
TABLES, SEATS = 25, 8
FLOOR = """
import sys
import uvicorn
from starlette.applications import Starlette
from starlette.responses import Response
from starlette.routing import Route
body = b"." * int(sys.argv[2])
class Server(uvicorn.Server):
    async def startup(self, sockets=None):
        await super().startup(sockets)
        print("up", flush=True)
app = Starlette(routes=[Route("/api/phone", lambda request: Response(body))])
Server(uvicorn.Config(app, port=int(sys.argv[1]), log_level="critical", access_log=False)).run()
"""


def measure() -> dict[str, Any]:
    """Microseconds of processor time for each answer: a full one, one without news, and the floor's."""
    size: list[int] = []
    idle_s = _cpu_s(lambda: _clock(0, False, size))
    whole_us = _us(_cpu_s(lambda: _clock(ANSWERS, False, size)) - idle_s)
    same_us = _us(_cpu_s(lambda: _clock(ANSWERS, True, size)) - idle_s)
    bare_us = _us(_cpu_s(lambda: _bare(ANSWERS, size[0])) - _cpu_s(lambda: _bare(0, size[0])))
    return {
        "bytes": size[0],
        "answer_us": round(whole_us),
        "nothing_new_us": round(same_us),
        "bare_us": round(bare_us),
        "ratio": round(whole_us / bare_us, 1),
        f"core_of_{PHONES}_phones": round(same_us * PHONES / EVERY_S / 1e6, 2),
    }


def _us(seconds: float) -> float:
    return seconds / ANSWERS * 1e6


def _cpu_s(run: Callable[[], None]) -> float:
    """The processor time of the processes that it starts and waits for."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _clock(answers: int, same: bool, size: list[int]) -> None:
    """A tournament of 200, each answer for another entry. If nothing is new, the phone names the answer that it has."""
    with tempfile.TemporaryDirectory() as folder:
        clock = KillableClock(Path(folder), port := unused_port(), room_settings(port, TABLES))
        clock.start()
        try:
            with RoomApi(clock) as api:
                one = api.create("Bench", structure="club", buy_in=5000, currency="EUR")
                one.open_tables(*range(1, TABLES + 1))
                one.enter(*(f"P{number}" for number in range(TABLES * SEATS)))
                one.draw()
                one.do("start")
            asyncio.run(_ask(port, answers, same, size))
        finally:
            clock.stop()


def _bare(answers: int, size: int) -> None:
    port = unused_port()
    with subprocess.Popen([sys.executable, "-c", FLOOR, str(port), str(size)], stdout=subprocess.PIPE) as server:
        assert server.stdout
        server.stdout.readline()
        try:
            asyncio.run(_ask(port, answers, False, [size]))
        finally:
            server.terminate()


async def _ask(port: int, answers: int, same: bool, size: list[int]) -> None:
    """This many answers over a few connections that stay open."""
    async with asyncio.TaskGroup() as asking:
        for number in range(CONNECTIONS):
            asking.create_task(_phone(port, number + 1, answers // CONNECTIONS, same, size))


def follow(port: int, phones: int, every_s: float) -> None:
    """Do what this many phones do, until the process is ended."""
    asyncio.run(phones_at(port, phones, every_s))


async def phones_at(port: int, phones: int, every_s: float) -> None:
    """Ask what this many phones ask, each with its own entry, until it is canceled."""

    async def one(entry: int) -> None:
        await asyncio.sleep(entry / phones * every_s)
        held = _Held()
        while True:
            # Not kept open: the server closes connections without a request for five seconds.
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            held = await _ask_once(reader, writer, entry, held)
            writer.close()
            await asyncio.sleep(every_s)

    async with asyncio.TaskGroup() as asking:
        for entry in range(1, phones + 1):
            asking.create_task(one(entry))


class _Held(NamedTuple):
    """The data on a phone: the tag of the last answer, that of the structure, and the bytes of the last body."""

    tag: str = ""
    structure: str = ""
    size: int = 0


async def _phone(port: int, entry: int, answers: int, same: bool, size: list[int]) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    held = _Held()
    for _ in range(answers + 1):  # the first is for the structure
        held = await _ask_once(reader, writer, entry, held if same else held._replace(tag=""))
    size[:] = [held.size]
    writer.close()
    await writer.wait_closed()


async def _ask_once(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, entry: int, held: _Held) -> _Held:
    head = f"GET /api/phone?entry={entry}&structure={held.structure} HTTP/1.1\r\nHost: localhost\r\n"
    writer.write(f"{head}If-None-Match: {held.tag}\r\n\r\n".encode())
    answer = (await reader.readuntil(b"\r\n\r\n")).decode()
    named = dict(line.lower().split(": ", 1) for line in answer.splitlines()[1:] if line)
    body = await reader.readexactly(int(named.get("content-length", 0)))
    structure = held.structure
    if b'"structure_tag":"' in body:
        structure = body.split(b'"structure_tag":"')[1][:16].decode()
    return _Held(named.get("etag", ""), structure, len(body) or held.size)
