"""`kiosk dealer`: the touch screen of one table, with its readers, its journal and its link to the clock."""

import argparse
import importlib
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from types import TracebackType
from typing import TYPE_CHECKING, TextIO

from msgspec.structs import replace
from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QApplication
from shiboken6 import Shiboken

from engine.actions import TableAction
from engine.levels import Break, LevelClock, blinds, is_running, next_index, remaining_ms
from engine.public import PublicTable
from engine.replay import Game
from hardware.reading import Health
from kiosk import practice_options, wire
from kiosk.faults import Fault
from kiosk.heard import Away
from kiosk.staff import Member, Role
from kiosk.table_host import Hands, TableHost
from kiosk.table_settings import TableSettings, read_table_settings
from kiosk.wire import RoomWord
from ui.dealer.around import Coming, LevelTime, Link, Reader
from ui.dealer.authority import PinAnswer, Staff
from ui.dealer.screen import Screen
from ui.look import THEMES, Look

if TYPE_CHECKING:
    from engine.history.recall import Recalled

FAILED = 70
"""The exit code of a program that stopped over its own mistake, as sysexits(3) has it."""
FAILED_MS = 1500
"""So long can be read why."""


class Wake(QObject):
    """Carries a call from any thread to Qt's."""

    called = Signal()


class Failing:
    """What becomes of an exception that nobody expected, in Python that Qt has called: Qt would go on, with a screen
    that is no longer true. It says so, and the program ends for its service to start it again; the journal is whole."""

    def __init__(self, screen: Screen, leave: Callable[[int], None], tell: Callable[..., object]) -> None:
        """`leave` ends the program with an exit code; `tell` writes down what happened."""
        self._screen = screen
        self._leave = leave
        self._tell = tell
        self._fails = False

    def __call__(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        self._tell(kind, error, trace)
        if self._fails:  # the first one is already on the screen
            return
        self._fails = True
        self._screen.fail()
        QTimer.singleShot(FAILED_MS, lambda: self._leave(FAILED))


class TableWindow:
    """One table on its screen: the host decides, the screen draws. Raises `Fault` as `TableHost` does."""

    def __init__(self, settings: TableSettings, look: Look, touch_ms: Callable[[], int] | None = None) -> None:
        """`touch_ms` is the time by which touches are told from bounces, where no person touches."""
        self._settings = settings
        self._away_since_ms: int | None = None
        self._away: Away | None = None
        self._waiting = 0
        self.reads = False
        """Whether the reader said last that it is connected."""
        self._watchers: list[Callable[[], None]] = []
        self._wake = Wake()
        self.screen = Screen(self, look, touch_ms or monotonic_ms)
        self.screen.setWindowTitle(f"Table {settings.table}")
        self.host = TableHost(settings, self, Hands(monotonic_ms, wall_ms, Random(), self._wake.called.emit))
        self._wake.called.connect(self.host.take_posts, Qt.ConnectionType.QueuedConnection)
        if settings.clock:
            self.screen.show_link(Link(False, 0, 0))
        if settings.readers:
            self.screen.show_reader(Reader(False, "not connected yet"))
        self._second = QTimer(self.screen)
        self._second.timeout.connect(self._tick)

    def start(self) -> None:
        """Show the table as its journal left it; once that is painted, begin to read and to connect."""
        self.host.show()
        QTimer.singleShot(0, self.screen, self.host.connect)
        self._second.start(1000)

    def stop(self) -> None:
        """End the threads and let go of the journal."""
        self._second.stop()
        self.host.stop()
        # Screen and window know each other, so Python would let go of the screen only after Qt has ended: a crash.
        Shiboken.delete(self.screen)

    def watch(self, watcher: Callable[[], None]) -> None:
        """Call it, on Qt's thread, after anything new is on the screen."""
        self._watchers.append(watcher)

    def ask(self, action: TableAction, seen: int) -> None:
        """The screen's port."""
        self.host.ask(action, seen)

    def unlock(self, role: Role, pin: str, name: str) -> PinAnswer:
        """The screen's port."""
        entered = self.host.unlock(role, pin, name)
        return PinAnswer(entered.name, entered.wait_ms)

    def last_hands(self, count: int) -> "tuple[Recalled, ...]":
        """The screen's memory: the table's own record."""
        return self.host.last_hands(count)

    def show_table(self, table: PublicTable, game: Game) -> None:
        """The host's face: this and what follows."""
        # Before it is open a table does not know its number; the settings do.
        self.screen.show_table(replace(table, table=self._settings.table), game)
        self._tell_watchers()

    def show_room(self, room: RoomWord, clock: LevelClock, now_ms: int) -> None:
        entry = room.structure.entries[clock.index]
        left_ms, is_break = remaining_ms(clock, now_ms), isinstance(entry, Break)
        structure = room.structure
        following = next_index(structure, clock.index)
        self.screen.show_level(
            LevelTime(
                entry.name,
                left_ms,
                is_running(clock),
                is_break,
                structure.chips,
                entry.colour_up if isinstance(entry, Break) else (),
                None if following is None else blinds(structure, following),
            )
        )

    def show_link(self, away: Away | None, behind: int) -> None:
        if away is None:
            self._away_since_ms = None
        elif self._away_since_ms is None:
            self._away_since_ms = monotonic_ms()
        self._away = away
        self._waiting = behind
        self._show_link()
        self._tell_watchers()

    def show_reader(self, health: Health) -> None:
        self.reads = health.connected
        self.screen.show_reader(Reader(health.connected, "" if health.connected else self._trouble(health)))
        self._tell_watchers()

    def refuse(self, why: str, clause: str) -> None:
        self.screen.refuse(why, clause)

    def show_staff(self, staff: tuple[Member, ...]) -> None:
        self.screen.show_staff(tuple(Staff(member.name, member.role) for member in staff))

    def show_floor_call(self, floor_ms: int | None) -> None:
        self.screen.show_floor_call(floor_ms)

    def show_coming(self, coming: tuple[wire.Coming, ...], starting_stack: int) -> None:
        players = tuple(Coming(one.player, one.name, one.chips, one.came_from) for one in coming)
        self.screen.show_coming(players, starting_stack)
        self._tell_watchers()

    def _trouble(self, health: Health) -> str:
        """What to do about a reader, without the address that only a technician knows."""
        address = next((reader.url for reader in self._settings.readers if reader.place == health.place), "")
        return health.says.removeprefix(address).strip()

    def _tell_watchers(self) -> None:
        for watcher in self._watchers:
            watcher()

    def _show_link(self) -> None:
        since_ms = self._away_since_ms
        away_ms = 0 if since_ms is None else monotonic_ms() - since_ms
        trouble = f"{self._away.why}: {self._away.fix}" if self._away else ""
        refused = self._away is not None and self._away.refused
        self.screen.show_link(Link(since_ms is None, away_ms, self._waiting, trouble, refused))

    def _tick(self) -> None:
        self.host.tick()
        if self._away_since_ms is not None:
            self._show_link()


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """`--settings` is the table's file; practice needs none."""
    parser.add_argument("--settings", type=Path, help="the table's settings file (TOML)")
    practice_options.add_arguments(parser)


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Keep the table until the window is closed or the program is asked to end; or practise."""
    if args.practice:
        # Loaded only when asked for, as commands are: a table that plays needs none of it.
        return int(importlib.import_module("kiosk.practice").run(args, out, err))
    if args.settings is None:
        raise Fault("no settings are named", "name the table's file with --settings, or learn with --practice")
    settings = read_table_settings(args.settings)
    application = QApplication(sys.argv[:1])
    window = TableWindow(settings, look_of(settings))
    sys.excepthook = Failing(window.screen, application.exit, sys.excepthook)
    if not settings.clock and window.host.game.table.book is None:
        window.stop()
        nobody = f"{args.settings} names no clock, and nobody is seated here yet"
        raise Fault(nobody, "add clock and token: the clock seats them")
    for ending in (signal.SIGTERM, signal.SIGINT):
        signal.signal(ending, lambda *_: application.quit())
    window.start()
    window.screen.showFullScreen() if settings.full_screen else window.screen.show()
    code = application.exec()
    window.stop()
    return code


def look_of(settings: TableSettings) -> Look:
    """The theme asked for, on the glass there is; panels that misstate their size are corrected in the settings."""
    dots_per_mm = QApplication.primaryScreen().physicalDotsPerInch() / 25.4
    return Look(THEMES[settings.theme], settings.px_per_mm or dots_per_mm)


def monotonic_ms() -> int:
    """This machine's time, which no clock setting moves."""
    return time.monotonic_ns() // 1_000_000


def wall_ms() -> int:
    """The time of day, for the record only."""
    return time.time_ns() // 1_000_000
