"""A table without a screen of its own, served by the real command, and its page in Chromium."""

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.kit.clock import ForkedClock, settings_text
from tests.kit.full_tables import FullTables
from tests.kit.glasses import GlassRoom
from tests.kit.patience import PATIENCE_S
from tests.kit.room import RoomApi, TournamentApi

ROOT = Path(__file__).parents[3]
SPY = ROOT / "tests" / "kit" / "spy"
LOOK_S = 0.05
CANVAS = """(() => {
  const found = document.querySelector("#screen canvas");
  return found ? [found.width, found.height] : [];
})()"""
TAPS_MS, ENDS_MS, AGAIN_S = 400, 1100, 3.0
MOST_TRIES = 20
ENDS = ("hand-over", "push-all")
"""The buttons that do nothing for a second after a hand ends."""


@pytest.fixture(autouse=True)
def xvnc() -> None:
    """The test is skipped without Xvnc."""
    if shutil.which("Xvnc") is None:
        pytest.skip("needs TigerVNC: apt-get install tigervnc-standalone-server")


class GlassTable:
    """`kiosk dealer --glass` in its own process, and answers from inside the table's program."""

    def __init__(self, folder: Path, port: int, settings: str = 'token = "secret-of-3"') -> None:
        self.folder = folder
        self._port = port
        self._settings = folder / "table.toml"
        self._settings.write_text(f'table = 3\njournal = "table-3.journal"\n{settings}\n')
        self._spy = folder / "spy"
        self.start()

    def start(self) -> None:
        """Start it, and wait until it has printed its address."""
        self._run("dealer", "--glass", "--host", "127.0.0.1", "--port", str(self._port))
        self.address = self._printed(r"(http\S+)")

    def _run(self, *command: str) -> None:
        environment = {key: value for key, value in os.environ.items() if key not in ("QT_QPA_PLATFORM", "DISPLAY")}
        environment.update(KIOSK_SPY=str(self._spy), PYTHONPATH=f"{SPY}{os.pathsep}{ROOT}", PYTHONUNBUFFERED="1")
        self._log = (self.folder / "glass.log").open("ab")
        self.process = subprocess.Popen(
            [sys.executable, "-m", "kiosk.cli", *command, "--settings", str(self._settings)],
            env=environment, stdout=subprocess.PIPE, stderr=self._log, text=True, cwd=ROOT,
        )  # fmt: skip

    def _printed(self, pattern: str) -> str:
        """The part of the next line that matches the group."""
        assert self.process.stdout
        found = re.search(pattern, self.process.stdout.readline())
        assert found, self.log
        return found[1]

    @property
    def log(self) -> str:
        return (self.folder / "glass.log").read_text()

    @property
    def journal(self) -> bytes:
        return (self.folder / "table-3.journal").read_bytes()

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        self.process.send_signal(how)
        self.process.wait(PATIENCE_S)
        self._log.close()
        if self.process.stdout:
            self.process.stdout.close()

    def children(self, name: str) -> list[int]:
        """The processes that it has started, by their program."""
        found = []
        for process in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                state = (process / "stat").read_text().rpartition(")")[2].split()
                if int(state[1]) == self.process.pid and name in (process / "cmdline").read_text():
                    found.append(int(process.name))
        return found

    def ask(self, ask: str, **more: Any) -> Any:
        """The program's answer; None while it is starting."""
        try:
            with socket.socket(socket.AF_UNIX) as line, line.makefile("rw") as file:
                line.connect(str(self._spy))
                file.write(json.dumps({"ask": ask, **more}) + "\n")
                file.flush()
                answer = json.loads(file.readline())
        except (OSError, ValueError):
            return None
        assert not (isinstance(answer, dict) and "error" in answer), answer
        return answer

    def wait(self, done: Callable[[], Any]) -> Any:
        """Wait until this is true, and return it."""
        until = time.monotonic() + PATIENCE_S
        while time.monotonic() < until:
            if found := done():
                return found
            time.sleep(LOOK_S)
        raise AssertionError(f"not in time; the screen has {self.ask('names')}\n{self.log}")

    def seated(self) -> None:
        """Six players sit down and the blinds are known."""
        self.wait(lambda: self.ask("seat"))


class HostedTable(GlassTable):
    """`kiosk host` in its own process, with table 1 of a clock whose two tables are full."""

    def __init__(self, folder: Path, clock: ForkedClock) -> None:
        self.folder = folder
        self.door = GlassRoom(clock)
        self.address = f"{clock.site}/glass/#table=1"
        self._spy = folder / "spy"
        self._settings = folder / "host.toml"
        self._settings.write_text(f'tables = [1]\nclock = "{clock.socket}"\n')
        self.start()

    def start(self) -> None:
        """Start it. The first time, the director approves the table by the number that the host has printed."""
        is_paired = (self.folder / "tables" / "table-1" / "table.journal.paired").exists()
        self._run("host")
        if not is_paired:
            approval = {"shown": self._printed(r"number (\d{3} \d{3})"), "table": 1, "replace": True}
            self.door.director.post("devices/tables/approve", **approval).raise_for_status()

    def seated(self) -> None:
        """The tournament starts, and its six players at table 1 sit down."""
        with RoomApi(self.door.clock) as room:
            TournamentApi(room, room.listed()[0]["id"]).do("start")
        self.wait(lambda: self.ask("arrive"))


class GlassPage:
    """The page of a table on one device."""

    def __init__(
        self, browser: Browser, table: GlassTable, wide: int = 1280, high: int = 800, sharp: float = 1
    ) -> None:
        self.table = table
        self.context = browser.new_context(
            viewport={"width": wide, "height": high},
            device_scale_factor=sharp,
            has_touch=True,
            ignore_https_errors=True,  # no browser knows the room's authority
        )
        self.context.set_default_timeout(PATIENCE_S * 1000)
        self.page: Page = self.context.new_page()
        self.errors: list[str] = []
        self.played: list[list[str]] = []
        """The buttons that were touched for each action that was recorded."""
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))

    def open(self) -> "GlassPage":
        self.page.goto(self.table.address)
        self.page.locator("#begin").tap()
        self.wait_shown()
        return self

    def ask(self) -> str:
        """Open the page on a device that the clock does not know. Returns the code that it shows."""
        self.page.goto(self.table.address)
        code = self.page.locator("#code")
        expect(code).to_have_text(re.compile(r"^[A-Z]{4} [A-Z]{4}$"))
        return str(code.text_content())

    def begin(self) -> None:
        """Show the table once the device has been approved."""
        expect(self.page.locator("#pairing")).to_be_hidden()
        self.page.locator("#begin").tap()
        self.wait_shown()

    def wait_shown(self) -> None:
        """Wait until the table's screen is as large as the glass, and its window with it."""
        expect(self.page.locator("#screen canvas")).to_be_visible()
        expect(self.page.locator("#line")).to_be_hidden()
        self.table.wait(lambda: self.size and self.table.ask("window") == self.size and self.size[0] in self._widths())

    @property
    def size(self) -> list[int]:
        """The size of the virtual screen as the page has it."""
        return list(self.page.evaluate(CANVAS))

    def _widths(self) -> list[int]:
        wide, high, sharp = self.page.evaluate("[innerWidth, innerHeight, devicePixelRatio]")
        scale = max(1.0, min(sharp, (2_300_000 / (wide * high)) ** 0.5))
        return [int(wide * scale) + more for more in (-1, 0, 1)]

    def at(self, place: list[int]) -> tuple[float, float]:
        """The place on the page of a place on the virtual screen."""
        wide, high = self.size
        view = self.page.viewport_size
        assert view
        return place[0] * view["width"] / wide, place[1] * view["height"] / high

    def tap(self, name: str) -> None:
        """Touch the button of this name once it is offered, with a real touch event."""
        self.touch(self.table.wait(lambda: self.table.ask("where", name=name)))

    def touch(self, place: list[int]) -> None:
        """Touch a place of the virtual screen."""
        self.page.touchscreen.tap(*self.at(place))

    def play(self, hands: int, folds: bool = True) -> None:
        """Deal until so many more hands are over, by touch. Like a dealer, look again if a touch has had no effect."""
        target = self.state["over"] + hands
        stuck = 0
        names: list[str] = []
        while self.state["over"] < target:
            assert stuck < MOST_TRIES, (names, self.table.ask("names"))
            before = self.state["mark"]
            names = self.table.ask("next", folds=folds) or []
            for name in names:
                self.page.wait_for_timeout(ENDS_MS if name in ENDS else TAPS_MS)
                if not (place := self._soon(partial(self.table.ask, "where", name=name))):
                    break
                self.touch(place)
            moved = self._soon(partial(self._has_passed, before))
            stuck = 0 if moved else stuck + 1
            if moved:
                self.played.append(names)
            if not moved and (place := self.table.ask("where", name="page-close")):
                self.touch(place)

    def _has_passed(self, mark: int) -> bool:
        return bool(self.state["mark"] > mark)

    def _soon(self, done: Callable[[], Any]) -> Any:
        until = time.monotonic() + AGAIN_S
        while not (found := done()) and time.monotonic() < until:
            time.sleep(LOOK_S)
        return found

    @property
    def state(self) -> dict[str, Any]:
        return self.table.wait(lambda: self.table.ask("state"))  # type: ignore[no-any-return]

    def close(self) -> None:
        self.context.close()
        assert self.errors == []


@pytest.fixture
def table(tmp_path: Path, free_port: int) -> Iterator[GlassTable]:
    started = GlassTable(tmp_path, free_port)
    yield started
    started.stop()


@pytest.fixture
def clock(tmp_path: Path, free_port: int) -> Iterator[ForkedClock]:
    """A clock with TLS and two tables of six."""
    started = secure_clock(tmp_path, free_port)
    yield started
    started.stop()


def secure_clock(folder: Path, port: int, more: str = "") -> ForkedClock:
    """The clock, with `more` settings. It is running."""
    started = ForkedClock(folder, port, f"{more}tls = true\n{settings_text(port)}", FullTables())
    started.site, started.socket = f"https://127.0.0.1:{port}", f"wss://127.0.0.1:{port}"
    started.verify = False
    started.start()
    return started


@pytest.fixture
def hosted(tmp_path: Path, clock: ForkedClock) -> Iterator[HostedTable]:
    started = HostedTable(tmp_path, clock)
    yield started
    started.stop()


@pytest.fixture
def glass(browser: Browser, table: GlassTable) -> Iterator[GlassPage]:
    opened = GlassPage(browser, table)
    yield opened
    opened.close()
