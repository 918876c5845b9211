"""The film at the top of the README.

A hand at a table's own program, and the room's display beside it: a raise, an all-in, a call, the board, who wins which
pot and why, and the player who is out. A real clock, a real reader's line, Chromium; each picture is what they showed.
"""

import tempfile
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import ExitStack, contextmanager
from itertools import count
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, expect
from PySide6.QtCore import QPointF, QRect, Qt
from PySide6.QtGui import QColor, QFont, QImage, QPainter, QPen
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication

from engine.cards import parse_cards
from engine.public import public
from engine.tournament.levels.structure import parse_structure
from hardware.reading.line_settings import SerialSettings
from hardware.simulated import PtyScanner
from kiosk.demo.robot import is_offered, press
from kiosk.table.program.window import TableWindow
from kiosk.table.settings import ReaderSettings, TableSettings
from tests.kit.chromium import chromium
from tests.kit.clock import ClockThread, DirectorsPage, token
from tests.kit.full_tables import EVENT, FullTables
from tests.kit.ports import unused_port
from tests.kit.room import RoomApi, TournamentApi, room_settings
from tests.screens.pictures.evening import CLUB_NAMES, HALL
from tests.screens.pictures.stopped import PATIENCE_MS, StoppedTime, context_of, picture_of, stopped_time
from ui.look import DARK, Look

KIOSK = (1280, 800)
WIDE, HIGH, GAP = 1040, 450, 8
TABLE = QRect(0, 0, 720, 450)
BESIDE = QRect(TABLE.right() + 2 * GAP, HIGH - 171, 304, 171)
LABEL = QRect(BESIDE.left(), BESIDE.top() - 26, BESIDE.width(), 24)
CAPTION = QRect(BESIDE.left(), GAP, BESIDE.width(), LABEL.top() - GAP)
STRUCTURE = """
name = "Friday Deepstack"
starting_stack = 20_000
chips = [25, 100, 500, 1_000, 5_000]
entries = [
{ small = 250, big = 500, minutes = 20 },
{ small = 500, big = 1_000, minutes = 20, ante = 1_000, ante_form = "big-blind" },
{ small = 1_000, big = 2_000, minutes = 20, ante = 2_000, ante_form = "big-blind" },
]
"""
LEVEL_MS, PLAYED_MS = 1_200_000, 437_000
"""The length of the level, and how much of it is over when the film begins."""
STACKS = (31_400, 18_250, 20_125, 27_800, 26_300, 14_900, 22_475, 19_750)
HELD = {5: "AhKd", 3: "KcQc"}
BOARD = "Kh9s5d2c7h"
OUT = 3
"""The entry that is all-in in seat 3 and loses."""


class FilmRecorder:
    """Takes pictures one after the other, each with its duration. Time passes only from one picture to the next."""

    def __init__(self, window: TableWindow, page: Page, stopped: StoppedTime) -> None:
        self.pictures: list[tuple[QImage, int]] = []
        self._window, self._page, self._time = window, page, stopped
        self._caption = ""
        self._left_ms = LEVEL_MS - PLAYED_MS

    def say(self, caption: str) -> None:
        """Write this text beside the table from now on."""
        self._caption = caption

    def wait(self, happened: Callable[[], bool]) -> None:
        """Let the table's program and the page run until it is true."""
        deadline = time.monotonic() + PATIENCE_MS / 1000
        while not happened():
            assert time.monotonic() < deadline, self._caption
            QTest.qWait(20)
            self._page.wait_for_timeout(1)

    def wait_for_change(self) -> None:
        """Wait until something has happened at the table."""
        mark = self._window.host.game.mark
        self.wait(lambda: self._window.host.game.mark != mark)

    def tap(self, name: str, ms: int = 500) -> None:
        """Shows the finger, then what its touch did."""
        self.wait(lambda: is_offered(self._window.screen, name))
        self.take(ms, name)
        press(self._window.screen, name)
        QApplication.processEvents()

    def take(self, ms: int, finger: str = "") -> None:
        """A picture, with a finger on a button if one is named."""
        shown = QImage(WIDE, HIGH, QImage.Format.Format_RGB32)
        shown.fill(QColor("#05090a"))
        painter = QPainter(shown)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(TABLE, _small(self._window.screen.grab().toImage(), TABLE))
        painter.drawImage(BESIDE, _small(QImage.fromData(picture_of(self._page)), BESIDE))
        _write(painter, CAPTION, self._caption, 30)
        _write(painter, LABEL, "the room's display", 17)
        if finger:
            self._point(painter, finger)
        painter.end()
        self.pictures.append((shown, ms))
        self.let_pass(ms)

    def let_pass(self, ms: int) -> None:
        """Let time pass at the table, at the clock and on the display, until all show it."""
        self._time.pass_ms(ms)
        self._window._tick()
        self._left_ms -= ms
        minutes, seconds = divmod(-(-self._left_ms // 1000), 60)
        expect(self._page.locator("#time")).to_have_text(f"{minutes}:{seconds:02}")

    def _point(self, painter: QPainter, name: str) -> None:
        screen = self._window.screen
        button = screen.findChild(QAbstractButton, name)
        assert button is not None, name
        middle = button.mapTo(screen, button.rect().center())
        at = QPointF(middle.x(), middle.y()) * (TABLE.width() / screen.width())
        painter.setPen(QPen(QColor("#ffffff"), 4))
        painter.setBrush(QColor(255, 255, 255, 110))
        painter.drawEllipse(at, 20, 20)


def _small(picture: QImage, place: QRect) -> QImage:
    as_place, smooth = Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation
    return picture.scaled(place.size(), as_place, smooth)


def _write(painter: QPainter, place: QRect, text: str, px: int) -> None:
    font = QFont("Roboto Condensed")
    font.setPixelSize(px)
    painter.setFont(font)
    painter.setPen(QColor("#f4f7f5"))
    painter.drawText(place, Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextWordWrap, text)


def play(film: FilmRecorder, clock: ClockThread, window: TableWindow, scanner: PtyScanner, page: Page) -> None:
    """Play the hand of the film."""
    film.say("The dealer taps the seat where chips go in.")
    press(window.screen, "hand-over")
    film.wait(lambda: window.host.game.table.hand is not None)
    film.take(900)
    for name in ("raise-5", "key-1", "key-2", "key-00", "amount-ok"):
        film.tap(name, 300)
    film.take(600)
    film.say("Players who are skipped have folded. Seat 3 is all-in.")
    film.tap("raise-3", 600)
    film.tap("all-in", 600)
    film.take(500)
    film.tap("seat-5", 600)
    film.say("A reader sees the cards: no more touches.")
    film.take(600)
    hole = {seat: list(parse_cards(cards)) for seat, cards in HELD.items()}
    board = list(parse_cards(BOARD))
    while due := public(window.host.game).legal.due:
        scanner.scan((hole.get(due[0]) or board).pop(0))
        film.wait_for_change()
        film.take(300)
    film.say("Who wins which pot, and why: before a chip is pushed.")
    film.take(3_000)
    film.tap("hand-over", 600)
    film.take(400)
    film.wait(lambda: clock.table(1)["records"] == window.host.game.mark)
    film.say("The room knows every chip. The director confirms who is out, and the display follows.")
    film.wait(lambda: bool(window.display.surroundings.booking.places))
    before = window.display.surroundings.booking
    film.take(1_500)
    with RoomApi(clock) as api:
        TournamentApi(api, EVENT).do("confirm-bust", entry=OUT)
    expect(page.locator("#players")).to_have_text("23")
    film.wait(lambda: window.display.surroundings.booking != before)
    film.take(2_600)


@contextmanager
def room(folder: Path) -> Iterator[tuple[ClockThread, TableWindow, PtyScanner]]:
    """A clock with three tables of eight, and the program of the first one."""
    players = [dict(zip(CLUB_NAMES[:8], STACKS, strict=True))]
    players += [dict.fromkeys(CLUB_NAMES[first : first + 8], 20_000) for first in (8, 16)]
    structure = parse_structure(STRUCTURE, "film")
    port = unused_port()
    tables = FullTables(structure=structure, name=structure.name, players=players)
    clock = ClockThread(folder, port, room_settings(port, tables=3), tables)
    clock.start()
    reader = ReaderSettings(str(folder / "reader"), line=SerialSettings(repeat_ms=0))
    settings = TableSettings(1, str(folder / "table.journal"), clock.socket, token(1), readers=(reader,), slides=False)
    try:
        with PtyScanner(Path(reader.url)) as scanner:
            window = TableWindow(settings, Look(DARK, 5.9), count(step=1_000).__next__)
            window.screen.resize(*KIOSK)
            window.screen.show()
            window.start()
            yield clock, window, scanner
            window.stop()
    finally:
        clock.stop()


def write(pictures: list[tuple[QImage, int]], path: Path) -> None:
    """Write an animated WebP that repeats."""
    first, *rest = [Image.fromqimage(one) for one, _ in pictures]
    times = [ms for _, ms in pictures]
    first.save(path, save_all=True, append_images=rest, duration=times, loop=0, quality=84, method=6)


def make(folder: Path, names: Collection[str]) -> Iterator[str]:
    """Make the film."""
    (name,) = names
    expect.set_options(timeout=PATIENCE_MS)
    app = QApplication.instance() or QApplication([])
    with ExitStack() as stack:
        stopped = stack.enter_context(stopped_time())
        clock, window, scanner = stack.enter_context(room(Path(stack.enter_context(tempfile.TemporaryDirectory()))))
        director = stack.enter_context(DirectorsPage(clock))
        director.order("start")
        stopped.pass_ms(PLAYED_MS)
        page = stopped.open(context_of(stack.enter_context(chromium()), HALL), f"{clock.site}/display/")
        expect(page.locator("#players")).to_have_text("24")
        film = FilmRecorder(window, page, stopped)
        film.wait(lambda: public(window.host.game).can_start and window.display.reads)
        film.let_pass(0)
        play(film, clock, window, scanner, page)
        write(film.pictures, folder / name)
    del app
    yield name
