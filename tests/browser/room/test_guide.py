"""Follow `docs/first-evening.md` step by step, from an empty folder to next week's tournament.
Its commands run in a shell, its touches on the console of a laptop and of a phone, and two real tables play.
"""

import os
import re
import shlex
import signal
import subprocess
import sys
import tomllib
from contextlib import ExitStack, contextmanager, suppress

import httpx
import pytest
from playwright.sync_api import TimeoutError, expect

from engine.table.actions.people import TakeSeat
from engine.table.state import is_playing, players
from tests.browser.conftest import PATIENT_MS
from tests.browser.room.step_runner import STEPS, StepRunner
from tests.kit import guide
from tests.kit.clock import DEADLINE_S, RandomTable, eventually
from tests.kit.signing import PHONE

pytestmark = pytest.mark.nightly  # about a minute: a whole evening

MOST_HANDS, MOST_ACTIONS = 200, 400
SOON_MS = 5000
LEVELS = 6
"""To the fifth level, past the break, when late registration is over."""


class Shell:
    """An empty folder with the guide's two files, and `kiosk` as if it were installed."""

    def __init__(self, folder, port):
        self.folder = folder
        of_clock, of_table = guide.settings()
        self.table = tomllib.loads(of_table)
        of_clock = re.sub(r"^(tls|port|public_port) = .*\n", "", of_clock.replace("0.0.0.0", "127.0.0.1"), flags=re.M)
        folder.joinpath("clock.toml").write_text(f"port = {port}\n{of_clock}")
        of_table = of_table.replace("/var/lib/kiosk/", "").replace("wss://192.168.1.10:8443", f"ws://127.0.0.1:{port}")
        of_table = re.sub(r"^clock_fingerprint = .*\n", "", of_table, flags=re.M)
        folder.joinpath("table.toml").write_text(of_table)
        installed = folder / "bin"
        installed.mkdir()
        program = installed / "kiosk"
        program.write_text(f'#!/bin/sh\nexec {sys.executable} -m kiosk.cli "$@"\n')
        program.chmod(0o755)
        path = f"{installed}:{os.environ['PATH']}"
        self._env = os.environ | {"PATH": path, "PYTHONPATH": str(guide.ROOT), "QT_QPA_PLATFORM": "offscreen"}

    def run(self, command):
        """The output of a command, once it ends."""
        words = shlex.split(command)
        done = subprocess.run(
            words, cwd=self.folder, env=self._env, capture_output=True, text=True, timeout=DEADLINE_S, check=False
        )
        assert done.returncode in (0, 1), (command, done.stderr)  # the doctor finds something on most machines
        return done.stdout

    @contextmanager
    def running(self, command):
        """Run a command until the end of the block. Yields its first line."""
        words = shlex.split(command)
        with subprocess.Popen(words, cwd=self.folder, env=self._env, stdout=subprocess.PIPE, text=True) as process:
            try:
                assert process.stdout
                yield process.stdout.readline()
            finally:
                process.send_signal(signal.SIGTERM)
                assert process.wait(DEADLINE_S) == 0


def accept(page, friday):
    """Press the green button of the first card on *Now*, unless the card is gone already."""
    before, touched = friday.latest()["tournament"]["mark"], False
    while not touched and friday.waits():
        with suppress(TimeoutError):
            page.locator("#lanes button.act").first.click(timeout=SOON_MS)
            touched = True
    eventually(lambda: friday.latest()["tournament"]["mark"] != before or not friday.waits())


def test_the_guides_evening_works_from_an_empty_folder_to_next_week(tmp_path, free_port, browser):
    shell = Shell(tmp_path, free_port)
    for command in guide.commands():
        if command.startswith("kiosk "):
            shell.run(command)
    assert (tmp_path / "dealer.html").stat().st_size > 1000
    assert (tmp_path / "director.html").stat().st_size > 1000

    with shell.running("kiosk clock --settings clock.toml") as line, ExitStack() as opened:
        assert f":{free_port}/director/" in line
        evening(opened, shell, f"http://127.0.0.1:{free_port}", browser)


class Friday:
    """The tournament as the clock shows it, and the two tables that play it."""

    def __init__(self, opened, shell, site):
        key = {"Authorization": f"Bearer {STEPS['Sign in'].touches[0].value}"}
        self._http = opened.enter_context(httpx.Client(base_url=f"{site}/api/", headers=key, timeout=DEADLINE_S))
        self._id = self._http.get("tournaments").json()["tournaments"][0]["id"]
        secret, socket = shell.table["token"], site.replace("http", "ws")
        self._tables = [
            opened.enter_context(RandomTable(shell.folder, socket, number, secret.replace("1", str(number))))
            for number in (1, 2)
        ]

    def sit(self):
        """Wait until both tables have their players and their level."""
        for table in self._tables:
            table.sit()

    def latest(self):
        """The tournament and its tables."""
        return self._http.get(f"tournaments/{self._id}").json()

    def entries(self):
        return self.latest()["tournament"]["entries"]

    def waits(self):
        """Whether the rules propose something."""
        return bool(self.latest()["tournament"]["proposals"])

    def is_over_but_for_a_deal(self):
        """Whether at most three players are left, and all of them sit."""
        view = self.latest()["tournament"]
        return sum(not entry["finish"] for entry in view["entries"]) <= 3 and not view["ledger"]["in_transit"]

    def has_seated_all(self):
        """Seat arriving players. Returns whether nobody is on the way. A player who leaves late arrives late."""
        for table in self._tables:
            self._seat_who_comes(table)
        return self.latest()["tournament"]["ledger"]["in_transit"] == 0

    def _seat_who_comes(self, table):
        table.host.take_posts()
        for one in table.face.coming:
            redrawn = one.came_from == table.number
            table.host.orders.ask(TakeSeat(one.seat, one.player, one.name, one.chips, one.came_from, redrawn))

    def play(self):
        """Play one hand at each table that may deal, until the clock has its records."""
        for table in self._tables:
            self._seat_who_comes(table)
            hands = table.game.table.hands
            for _ in range(MOST_ACTIONS):
                done = table.game.table.hands > hands and not is_playing(table.game.table)
                if done or len(players(table.game.table)) < 2:
                    break
                table.play_on(1)
        eventually(self._is_known)

    def _is_known(self):
        for table in self._tables:
            table.host.take_posts()
        held = {table["table"]: table["records"] for table in self.latest()["tables"]}
        return all(held.get(table.number, table.game.mark) == table.game.mark for table in self._tables)


def evening(opened, shell, site, browser):
    contexts = [
        browser.new_context(viewport={"width": 1440, "height": 900}),
        browser.new_context(viewport={"width": 390, "height": 844}, extra_http_headers={"X-Forwarded-For": PHONE}),
    ]
    for context in contexts:
        context.set_default_timeout(PATIENT_MS)
        opened.callback(context.close)
    laptop, phone = (context.new_page() for context in contexts)
    laptop.goto(f"{site}/director/")
    hand = StepRunner(laptop=laptop, phone=phone)
    hand.follow("Sign in")
    hand.follow("Make the tournament")
    expect(laptop.locator("#event")).to_have_text("Friday night")
    hand.follow("Add the staff")
    phone.goto(f"{site}/director/")
    expect(phone.locator("#sign-in .code")).to_be_visible()
    code = phone.locator("#sign-in .code").get_attribute("aria-label").replace(" ", "")
    hand.follow("Pair a phone", Code_on_the_device=code)
    expect(phone.locator("#event")).to_have_text("Friday night")
    for title in ("Open the tables", "Enter the players", "Draw the seats", "Screens and phones", "Start"):
        hand.follow(title)
    expect(phone.locator("#paused")).to_be_hidden()
    friday = Friday(opened, shell, site)
    friday.sit()
    mover = next(entry["name"] for entry in friday.entries() if entry["table"] == 1)
    hand.follow("Move a player by hand", name=mover)
    friday.play()
    eventually(friday.has_seated_all)
    for _ in range(LEVELS):
        hand.follow("Go on to a higher level")
    hand.follow("During play")
    for _ in range(MOST_HANDS):
        if friday.waits():
            accept(phone, friday)
        elif friday.is_over_but_for_a_deal():
            break
        else:
            friday.play()
    hand.follow("A deal")
    expect(phone.locator("#deal-table")).to_have_count(0)
    hand.follow("The end")
    assert hand.saved == ["seat-cards.pdf", "moves.pdf", "results.pdf"]
    assert all(entry["finish"] for entry in friday.entries())

    anybody = contexts[0].new_page()
    anybody.goto(f"{site}/results/")
    expect(anybody.locator("tbody tr")).to_have_count(8)
    expect(anybody.locator("body")).to_contain_text("Friday night")

    hand.follow("Next week")
    expect(phone.locator("#event")).to_have_text("Next Friday")
    expect(phone.locator("#opened li")).to_have_text([re.compile(f"Table {one}: 0 of 6") for one in (1, 2)])
