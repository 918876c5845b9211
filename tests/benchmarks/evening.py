"""Everything at once on one clock: 100 tables that report each second, two consoles in Chromium, 20 on sockets, 60
displays, 2,000 phones. The time from a touch on one console to the change on the other and on every socket.

The floor is a bare server of the same kind that passes a message of the same size on to as many sockets.
"""

import asyncio
import json
import multiprocessing
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from statistics import median
from typing import Any

from playwright.sync_api import Page
from websockets.asyncio.client import connect

from kiosk.protocol.link.wire import encode
from kiosk.protocol.messages import Ping
from tests.benchmarks.busy_room import busy_room, in_background
from tests.benchmarks.orders import PATIENCE_S, bare
from tests.benchmarks.phones import EVERY_S, PHONES, follow
from tests.benchmarks.waits import p99
from tests.kit.chromium import chromium
from tests.kit.clock import KEY, KillableClock
from tests.kit.sizes import size

TABLES, CONSOLES, DISPLAYS = 100, 20, 60
ORDERS = size("KIOSK_EVENING_ORDERS", 100)
BETWEEN_MS = 900
"""Milliseconds. A button that has changed is locked for 800."""
PING_S = 5.0
PRESS = """() => {
  const button = [...document.querySelectorAll("#start, #pause")].find((one) => !one.disabled);
  const now = performance.timeOrigin + performance.now();
  button.click();
  return now;
}"""
WATCH = """() => {
  new MutationObserver(() => requestAnimationFrame(() => {
    window.shownMs = performance.timeOrigin + performance.now();
  })).observe(document.getElementById("paused"), { attributes: true, attributeFilter: ["hidden"] });
}"""


def measure() -> dict[str, Any]:
    """Milliseconds from the touch, and the clock's share of a core meanwhile."""
    seconds = ORDERS * 4 + 240
    screens = Screens()
    with (
        busy_room(TABLES, seconds) as (clock, one),
        in_background(lambda ready: screens.listen(clock, ready)),
        chromium() as browser,
    ):
        mine, other = (browser.new_context().new_page() for _ in range(2))
        for page, place in ((mine, "now"), (other, "tables")):
            page.set_default_timeout(PATIENCE_S * 5_000)
            page.goto(f"{clock.site}/director/#key={KEY}&place={place}")
            page.locator("#places").wait_for()
        other.evaluate(WATCH)
        with _phones(clock):
            mine.wait_for_timeout(2 * EVERY_S * 1000)
            began, cpu_s = time.monotonic(), clock.cpu_s()
            took = [_press(mine, other, screens) for _ in range(ORDERS)]
            share = (clock.cpu_s() - cpu_s) / (time.monotonic() - began)
        answers = one.whole  # the clock still answers
    floor = asyncio.run(bare(CONSOLES + DISPLAYS, screens.size))
    return {
        **{name: _figures([each[name] for each in took]) for name in took[0]},
        "bare": _figures(floor),
        "clock_core": round(share, 2),
        "entries": len(answers["tournament"]["entries"]),
    }


def _figures(ms: list[float]) -> dict[str, float]:
    return {"median": round(median(ms), 1), "p99": round(p99(ms), 1), "most": round(max(ms), 1)}


def _press(mine: Page, other: Page, screens: "Screens") -> dict[str, float]:
    """Milliseconds to the other console, to the last console on a socket, and to the last display."""
    mine.wait_for_timeout(BETWEEN_MS)
    mine.wait_for_function("() => [...document.querySelectorAll('#start, #pause')].some((one) => !one.disabled)")
    other.evaluate("window.shownMs = 0")
    before = screens.newest
    pressed = mine.evaluate(PRESS)
    shown = other.wait_for_function("() => window.shownMs").json_value()
    consoles, displays = screens.all_after(before)
    return {"console": shown - pressed, "sockets": consoles - pressed, "displays": displays - pressed}


class Screens:
    """Consoles and displays on sockets: when each received a record, in wall-clock time (ms)."""

    def __init__(self) -> None:
        self._heard: dict[str, dict[int, list[float]]] = {name: defaultdict(list) for name in ("director", "room")}
        self.size = 0
        self.newest = 0

    async def listen(self, clock: KillableClock, ready: Callable[[], object]) -> None:
        """Connect all of them, and listen until canceled."""
        wanted = ["director?moments=1&parts=1"] * CONSOLES
        wanted += [f"room?moments=1&board=1&display=D{number}" for number in range(DISPLAYS)]
        begun = 0

        async def screen(path: str) -> None:
            nonlocal begun
            async with connect(f"{clock.socket}/{path}", proxy=None, compression=None, max_size=None) as socket:
                if path.startswith("director"):
                    await socket.send(json.dumps({"say": "enter", "key": KEY}))
                pinging = asyncio.create_task(_ping(socket.send))
                begun += 1
                if begun == len(wanted):
                    ready()
                try:
                    async for text in socket:
                        self._hear(path.partition("?")[0], str(text))
                finally:
                    pinging.cancel()

        async with asyncio.TaskGroup() as group:
            for path in wanted:
                group.create_task(screen(path))

    def _hear(self, kind: str, text: str) -> None:
        now_ms = time.time() * 1000
        said = json.loads(text)
        for one in said if isinstance(said, list) else [said]:
            if one["say"] == "moment":
                self.size = len(json.dumps(one))
                mark = one["room"]["mark"]
                self._heard[kind][mark].append(now_ms)
                self.newest = max(self.newest, mark)

    def all_after(self, mark: int) -> tuple[float, float]:
        """When the last console and the last display received the next record that reached all of them."""
        deadline = time.monotonic() + PATIENCE_S
        while time.monotonic() < deadline:
            for later in sorted(self._heard["room"]):
                ends = [self._heard[kind][later] for kind in ("director", "room")]
                if later > mark and len(ends[0]) >= CONSOLES and len(ends[1]) >= DISPLAYS:
                    return ends[0][CONSOLES - 1], ends[1][DISPLAYS - 1]
            time.sleep(0.005)
        raise TimeoutError


async def _ping(send: Callable[[str], Any]) -> None:
    while True:
        await send(encode(Ping(0)))
        await asyncio.sleep(PING_S)


@contextmanager
def _phones(clock: KillableClock) -> Iterator[None]:
    """The phones, in their own process."""
    phones = multiprocessing.get_context("spawn").Process(target=follow, args=(clock.port, PHONES, EVERY_S))
    phones.start()
    try:
        yield
    finally:
        phones.terminate()
        phones.join()
