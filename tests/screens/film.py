"""The film at the top of the README: `python -m tests.screens.film FILE.webp`.

A hand at a table's own program, and the room's display beside it: a raise, an all-in, a call, the board, who wins which
pot and why, and the player who is out. A real clock, a real reader's line, Chromium; each picture is what they showed.
"""

import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
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
from hardware.reading.line_settings import SerialSettings
from hardware.simulated import PtyScanner
from kiosk.demo.robot import press
from kiosk.table.program.window import TableWindow
from kiosk.table.settings import ReaderSettings, TableSettings
from tests.kit.chromium import chromium
from tests.kit.clock import DirectorsPage, KillableClock, token
from tests.kit.ports import unused_port
from tests.screens.pages import CLUB_NAMES, event_of
from ui.look import DARK, Look

KIOSK, DISPLAY = (1280, 800), (1280, 720)
WIDE, HIGH, GAP = 1040, 450, 8
TABLE = QRect(0, 0, 720, 450)
BESIDE = QRect(TABLE.right() + 2 * GAP, HIGH - 171, 304, 171)
LABEL = QRect(BESIDE.left(), BESIDE.top() - 26, BESIDE.width(), 24)
CAPTION = QRect(BESIDE.left(), GAP, BESIDE.width(), LABEL.top() - GAP)
LEVELS = [(250, 500, 0), (500, 1_000, 1_000), (1_000, 2_000, 2_000)]
STACKS = (31_400, 18_250, 20_125, 27_800, 26_300, 14_900, 22_475, 19_750)
HELD = {5: "AhKd", 3: "KcQc"}
BOARD = "Kh9s5d2c7h"
PATIENCE_S = 30.0


class FilmRecorder:
    """Takes pictures one after the other, each with its duration."""

    def __init__(self, window: TableWindow, page: Page) -> None:
        self.pictures: list[tuple[QImage, int]] = []
        self._window, self._page = window, page
        self._caption = ""

    def say(self, caption: str) -> None:
        """Write this text beside the table from now on."""
        self._caption = caption

    def wait(self, happened: Callable[[], bool]) -> None:
        """Let the table's program and the page run until it is true. Raises AssertionError after half a minute."""
        deadline = time.monotonic() + PATIENCE_S
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
        self.take(ms, name)
        press(self._window.screen, name)
        QTest.qWait(30)

    def take(self, ms: int, finger: str = "") -> None:
        """A picture, with a finger on a button if one is named."""
        shown = QImage(WIDE, HIGH, QImage.Format.Format_RGB32)
        shown.fill(QColor("#05090a"))
        painter = QPainter(shown)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(TABLE, _small(self._window.screen.grab().toImage(), TABLE))
        painter.drawImage(BESIDE, _small(QImage.fromData(self._page.screenshot()), BESIDE))
        _write(painter, CAPTION, self._caption, 30)
        _write(painter, LABEL, "the room's display", 17)
        if finger:
            self._point(painter, finger)
        painter.end()
        self.pictures.append((shown, ms))

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


def play(film: FilmRecorder, window: TableWindow, scanner: PtyScanner, page: Page) -> None:
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
    QTest.qWait(1_100)  # the screen takes no touch for a second after the last card
    film.say("Who wins which pot, and why: before a chip is pushed.")
    film.take(3_000)
    film.tap("hand-over", 600)
    film.take(400)
    film.say("The room knows every chip: one player is out, and the display follows.")
    film.wait(lambda: page.locator("#players").inner_text() == "23")
    film.take(2_600)


@contextmanager
def room(folder: Path) -> Iterator[tuple[KillableClock, TableWindow, PtyScanner]]:
    """A clock with three tables of eight, and the program of the first one."""
    players = [dict(zip(CLUB_NAMES[:8], STACKS, strict=True))]
    players += [dict.fromkeys(CLUB_NAMES[first : first + 8], 20_000) for first in (8, 16)]
    port = unused_port()
    clock = KillableClock(folder, port, event=event_of("Friday Deepstack", LEVELS, players))
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


def main(path: Path) -> None:
    """Make the film."""
    app = QApplication.instance() or QApplication([])
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        clock, window, scanner = stack.enter_context(room(folder))
        browser = stack.enter_context(chromium())
        page = browser.new_page(viewport={"width": DISPLAY[0], "height": DISPLAY[1]})
        page.goto(f"{clock.site}/display/?theme=dark")
        director = stack.enter_context(DirectorsPage(clock))
        director.order("start")
        film = FilmRecorder(window, page)
        expect(page.locator("#players")).to_have_text("24")
        film.wait(lambda: public(window.host.game).can_start and window.display.reads)
        play(film, window, scanner, page)
        write(film.pictures, path)
    app.quit()
    print(f"{path}: {sum(ms for _, ms in film.pictures) / 1000:.1f} s, {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    main(Path(sys.argv[1]))
