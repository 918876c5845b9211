"""The demo with its windows: their positions, what they open and print, and a robot that taps like a person."""

import os
import signal
import socket
import subprocess
import sys
import webbrowser
from contextlib import ExitStack
from pathlib import Path

import pytest

from engine.actions import RaiseTo, SeeCard
from engine.cards import DECK, Card
from engine.events import Blinds
from engine.game.game import Game
from engine.public import public
from engine.table.actions.hands import StartHand
from engine.table.actions.setup import SetLevel
from hardware.simulated import PtyScanner
from kiosk.demo import robot as demo_robot
from kiosk.demo.command import (
    PAGES_PORT,
    TITLE_BAR_PX,
    WindowPlace,
    glass_lines,
    how_to_deal,
    open_pages,
    port_or_any,
    start_lines,
    tiles,
)
from kiosk.demo.robot import Robot, RobotPace, press
from kiosk.demo.room import DemoFolder, kept
from kiosk.faults import Fault
from kiosk.table.program.window import TableWindow
from kiosk.table.settings import TableSettings
from ui.dealer.model.taps import SeatHere, Starter
from ui.dealer.pages.page import PageContext
from ui.dealer.pages.welcome import WelcomePage
from ui.look import Look
from ui.words.languages import LANGUAGES, words_in

DESKTOP = {"DISPLAY": ":0"}
PAGES = ("http://127.0.0.1:8080/display/", "http://127.0.0.1:8080/director/#key=k")


@pytest.mark.parametrize("room", [(1920, 1080), (1366, 740), (1280, 800), (2560, 1440), (1080, 1920), (3840, 1080)])
def test_no_windows_overlap_and_all_are_on_the_screen(room):
    first, second = tiles(WindowPlace(10, 30, *room), 2)

    assert first.x + first.wide <= second.x or first.y + first.high + TITLE_BAR_PX <= second.y
    for place in (first, second):
        assert (place.x >= 10, place.y >= 30) == (True, True)
        assert place.x + place.wide <= 10 + room[0]
        assert place.y + place.high + TITLE_BAR_PX <= 30 + room[1]


def test_windows_are_below_each_other_on_an_upright_screen():
    first, second = tiles(WindowPlace(0, 0, 1080, 1920), 2)

    assert (first.x, second.x) == (0, 0)
    assert (first.wide, first.high) == (1080, 800)


class FakeBrowser(webbrowser.BackgroundBrowser):
    """A browser with a window of its own."""

    def __init__(self):
        super().__init__("shown")
        self.opened = []

    def open(self, url, new=0, autoraise=True):
        self.opened.append(url)
        return True


def test_both_pages_are_opened_if_there_is_a_browser():
    browser = FakeBrowser()

    assert open_pages(PAGES, DESKTOP, lambda: browser)
    assert browser.opened == list(PAGES)


def no_browser():
    raise webbrowser.Error("could not locate runnable browser")


@pytest.mark.parametrize(
    ("environment", "find"),
    [
        ({}, FakeBrowser),
        (DESKTOP, no_browser),
        (DESKTOP, lambda: webbrowser.GenericBrowser("w3m")),  # it would take over the terminal
    ],
)
def test_nothing_is_opened_without_a_browser(environment, find):
    assert not open_pages(PAGES, environment, find)


def test_a_second_demo_uses_another_folder_and_reports_it(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    with ExitStack() as first, ExitStack() as second:
        one = kept(None, headless=False, ending=first)
        two = kept(None, headless=False, ending=second)

    assert one == DemoFolder(tmp_path / "kiosk-demo", is_first=True, is_other=False)
    assert two == DemoFolder(tmp_path / "kiosk-demo-2", is_first=True, is_other=True)
    said = [line.code for line in start_lines(WelcomePage(*PAGES, "k"), two, 0)]
    assert said == ["demo-other-folder", "demo-port-taken", "demo-display", "demo-director"]
    with ExitStack() as again:
        assert kept(None, headless=False, ending=again).path == one.path


def test_the_demo_asks_to_open_the_pages_by_hand_if_no_browser_opens(tmp_path):
    folder = DemoFolder(tmp_path, is_first=True, is_other=False)

    said = [line.code for line in start_lines(WelcomePage(*PAGES, "k"), folder, 1, is_open=False)]

    assert said == ["demo-no-browser", "demo-display", "demo-director"]


def test_the_address_of_each_table_is_printed_for_tablets(tmp_path):
    folder = DemoFolder(tmp_path, is_first=True, is_other=False)

    said = [words_in("en").say(line) for line in glass_lines(WelcomePage(*PAGES, "k"), folder)]

    assert said[0].endswith(" http://127.0.0.1:8080/glass/#table=1")
    assert said[1].endswith(" http://127.0.0.1:8080/glass/#table=2")
    assert str(tmp_path) in said[2]


def test_a_requested_folder_of_another_demo_is_a_fault(tmp_path):
    with ExitStack() as first, ExitStack() as second:
        kept(tmp_path, headless=False, ending=first)

        with pytest.raises(Fault, match="demo-folder-busy"):
            kept(tmp_path, headless=True, ending=second)


def test_a_free_port_is_used_if_the_usual_one_is_taken(free_port):
    with socket.create_server(("127.0.0.1", free_port)):
        assert port_or_any(free_port) == 0
    assert PAGES_PORT == 8080  # as in the settings that ship, and in every hint


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_card_names_the_buttons_as_they_are_on_the_screen(language):
    words = words_in(language)

    page = WelcomePage("http://a/display/", "http://a/director/", "the-key").show(
        PageContext(public(Game()), Game(), words=words)
    )

    said = " ".join(line.text for line in page.lines)
    for each in (words.asking.deal, words.undo, words.menu.more, words.repair.list, "http://a/director/", "the-key"):
        assert each in said
    how = how_to_deal(DemoFolder(Path("here"), is_first=False, is_other=False), words)
    assert words.asking.deal in words.say(how)


@pytest.fixture
def window(qapp, tmp_path):
    """A table of three, with a robot's finger over it."""
    shown = TableWindow(TableSettings(1, str(tmp_path / "table.journal")), Look())
    shown.screen.resize(1280, 800)
    shown.screen.show()
    shown.host.orders.seat_here(
        SeatHere(tuple(Starter(seat, f"P{seat}", 20_000) for seat in (1, 4, 7)), 1, Blinds(1, 100, 200, chip=25))
    )
    yield shown
    shown.stop()


@pytest.fixture
def scanner(tmp_path):
    with PtyScanner(tmp_path / "reader") as here:
        yield here


def test_a_robot_keys_a_raise_one_touch_at_a_time(window, scanner, qtbot, monkeypatch):
    """Before, all touches at once looked like bounces to the screen, and the first raise was the robot's
    last action.
    """
    pressed: list[str] = []

    def pressing(screen, name):
        pressed.append(name)
        press(screen, name)

    monkeypatch.setattr(demo_robot, "press", pressing)
    window.host.orders.ask(StartHand())
    robot = Robot(window, scanner, lambda game, _: RaiseTo(1, 925), RobotPace(0, 200))

    robot._act()
    assert pressed == ["raise-1"]
    qtbot.waitUntil(lambda: window.host.game.table.hand.price == 925)

    assert pressed[:5] == ["raise-1", "key-9", "key-2", "key-5", "amount-ok"]


def test_a_robot_that_is_interrupted_looks_again(window, scanner, qtbot, monkeypatch):
    monkeypatch.setattr(demo_robot, "LOOK_AGAIN_MS", 1)
    window.host.orders.ask(StartHand())
    moves = [RaiseTo(1, 925), None]
    robot = Robot(window, scanner, lambda game, _: moves.pop(0) if moves else None, RobotPace(1, 200))
    robot._act()

    window.screen.open(None)  # the pad is closed under its finger

    qtbot.waitUntil(lambda: moves == [])


def test_a_robot_scans_no_other_card_while_one_is_on_its_way(window, scanner, qtbot, monkeypatch):
    """Before, a level that began at that moment made it scan a second card. That card arrived in the next hand. Then
    the table asked who had called, and the robot could not answer."""
    scans: list[Card] = []
    monkeypatch.setattr(scanner, "scan", scans.append)
    monkeypatch.setattr(type(window.display), "reads", True)
    window.host.orders.ask(StartHand())
    cards = iter(DECK)
    robot = Robot(window, scanner, lambda game, _: SeeCard(next(cards), None))
    robot._act()

    window.host.orders.ask(SetLevel(Blinds(2, 200, 400, chip=25)))
    qtbot.waitUntil(lambda: len(scans) == 2)

    assert scans == [DECK[0], DECK[0]]


def said_by(demo):
    """The lines of a demo's output, up to the one with its folder."""
    lines: list[str] = []
    while not lines or not lines[-1].startswith("Tap DEAL"):
        lines.append(demo.stderr.readline().strip())
        assert lines[-1], lines
    return lines


@pytest.mark.nightly
def test_two_demos_at_once_both_print_their_addresses_and_end_cleanly(tmp_path):
    surroundings = {**os.environ, "XDG_STATE_HOME": str(tmp_path), "QT_QPA_PLATFORM": "offscreen", "LANGUAGE": "en"}
    command = [sys.executable, "-m", "kiosk.cli", "demo", "--robot", "--no-browser"]
    running, said = [], []
    for _ in range(2):
        demo = subprocess.Popen(command, env=surroundings, stderr=subprocess.PIPE, text=True)
        running.append(demo)
        said.append(said_by(demo))

    for demo in running:
        demo.send_signal(signal.SIGTERM)
        demo.communicate(timeout=120)
    assert [demo.returncode for demo in running] == [0, 0]
    assert f"another demo is running: this one is saved in {tmp_path / 'kiosk-demo-2'}" in said[1]
    assert any(line.startswith("port 8080 is taken") for line in said[1])
    assert Path(tmp_path, "kiosk-demo").is_dir()
