"""`kiosk demo`: a tournament of twenty players at two tables on one machine, played by people or by robots."""

import argparse
import os
import signal
import socket
import sys
import webbrowser
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, suppress
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from typing import NamedTuple, TextIO

import msgspec
from msgspec.structs import replace
from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QApplication

from engine.actions import Action, HandOver
from engine.game.game import Game
from engine.message import Message, message
from engine.table.actions.hands import StartHand
from engine.table.state import chips_at, is_playing
from hardware.simulated import PtyScanner
from kiosk.arguments import hand_count, words_for
from kiosk.commands.room.client import RequestFailed
from kiosk.demo.on_tablets import play_on_tablets
from kiosk.demo.players import next_of_all
from kiosk.demo.robot import Robot, RobotPace
from kiosk.demo.room import (
    DIRECTOR_S,
    ONLY_HERE,
    TABLES,
    ClockProcess,
    DemoFolder,
    Evening,
    FloorCounts,
    kept,
    make_room,
    table_settings,
)
from kiosk.faults import Fault
from kiosk.host.addresses import EVERY_ADDRESS
from kiosk.table.program.command import look_of
from kiosk.table.program.need_screen import need_screen
from kiosk.table.program.window import TableWindow
from ui.dealer.model.surroundings import Surroundings
from ui.dealer.pages.welcome import WelcomePage
from ui.words import Words
from ui.words.languages import words_in

PAGES_PORT = 8080
LOOK_MS = 50
PATIENCE_LOOKS = 600
"""The number of polls without progress after which the headless demo gives up: half a minute's worth."""
CARD_MS = 700
"""The delay before a due card is scanned when people play."""
HEADLESS_LOOK_MS = 300
ROBOT_MS = 1_400
"""The time between two actions of a robot. It is more than a second, because the screen ignores HAND OVER within a
second of the last one."""
TAP_MS = 450
"""The time between two taps by a robot that belong to the same action."""
LARGEST = (1280, 800)
TITLE_BAR_PX = 40
SHAPE = LARGEST[0] / LARGEST[1]


def port_or_any(usual: int) -> int:
    """The usual port, or 0 (any free port) if it is taken."""
    try:
        socket.create_server(("127.0.0.1", usual)).close()
    except OSError:
        return 0
    return usual


def _show(args: argparse.Namespace, pages: WelcomePage, kept: DemoFolder, port: int, err: TextIO) -> None:
    """Open the pages in a browser, and print where they are."""
    words = words_for(args)
    is_open = args.no_browser or open_pages((pages.display, f"{pages.director}#key={pages.key}"))
    how = glass_lines(pages, kept) if args.glass else [how_to_deal(kept, words)]
    for line in [*start_lines(pages, kept, port, is_open), *how]:
        print(words.say(line), file=err, flush=True)


def start_lines(pages: WelcomePage, kept: DemoFolder, port: int, is_open: bool = True) -> Iterator[Message]:
    """The lines to print, starting with anything unusual. `port` is 0 if the usual one is taken. `is_open` is whether
    the pages are open in a browser, or were not to be opened."""
    if kept.is_other:
        yield message("demo-other-folder", folder=str(kept.path))
    if not port:
        yield message("demo-port-taken", port=str(PAGES_PORT))
    if not is_open:
        yield message("demo-no-browser")
    yield message("demo-display", address=pages.display)
    yield message("demo-director", address=pages.director, key=pages.key)


def how_to_deal(kept: DemoFolder, words: Words) -> Message:
    """The line to print about the tables in windows."""
    return message("demo-how", deal=words.asking.deal, folder=str(kept.path))


def glass_lines(pages: WelcomePage, kept: DemoFolder) -> Iterator[Message]:
    """The lines to print about the tables that browsers show."""
    site = pages.display.removesuffix("/display/")
    for table in TABLES:
        yield message("demo-glass", table=table, address=f"{site}/glass/#table={table}")
    yield message("demo-glass-how", folder=str(kept.path))


class SeatCount(msgspec.Struct, frozen=True):
    seat: int
    name: str
    chips: int


class TableCount(msgspec.Struct, frozen=True):
    table: int
    hands: int
    chips: int
    seats: tuple[SeatCount, ...]


class DemoResult(msgspec.Struct, frozen=True):
    """The headless demo's output: the counts as the clock holds them, and whether they are correct. `chips_issued`
    includes what chip races rounded."""

    ok: bool
    hands: int
    chips_issued: int
    tables: tuple[TableCount, ...]
    problem: str = ""


def add_arguments(parser: argparse.ArgumentParser, words: Words) -> None:
    say = words.commands.help["demo"]
    way = parser.add_mutually_exclusive_group()
    way.add_argument("--headless", action="store_true", help=say["headless"])
    way.add_argument("--glass", action="store_true", help=say["glass"])
    way.add_argument("--robot", action="store_true", help=say["robot"])
    parser.add_argument("--hands", type=hand_count(words), default=6, help=say["hands"])
    parser.add_argument("--json", action="store_true", help=words.commands.help["every"]["json"])
    parser.add_argument("--seed", type=int, default=1, help=say["seed"])
    parser.add_argument("--no-browser", action="store_true", help=say["no-browser"])
    parser.add_argument("--folder", type=Path, help=say["folder"])


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Exit code 1 if, in headless mode, chips are missing or the clock's counts differ from the tables'."""
    words = words_for(args)
    if args.headless:
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    if not args.glass:
        need_screen()
    with ExitStack() as ending:
        kept_in = kept(args.folder, args.headless, ending)
        folder, port = kept_in.path, 0 if args.headless else port_or_any(PAGES_PORT)
        room = make_room(folder, port, EVERY_ADDRESS if args.glass else ONLY_HERE)
        clock = ending.enter_context(ClockProcess(folder / "clock.toml", room.director_key))
        clock.evening().begin()
        at = clock.public_address
        pages = WelcomePage(f"{at}/display/", f"{at}/director/", room.director_key)
        if args.glass:
            _show(args, pages, kept_in, port, err)
            play_on_tablets(folder, room, clock, words.language)
            return 0
        application = QApplication(sys.argv[:1])
        tables = [table_settings(folder, room, table, clock.address) for table in TABLES]
        tables = [replace(table, language=words.language) for table in tables]
        scanners = [ending.enter_context(PtyScanner(Path(table.readers[0].url))) for table in tables]
        # A robot's finger does not bounce: a second passes between any two of its touches.
        touch_ms = count(step=1000).__next__ if args.headless else None
        windows = [TableWindow(table, look_of(table), touch_ms) for table in tables]
        for window in windows:
            ending.callback(window.stop)
        shown = [_Table(window, scanner) for window, scanner in zip(windows, scanners, strict=True)]
        if args.headless:
            return _headless(args, shown, clock, out, err)
        for number in (signal.SIGTERM, signal.SIGINT):  # set now, so that an early signal also quits the program
            signal.signal(number, lambda *_: QTimer.singleShot(0, application.quit))
        _show(args, pages, kept_in, port, err)
        welcome = pages if kept_in.is_first and not args.robot else None
        return _with_windows(args, shown, clock, application, welcome)


class _Table(NamedTuple):
    window: TableWindow
    scanner: PtyScanner

    @property
    def game(self) -> Game:
        return self.window.host.game


def _with_windows(
    args: argparse.Namespace,
    tables: list[_Table],
    clock: ClockProcess,
    application: QApplication,
    welcome: WelcomePage | None,
) -> int:
    dice = Random(args.seed)
    room = application.primaryScreen().availableGeometry()
    places = tiles(WindowPlace(room.x(), room.y(), room.width(), room.height()), len(tables))
    pace = RobotPace(ROBOT_MS, TAP_MS) if args.robot else RobotPace(CARD_MS, taps=False)
    for table, place in zip(tables, places, strict=True):
        Robot(table.window, table.scanner, partial(next_of_all, dice=dice), pace)
        table.window.screen.resize(place.wide, place.high)
        table.window.screen.move(place.x, place.y)
        table.window.screen.show()
        table.window.start()
        if welcome:
            table.window.screen.open(welcome)
    director = _directed(clock.evening(), tables, round(DIRECTOR_S * 1000))
    status = application.exec()
    director.stop()
    return status


def _directed(evening: Evening, tables: list[_Table], every_ms: int) -> QTimer:
    def look() -> None:
        with suppress(Fault, RequestFailed):  # the clock is busy, or a person was faster: try again the next time
            evening.look(sum(table.game.table.hands for table in tables))

    timer = QTimer()
    timer.timeout.connect(look)
    timer.start(every_ms)
    return timer


def _headless(args: argparse.Namespace, tables: list[_Table], clock: ClockProcess, out: TextIO, err: TextIO) -> int:
    words = words_for(args)
    players = _Players(args.hands, Random(args.seed), tables)
    robots = [Robot(table.window, table.scanner, players.next_move) for table in tables]
    for table in tables:
        table.window.screen.resize(*LARGEST)
        table.window.screen.show()
        table.window.start()
    director = _directed(clock.evening(), tables, HEADLESS_LOOK_MS)
    ready = _wait_until(lambda: players.are_done or _stuck(robots, tables), lambda: words.say(players.progress()), err)
    agreed = ready and _wait_until(lambda: _agrees(clock.floor(), tables), lambda: "", err)
    director.stop()
    problem = None if agreed else message("demo-stuck", hands=players.hands_over)
    said_in = words_in("en") if args.json else words
    result = _result(clock.floor(), players.hands_over, problem or players.shortfall, said_in)
    print(msgspec.json.encode(result).decode() if args.json else _in_words(result, words), file=out, flush=True)
    return 0 if result.ok else 1


def _stuck(robots: list[Robot], tables: list[_Table]) -> bool:
    """Whether every table is stuck because too few players are left."""
    return all(table.game.table.hands for table in tables) and all(robot.rests for robot in robots)


class _Players:
    """Plays a given number of hands in total across all tables, then stops."""

    def __init__(self, hands: int, dice: Random, tables: list[_Table]) -> None:
        self._hands, self._dice, self._tables = hands, dice, tables

    def next_move(self, game: Game, surroundings: Surroundings) -> Action | None:
        """The next action at a table. None if the table must wait, or if all hands have been dealt."""
        move = next_of_all(game, surroundings, self._dice)
        enough = sum(table.game.table.hands for table in self._tables) >= self._hands
        if isinstance(move, HandOver) and enough:
            return HandOver(start=False)
        return None if isinstance(move, StartHand) and enough else move

    @property
    def hands_over(self) -> int:
        return sum(one.game.table.hands - is_playing(one.game.table) for one in self._tables)

    @property
    def are_done(self) -> bool:
        return self.hands_over >= self._hands

    @property
    def shortfall(self) -> Message | None:
        """The message to show if fewer hands were played than asked for."""
        return None if self.are_done else message("demo-too-few", count=self.hands_over)

    def progress(self) -> Message:
        return message("demo-progress", over=self.hands_over, hands=self._hands)


def _wait_until(done: Callable[[], bool], progress: Callable[[], str], err: TextIO) -> bool:
    """Run Qt's event loop until `done` is true. Returns False if there is no progress for `PATIENCE_LOOKS` polls."""
    loop, timer = QEventLoop(), QTimer()
    said, quiet = progress(), 0

    def look() -> None:
        nonlocal said, quiet
        now = progress()
        quiet = quiet + 1 if now == said else 0
        if now != said:
            said = now
            print(f"\r{said}", end="", file=err, flush=True)
        if done():
            loop.exit(0)
        elif quiet > PATIENCE_LOOKS:
            loop.exit(1)

    timer.timeout.connect(look)
    timer.start(LOOK_MS)
    gave_up = loop.exec()
    timer.stop()
    return not gave_up


def _agrees(floor: FloorCounts, tables: list[_Table]) -> bool:
    """Whether the clock's counts match the tables', and no player is without a seat or in transit."""
    if sum(view.chips_found for view in floor.tables) != floor.totals.chips_found:
        return False
    games = [table.game.table for table in tables]
    own = [{number: chips_at(game, number) for number, seat in enumerate(game.seats, 1) if seat} for game in games]
    return own == [{seat.seat: seat.chips for seat in view.seats} for view in floor.tables]


def _result(floor: FloorCounts, hands: int, stopped: Message | None, words: Words) -> DemoResult:
    totals = floor.totals
    problems = [stopped] if stopped else []
    problems += [message("demo-flags", table=view.table, flags=str(view.flags)) for view in floor.tables if view.flags]
    if totals.chips_found != (issued := totals.chips_issued + totals.adjusted):  # a chip race rounds
        problems.append(message("demo-chips", found=totals.chips_found, issued=issued))
    problem = "; ".join(map(words.say, problems))
    counts = [
        TableCount(
            view.table, view.hand, view.chips_found, tuple(SeatCount(s.seat, s.name, s.chips) for s in view.seats)
        )
        for view in floor.tables
    ]
    return DemoResult(not problem, hands, issued, tuple(counts), problem)


def _in_words(result: DemoResult, words: Words) -> str:
    lines = ["", words.say(message("demo-played", count=result.hands))]
    for table in result.tables:
        seats = "  ".join(f"{seat.name} {words.amount(seat.chips)}" for seat in table.seats)
        counts = words.say(message("demo-table", table=table.table, count=table.hands, chips=table.chips))
        lines.append(f"  {counts}  {seats}")
    end = message("demo-well") if result.ok else message("demo-not-well", problem=result.problem)
    return "\n".join([*lines, words.say(end)])


def open_pages(
    addresses: Iterable[str],
    environment: Mapping[str, str] = os.environ,
    find: Callable[[], webbrowser.BaseBrowser] = webbrowser.get,
) -> bool:
    """Open the addresses in a browser that has its own window. Returns whether there is such a browser."""
    if not (environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY")):
        return False
    try:
        browser = find()
    except webbrowser.Error:
        return False
    # A text browser would take over the terminal. Use one only if the user asked for it with BROWSER.
    if type(browser) is webbrowser.GenericBrowser and not environment.get("BROWSER"):
        return False
    for address in addresses:
        browser.open(address)
    return True


class WindowPlace(NamedTuple):
    """The position and size of a window without its title bar, in pixels."""

    x: int
    y: int
    wide: int
    high: int


def tiles(room: WindowPlace, count: int) -> tuple[WindowPlace, ...]:
    """Non-overlapping positions for `count` windows in `room`: a row or a column, whichever makes the windows
    larger."""
    return max(_row(room, count), _column(room, count), key=lambda placed: _shown(placed[0]))


def _row(room: WindowPlace, count: int) -> tuple[WindowPlace, ...]:
    each = room.wide // count
    wide, high = min(each, LARGEST[0]), min(room.high - TITLE_BAR_PX, LARGEST[1])
    return tuple(WindowPlace(room.x + number * each, room.y, wide, high) for number in range(count))


def _column(room: WindowPlace, count: int) -> tuple[WindowPlace, ...]:
    each = room.high // count
    wide, high = min(room.wide, LARGEST[0]), min(each - TITLE_BAR_PX, LARGEST[1])
    return tuple(WindowPlace(room.x, room.y + number * each, wide, high) for number in range(count))


def _shown(place: WindowPlace) -> float:
    return min(place.wide, place.high * SHAPE)
