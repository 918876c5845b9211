"""The cost of the director's page for the machine that shows it, while every table reports each second.

Figures are shares of a core: `process` is the processor time of the page's own process, `tasks` the time that its main
thread was busy, both as Chromium counts them (`Performance.getMetrics`). The floor is an empty page of the same site
that receives the same messages, parses them and drops them.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, Page

from tests.benchmarks.busy_room import busy_room
from tests.kit.chromium import chromium
from tests.kit.clock import KEY, KillableClock
from tests.kit.sizes import size

TABLES = (100, 600)
SECONDS = size("KIOSK_CONSOLE_SECONDS", 20)
SETTLED_MS = 4_000
SIZES = {"desk": (1440, 900), "phone": (390, 844)}
PLACES = ("now", "tables", "table-7")
FLOOR = """
([url, key]) => {
  const socket = new WebSocket(url);
  const tell = (message) => socket.send(JSON.stringify(message));
  socket.onopen = () => {
    tell({ say: "enter", key });
    setInterval(() => tell({ say: "ping", t0: 0 }), 5000);
  };
  window.bytes = 0;
  socket.onmessage = (event) => {
    window.last = JSON.parse(event.data);
    window.bytes += event.data.length;
  };
}
"""


def measure() -> dict[str, Any]:
    """Shares of a core, in percent."""
    return {f"{tables} tables": _figures(tables) for tables in TABLES}


def _figures(tables: int) -> dict[str, Any]:
    rounds = len(SIZES) * len(PLACES) + 2
    with busy_room(tables, rounds * (SECONDS + 15)) as (clock, _), chromium() as browser:
        found = {"floor": _floor(browser, clock)}
        for name, (width, height) in SIZES.items():
            for place in PLACES:
                with _page(browser, f"{clock.site}/director/#key={KEY}&place={place}", width, height) as page:
                    page.locator("#places").wait_for()
                    found[f"{name}, {place}"] = _share(page)
        found["floor again"] = _floor(browser, clock)
    return found


def _floor(browser: Browser, clock: KillableClock) -> dict[str, float]:
    with _page(browser, f"{clock.site}/healthz", *SIZES["desk"]) as page:
        page.evaluate(FLOOR, [f"{clock.socket}/director?moments=1&parts=1", KEY])
        page.wait_for_timeout(SETTLED_MS)
        before = page.evaluate("window.bytes")
        found = _share(page)
        return {
            **found,
            "kb_a_second": round((page.evaluate("window.bytes") - before) / (SECONDS + SETTLED_MS / 1000) / 1000),
        }


@contextmanager
def _page(browser: Browser, address: str, width: int, height: int) -> Iterator[Page]:
    """A page in its own context, and so in its own process."""
    context = browser.new_context(viewport={"width": width, "height": height})
    page = context.new_page()
    page.goto(address)
    yield page
    context.close()


def _share(page: Page) -> dict[str, float]:
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "timeTicks"})
    page.wait_for_timeout(SETTLED_MS)
    before = _metrics(session)
    page.wait_for_timeout(SECONDS * 1000)
    after = _metrics(session)
    took = after["Timestamp"] - before["Timestamp"]
    shares = {"process": "ProcessTime", "tasks": "TaskDuration", "script": "ScriptDuration"}
    return {name: round((after[of] - before[of]) / took * 100, 1) for name, of in shares.items()}


def _metrics(session: Any) -> dict[str, float]:
    return {one["name"]: one["value"] for one in session.send("Performance.getMetrics")["metrics"]}
