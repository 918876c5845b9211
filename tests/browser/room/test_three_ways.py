"""The three ways to start in `README.md`, each from an empty machine to the first hand, with the minutes of each step.

The test runs the commands of the README, and makes the touches of the pages to which it links. In the first two ways,
the empty machine is an account with an empty home and a fresh clone, on a machine that has the system packages. In the
third way, it is a Debian system that the test makes. `deploy/install.sh` runs there as on a real machine.

The test differs from a real evening:

- A person needs minutes for what a program does in milliseconds.
- At a table with typed counts, no program sees the first hand. It counts as dealt when the first level runs.
- The test starts the programs of an installed machine with the lines of their units, in place of systemd.
- A kiosk has a screen in memory and no card reader.
- Debian is as small as possible, and the wheels are downloaded before the first step.
- All clocks use other ports, because only one clock on a machine can use the usual ones.
"""

import re
import shlex
import shutil
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.conftest import PATIENT_MS, go
from tests.browser.glass.conftest import GlassPage, GlassTable
from tests.browser.room.step_runner import StepRunner
from tests.kit import docs
from tests.kit.empty_machines import Account, DebianMachine, clean_debian, missing_for_debian
from tests.kit.in_memory import on_disk
from tests.kit.ports import unused_port
from tests.kit.terminal import Terminal

ROOT = Path(__file__).parents[3]
README = (ROOT / "README.md").read_text("utf-8")
TYPED, TABLETS, KIOSKS = "One laptop and typed counts", "Tablets that you own", "Kiosks with card readers"
ROWS = {TYPED: "typed counts", TABLETS: "your own tablets", KIOSKS: "kiosks"}
COMMANDS = {section.title: section.commands for section in docs.sections() if section.page == "README.md"}
TABLES = (1, 2)
CODE, TABLE = "Code_or_number_on_the_tablet", "Table_(empty:_the_one_it_asks_for)"

pytestmark = [
    pytest.mark.nightly,
    pytest.mark.long(120),
    pytest.mark.skipif(not (ROOT / ".git").exists(), reason="this folder is not a clone, so it cannot be cloned"),
]


@dataclass
class Stopwatch:
    """Measures how long each step of one way to start takes."""

    way: str
    taken: dict[str, float] = field(default_factory=dict)

    @contextmanager
    def step(self, name: str) -> Iterator[None]:
        """Measure a step, and print its minutes when it is over."""
        began = time.monotonic()
        yield
        self.taken[name] = (time.monotonic() - began) / 60
        print(f"{self.way}: {self.taken[name]:5.2f} minutes to {name}")

    def check_total(self) -> None:
        """Check, at the first hand, that the steps took less time than the README estimates for people."""
        total = sum(self.taken.values())
        print(f"{self.way}: {total:5.2f} minutes in all")
        assert total < minutes_in_readme(self.way)


def minutes_in_readme(way: str) -> int:
    """The minutes beside a way in the README's table."""
    found = re.search(rf"^\| {ROWS[way]} \| (\d+) minutes \|", README, re.MULTILINE)
    assert found, way
    return int(found[1])


@contextmanager
def running(window: Terminal) -> Iterator[Terminal]:
    """A program that runs until the end of the block, and then ends cleanly on Ctrl+C."""
    try:
        yield window
    finally:
        code = window.end()
    assert code == 0, window.text


def with_free_ports(settings: Path) -> int:
    """Change the ports in a clock's settings, and return the one for tables and staff."""
    text, port = settings.read_text("utf-8"), unused_port()
    for name, number in {"port": port, "public_port": unused_port()}.items():
        text, count = re.subn(rf"^{name} = \d+", f"{name} = {number}", text, flags=re.MULTILINE)
        assert count == 1
    settings.write_text(text, "utf-8")
    return port


class Director:
    """The director at the laptop, with the page that the clock has printed."""

    def __init__(self, opened: ExitStack, browser: Browser, clock: Terminal, port: int, settings: Path) -> None:
        self.site = f"https://localhost:{port}"
        key = re.search(r'^director_key = "(.+)"', settings.read_text("utf-8"), re.MULTILINE)
        assert key
        clock.see(re.escape(f":{port}/director/"))
        context = browser.new_context(ignore_https_errors=True)  # as after dismissing the browser's warning
        context.set_default_timeout(PATIENT_MS)
        opened.callback(context.close)
        self.page: Page = context.new_page()
        self.page.goto(f"{self.site}/director/")
        self._runner = StepRunner(laptop=self.page)
        self.follow("Sign in", **{"The_key_from_the_clock's_settings": key[1]})

    def follow(self, title: str, **instead: str) -> None:
        """Do all touches of a step of the first evening."""
        self._runner.follow(title, **instead)

    def compare(self, shown: str) -> Locator:
        """The card on *Now* with the number or the code that a device shows."""
        go(self.page, "now")
        card = self.page.locator("#lanes .card", has_text=shown)
        expect(card).to_be_visible()
        return card

    def accept(self, shown: str, answer: str) -> None:
        """Touch the button on the card of a device."""
        card = self.compare(shown)
        card.get_by_role("button", name=answer).click()
        expect(card).to_have_count(0)

    def seat_everybody(self, table: str = "") -> None:
        """Open the tables, enter the players and draw the seats."""
        self.follow("Open the tables", **({"Table": table} if table else {}))
        self.follow("Enter the players")
        self.follow("Draw the seats")

    def start(self) -> None:
        self.follow("Start")
        expect(self.page.locator("#paused")).to_be_hidden()


class SpiedTable(GlassTable):
    """A table's program that was started elsewhere, seen from inside."""

    log = ""

    def __init__(self, spy: Path, address: str = "") -> None:
        self._spy, self.address = spy, address

    def is_playing(self) -> bool:
        return bool((self.ask("state") or {}).get("playing"))


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder on disk, because an installation is too large for memory."""
    with TemporaryDirectory(prefix="kiosk-ways-", dir=on_disk(), ignore_cleanup_errors=True) as made:
        yield Path(made)


def started_clock(opened: ExitStack, watch: Stopwatch, account: Account, browser: Browser) -> Director:
    """The first way up to the tournament: write the settings, start the clock, sign in and make the tournament."""
    setup, start = COMMANDS[TYPED]
    with watch.step(f"install the programs and write the settings: {shlex.join(setup)}"):
        said = account.run(setup)
    settings = account.settings / "clock.toml"
    assert f"director_key in {settings}" in said
    port = with_free_ports(settings)
    with watch.step(f"start the clock and sign in: {shlex.join(start)}"):
        clock = opened.enter_context(running(account.open(start)))
        director = Director(opened, browser, clock, port, settings)
    with watch.step("make the tournament"):
        director.follow("Make the tournament")
    return director


def test_typed_counts(folder, browser):
    watch = Stopwatch(TYPED)
    with ExitStack() as opened:
        director = started_clock(opened, watch, Account(folder), browser)
        with watch.step("open the tables, enter the players and draw the seats"):
            director.seat_everybody(table="Table 1, no kiosk")
        with watch.step("start the first level, in which each dealer deals"):
            director.start()
        go(director.page, "players")
        expect(director.page.locator("#entries-rows tr")).to_have_count(8)
        watch.check_total()


def test_tablets(folder, browser):
    if not shutil.which("Xvnc"):
        pytest.skip("needs TigerVNC: apt-get install tigervnc-standalone-server")
    watch, account = Stopwatch(TABLETS), Account(folder)
    setup, start = COMMANDS[TABLETS]
    with ExitStack() as opened:
        director = started_clock(opened, watch, account, browser)
        with watch.step(f"start the tables' programs: {shlex.join(setup)}; {shlex.join(start)}"):
            account.run(setup)
            host = opened.enter_context(running(account.open(start)))
            printed = [host.see(r"table (\d+)\D.*number (\d{3} \d{3})") for _ in TABLES]
        with watch.step("approve each table and its tablet"):
            numbers = {int(one[1]): one[2] for one in printed}
            for number in TABLES:
                director.accept(numbers[number], f"Make it table {number}")
            tables = [
                SpiedTable(account.spied / f"table-{one}", f"{director.site}/glass/#table={one}") for one in TABLES
            ]
            tablets = [opened_tablet(browser, director, *one) for one in zip(tables, TABLES, strict=True)]
        with watch.step("open the tables, enter the players and draw the seats"):
            director.seat_everybody()
        with watch.step("start, and deal the first hand at each tablet"):
            director.start()
            for tablet in tablets:
                tablet.tap("hand-over")
            for table in tables:
                table.wait(table.is_playing)
        for tablet in tablets:
            tablet.close()
        watch.check_total()


def opened_tablet(browser: Browser, director: Director, table: SpiedTable, number: int) -> GlassPage:
    """A tablet that shows a table, once the director has approved it."""
    tablet = GlassPage(browser, table, 1180, 820)
    director.accept(tablet.ask(), f"Show table {number} on it")
    tablet.begin()
    return tablet


LANGUAGE = {"Language.*": ""}
LATER = {"The clock's address.*": "", "The clock: a number from the list.*": "0"}
"""The address is entered on the kiosk's screen. Clocks of other tests may be on the network."""


@pytest.mark.long(600)
@pytest.mark.skipif(bool(missing_for_debian()), reason=f"no Debian system can be made here: {missing_for_debian()}")
def test_kiosks(folder, browser):
    """One kiosk is installed, and two copies of it are at the tables."""
    watch, layers = Stopwatch(KIOSKS), clean_debian(folder)
    of_clock, of_table = COMMANDS[KIOSKS]
    laptop, installed = DebianMachine(folder / "laptop", layers), DebianMachine(folder / "kiosk", layers)
    with ExitStack() as opened:
        with watch.step(f"install the laptop: {shlex.join(of_clock)}"):
            said = laptop.run(of_clock, {r"over the network\? \[yes\]": ""}, LANGUAGE)
        assert "the settings are now in /etc/kiosk/clock.toml" in said
        port = with_free_ports(laptop.settings / "clock.toml")
        with watch.step("sign in, and make the tournament"):
            clock = opened.enter_context(running(laptop.service("clock")))
            director = Director(opened, browser, clock, port, laptop.settings / "clock.toml")
            director.follow("Make the tournament")
        with watch.step(f"install a kiosk: {shlex.join(of_table)}"):
            installed.run(of_table, {r"assigns it \[0\]": ""}, LATER, LANGUAGE)
        with watch.step("connect both kiosks"):
            tables = []
            for number in TABLES:
                kiosk = installed.copy(folder / f"kiosk-{number}")
                opened.enter_context(running(kiosk.service("table")))
                tables.append(SpiedTable(kiosk.spied / "table"))
                connect(tables[-1], director, port, number)
        with watch.step("open the tables, enter the players and draw the seats"):
            director.seat_everybody()
        with watch.step("start, and deal the first hand at each kiosk"):
            director.start()
            for table in tables:
                table.wait(partial(table.ask, "press", name="hand-over"))
                table.wait(table.is_playing)
        watch.check_total()


def connect(kiosk: SpiedTable, director: Director, port: int, number: int) -> None:
    """Enter the clock's address on a kiosk, and approve the kiosk by the number that it shows."""
    for button in (*f"127.0.0.1:{port}", "CONNECT"):
        kiosk.wait(partial(kiosk.ask, "press-notice", text=button))

    def shown() -> list[str]:
        return re.findall(r"^Number (\d{3} \d{3})$", "\n".join(kiosk.ask("notice-texts") or []), re.MULTILINE)

    (check,) = kiosk.wait(shown)
    director.compare(check)
    director.follow("Connect the kiosks", **{CODE: check, TABLE: str(number)})
