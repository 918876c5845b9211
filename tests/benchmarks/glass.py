"""A table's screen on a tablet, with one table and with eight.

Measured are the time from a touch in the browser until its pixels change, and the time from a press in the table's
program until it has painted.
The browser runs on the same machine, so its work is part of both figures' load. All tables but the first are dealt by
their own programs meanwhile.
"""

import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from playwright.sync_api import Browser

from tests.browser.glass.conftest import GlassPage, GlassTable
from tests.kit.chromium import chromium
from tests.kit.ports import unused_port

TABLES = (1, 8)
TOUCHES = 40
DEAL_S = 0.5
TICKS_S = 0.01
WATCH = """
const seen = { down: 0, first: 0 };
globalThis.__seen = seen;
addEventListener("pointerdown", () => { seen.down = performance.now(); seen.first = 0; }, true);
for (const name of ["drawImage", "putImageData"]) {
  const draw = CanvasRenderingContext2D.prototype[name];
  CanvasRenderingContext2D.prototype[name] = function (...all) {
    draw.apply(this, all);
    if (this.canvas.isConnected && seen.down && !seen.first) seen.first = performance.now();
  };
}
"""


def measure() -> dict[str, Any]:
    """Milliseconds, megabytes and shares of one processor core, by the number of tables."""
    with chromium() as browser:
        return {f"{tables} tables" if tables > 1 else "1 table": _measured(browser, tables) for tables in TABLES}


def _measured(browser: Browser, count: int) -> dict[str, Any]:
    with ExitStack() as ending:
        folder = Path(ending.enter_context(tempfile.TemporaryDirectory(prefix="kiosk-bench-")))
        glasses = [_shown(ending, browser, folder / str(number)) for number in range(count)]
        first = glasses[0]
        before, began = _seconds(glasses), time.monotonic()
        with _dealt([one.table for one in glasses[1:]]):
            touched, painted = _touched(first), _painted(first.table)
        seconds, passed = (
            [after - was for after, was in zip(_seconds(glasses), before, strict=True)],
            time.monotonic() - began,
        )
        return {
            "touch to pixels, ms": _spread(touched),
            "press to frame in the program, ms": _spread(painted),
            "ratio of the medians": round(median(touched) / median(painted), 2),
            "memory of a table, MB": round(median(_megabytes(one.table) for one in glasses)),
            "processor of the table that is touched, cores": round(seconds[0] / passed, 3),
            "processor of a table, cores": round(median(seconds) / passed, 3),
        }


def _shown(ending: ExitStack, browser: Browser, folder: Path) -> GlassPage:
    folder.mkdir()
    table = GlassTable(folder, unused_port())
    ending.callback(table.stop)
    glass = GlassPage(browser, table)
    ending.callback(glass.close)
    glass.page.add_init_script(WATCH)
    glass.open()
    table.seated()
    return glass


def _touched(glass: GlassPage) -> list[float]:
    """The menu is opened and closed by touch. A touch whose picture was too old is made again, and not counted."""
    found = []
    for name, other in [("more", "page-close"), ("page-close", "more")] * (TOUCHES // 2):
        while not (took := _touch(glass, name, other)):
            pass
        found.append(took)
    return found


def _touch(glass: GlassPage, name: str, other: str) -> float:
    """Milliseconds until the pixels change and `other` is shown; 0 if the page says that the touch came too late."""
    glass.page.wait_for_timeout(500)
    glass.tap(name)
    line = glass.page.locator("#line")
    if glass.table.wait(lambda: glass.table.ask("where", name=other) or line.is_visible()) is True:
        return 0
    return float(glass.table.wait(lambda: glass.page.evaluate("__seen.first && __seen.first - __seen.down")))


def _painted(table: GlassTable) -> list[float]:
    """The same presses within the program."""
    found = []
    for name, other in [("more", "page-close"), ("page-close", "more")] * (TOUCHES // 2):
        time.sleep(0.5)
        found.append(float(table.wait(partial(table.ask, "frame", name=name))))
        table.wait(partial(table.ask, "where", name=other))
    return found


@contextmanager
def _dealt(tables: list[GlassTable]) -> Iterator[None]:
    """Hands are dealt at these tables by their own programs, until the end."""
    over = threading.Event()

    def deal() -> None:
        while not over.wait(DEAL_S):
            for table in tables:
                for name in table.ask("next", folds=False) or ():
                    table.ask("press", name=name) or table.ask("press", name="out-ok")

    dealing = threading.Thread(target=deal)
    dealing.start()
    try:
        yield
    finally:
        over.set()
        dealing.join()


def _processes(table: GlassTable) -> list[int]:
    return [table.process.pid, *table.children("kiosk.cli"), *table.children("Xvnc")]


def _seconds(glasses: list[GlassPage]) -> list[float]:
    """The processor time of each table so far: its program, its screen and its server."""
    return [sum(map(_used_s, _processes(one.table))) for one in glasses]


def _used_s(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) * TICKS_S


def _megabytes(table: GlassTable) -> float:
    """The memory of a table. Memory that processes share is divided among them."""
    text = "".join(Path(f"/proc/{one}/smaps_rollup").read_text() for one in _processes(table))
    return sum(int(line.split()[1]) for line in text.splitlines() if line.startswith("Pss:")) / 1000


def _spread(times: list[float]) -> dict[str, float]:
    return {"median": round(median(times), 1), "p95": round(quantiles(times, n=20)[-1], 1)}
