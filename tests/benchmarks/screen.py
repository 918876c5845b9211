"""How quickly the dealer's screen answers: CPU time from a finger's press to the end of the painting."""

import sqlite3
import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from random import Random
from sqlite3 import Connection
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import thread_time
from typing import Any

from PySide6.QtCore import QCoreApplication, QEvent, QObject
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QWidget

from engine.actions import SeeCard
from engine.books.rulebook import load_book
from engine.events import Blinds
from engine.public import public
from engine.table.actions.hands import StartHand
from engine.table.actions.people import TakeSeat
from engine.table.actions.setup import OpenTable, PlaceButton, SetLevel
from kiosk.demo.players import next_move
from kiosk.demo.robot import PUSH_ALL, is_facing, is_offered, press, touches
from kiosk.table.program.window import TableWindow
from kiosk.table.settings import TableSettings
from tests.kit.play import actions_of
from ui.dealer.face import face
from ui.look import Look

TABLE = 7
TAPS = 2_000
ROUNDS = 60
BOX = (212, 188)
"""A tile of a seat on this screen, in pixels."""
SIZE = (1280, 800)
NAMES = ("Maximilian Oberhuber", "Ana", "Björn Gustafsson", "Chloé", "Dmitri Konstantinov", "Esperanza", "Farouk",
         "Grace Okonkwo-Williams", "Hiro", "Ingrid")  # fmt: skip
LONG_NAMES = tuple(f"{name} von und zu Konstantinopolis" for name in NAMES)
STACKS = (1_500_000, 3_000_000, 4_500_000, 6_000_000, 7_500_000, 725_000, 800_000, 900_000, 1_300_000, 10_125_000)
FOUR_POTS = "r4500000 r6000000 c f f f f f c c 9h7s2cKd3h 1:9d9c 2:AhKc 3:7h7d 4:KsQs 5:JcTc"
"""Five all-in with four different stacks, all tabled: only the push is left."""
EARLY = Blinds(1, 100, 200, 200, "big-blind", 25)
LATE = Blinds(24, 50_000, 100_000, 100_000, "big-blind", 25_000)
WORST = ("hand", "lines-5", "page-close", "hand", "lines-earlier", "lines-later", "page-close", "undo", "redo")
"""Repeated: the list of the hand, the repair of a line, and the sheet with all four pots pushed and undone."""


def measure() -> dict[str, Any]:
    """Play, and the worst state possible: four pots of five players, ten long names."""
    application = QApplication.instance() or QApplication(sys.argv[:1])
    with TemporaryDirectory(prefix="kiosk-bench-") as folder:
        painted = PixelCounter(application)
        pixels = [painted.taken() for _ in _played(Path(folder) / "counted.journal")]
        painted.stop()
        bare = list(_bare(Path(folder) / "bare.db", pixels))
        played = list(_played(Path(folder) / "table.journal"))
        worst = list(_worst(Path(folder) / "worst.journal"))
        pushed = list(_pushed(Path(folder) / "pushed.journal"))
    del application
    return {
        "taps": len(played),
        "tap_to_frame_ms": _figures(played),
        "bare_widget_ms": _figures(bare),
        "p99_by_bare_widget": round(_figures(played)["p99"] / _figures(bare)["p99"], 2),
        "worst_state_taps": len(worst),
        "worst_state_tap_to_frame_ms": _figures(worst),
        "tap_while_chips_slide_ms": _figures(pushed),
        "p99_while_chips_slide_by_bare_widget": round(_figures(pushed)["p99"] / _figures(bare)["p99"], 2),
    }


class PixelCounter(QObject):
    """Counts the pixels that the program paints, of every widget."""

    def __init__(self, application: QCoreApplication) -> None:
        super().__init__()
        self._application, self._pixels = application, 0
        application.installEventFilter(self)

    def eventFilter(self, _: QObject, event: QEvent) -> bool:  # noqa: N802
        if isinstance(event, QPaintEvent):
            part = event.rect()
            self._pixels += part.width() * part.height()
        return False

    def taken(self) -> int:
        """The pixels since the last time."""
        taken, self._pixels = self._pixels, 0
        return taken

    def stop(self) -> None:
        """Stop counting."""
        self._application.removeEventFilter(self)


class Bare(QWidget):
    """The work that any program does for a touch: two rows to disk, and as many pixels as the table paints, as boxes
    with a word in each.
    """

    def __init__(self, db: Connection) -> None:
        super().__init__()
        self._db = db

    def tap(self, pixels: int) -> None:
        """One touch."""
        with self._db:
            self._db.executemany("INSERT INTO said (text) VALUES (?)", [("x" * 200,), ("y" * 200,)])
        self.update(0, 0, self.width(), min(self.height(), max(1, pixels // self.width())))

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(face(24, bold=True))
        area = event.rect()
        for y in range(area.top(), area.bottom() + 1, BOX[1]):
            for x in range(area.left(), area.right() + 1, BOX[0]):
                painter.setBrush(QColor("#1B2631"))
                painter.drawRoundedRect(x, y, BOX[0] - 4, BOX[1] - 4, 8, 8)
                painter.drawText(x + 8, y + 40, "12,650,000")
        painter.end()


def _bare(file: Path, pixels: list[int]) -> Iterator[float]:
    """The same number of touches of a widget that does nothing else."""
    db = sqlite3.connect(file)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    db.execute("CREATE TABLE said (text TEXT)")
    widget = Bare(db)
    widget.resize(*SIZE)
    widget.show()
    QApplication.processEvents()
    for each in pixels:
        started = thread_time()
        widget.tap(each)
        QApplication.processEvents()
        yield (thread_time() - started) * 1000
    widget.close()
    db.close()


def _figures(taps_ms: list[float]) -> dict[str, float]:
    return {"p50": round(median(taps_ms), 2), "p99": round(quantiles(taps_ms, n=100)[98], 2)}


def _played(journal: Path) -> Iterator[float]:
    """Random hands of ten players on the real screen and a real journal; cards are not timed."""
    window = seated(journal, NAMES, (1_000_000,) * len(NAMES), EARLY)
    dice = Random(1)
    for _ in range(TAPS):
        move = next_move(public(window.host.game), dice)
        if move is None:
            break
        if isinstance(move, SeeCard):
            window.host.orders.ask(move)
            QApplication.processEvents()
        else:
            for name in touches(move, is_facing(window.host.game)):
                shown = PUSH_ALL if name == "hand-over" and is_offered(window.screen, PUSH_ALL) else name
                yield _tap(window, shown)
    window.stop()


def _worst(journal: Path) -> Iterator[float]:
    window = seated(journal, LONG_NAMES, STACKS, LATE)
    for word in FOUR_POTS.split():
        for action in actions_of(window.host.game, word):
            window.host.orders.ask(action)
    QApplication.processEvents()
    for _ in range(ROUNDS):
        for name in WORST:
            yield _tap(window, name)
    window.stop()


def _pushed(journal: Path) -> Iterator[float]:
    """One pot after the other, and undone: chips are still moving when the next touch comes."""
    window = seated(journal, LONG_NAMES, STACKS, LATE)
    for word in FOUR_POTS.split():
        for action in actions_of(window.host.game, word):
            window.host.orders.ask(action)
    QApplication.processEvents()
    for _ in range(ROUNDS):
        for name in (*["push-pot"] * 3, *["undo"] * 3):
            yield _tap(window, name)
    window.stop()


def seated(journal: Path, names: tuple[str, ...], stacks: tuple[int, ...], level: Blinds) -> TableWindow:
    """A table on its screen, its first hand dealt."""
    # Touches are a second apart: none is a bounce.
    window = TableWindow(TableSettings(TABLE, str(journal)), Look(), count(step=1000).__next__)
    ask = window.host.orders.ask
    ask(OpenTable(TABLE, "Benchmark", load_book("tda"), len(names)))
    for seat, (name, chips) in enumerate(zip(names, stacks, strict=True), 1):
        ask(TakeSeat(seat, f"p{seat}", name, chips))
    ask(PlaceButton(len(names)))
    ask(SetLevel(level))
    ask(StartHand())
    window.screen.resize(*SIZE)
    window.screen.show()
    window.start()
    QApplication.processEvents()
    return window


def _tap(window: TableWindow, name: str) -> float:
    """CPU time of this thread, which leaves out other load and the speed of the disk."""
    started = thread_time()
    press(window.screen, name)
    QApplication.processEvents()
    return (thread_time() - started) * 1000
