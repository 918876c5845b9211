"""The opening frame: on the screen before anything of the table is loaded, and then replaced by the table."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QWidget

from kiosk.faults import Fault
from kiosk.table.program import command
from kiosk.table.program.command import open_window, table_window
from kiosk.table.settings import TableSettings
from tests.kit.play import dealt
from tests.kit.port import Engine, tell
from ui.dealer.model.surroundings import LevelTime
from ui.dealer.screen import Screen
from ui.dealer.splash import SplashScreen
from ui.dealer.widgets.felt.seat import SeatTile
from ui.look import LIGHT, Look
from ui.words.languages import words_in

ENGLISH = words_in("en")

LATE = (
    "engine",
    "serial",
    "websockets",
    "argon2",
    "sqlite3",
    "hashlib",
    "ui.dealer.screen",
    "kiosk.table.program.window",
)
READING = ("engine", "engine.decoders")
FOUR = (5_000, 5_000, 5_000, 5_000)


class AreaCounter(QObject):
    """Adds up the areas that are painted, by the kind of widget."""

    def __init__(self, *watched: QWidget) -> None:
        super().__init__()
        self.areas: dict[str, int] = {}
        for widget in watched:
            widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        if isinstance(event, QPaintEvent):
            size, kind = event.rect(), type(watched).__name__
            self.areas[kind] = self.areas.get(kind, 0) + size.width() * size.height()
        return False


def test_the_opening_frame_waits_for_nothing_of_the_table():
    """
    A separate program paints the frame. Of the engine only the decoders are loaded by then, and no journal, no
    connection to a reader or the clock, and no screen.
    """
    program = (
        "import sys; from kiosk.table.program import command as dealer; from kiosk.table.settings import TableSettings;"
        "application = dealer.QApplication([]); opening = dealer.open_window(TableSettings(7, 'none'));"
        f"print([name for name in sys.modules if name.startswith({LATE!r}) and name not in {READING!r}])"
    )

    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120, check=False)

    assert (ended.stdout, ended.stderr) == ("[]\n", "")


@pytest.mark.parametrize("language", ["en", "de", "es"])
def test_the_opening_frame_names_its_table_in_its_language_and_theme(qtbot, language):
    """It has the room's color, and a screen reader gets the same text."""
    words = words_in(language)
    opening = SplashScreen(Look(LIGHT, 5.9), 7, words)
    qtbot.addWidget(opening)
    opening.resize(1280, 800)

    with qtbot.waitSignal(opening.painted):
        opening.show()

    picture = opening.grab().toImage()
    assert picture.pixelColor(3, 3).name().upper() == LIGHT.room
    middle = [picture.pixelColor(x, y).name().upper() for x in range(400, 880, 2) for y in range(340, 400, 2)]
    assert middle.count(LIGHT.strip.ink) > 100
    assert opening.accessibleName() == f"{words.table.format(table=7)}: {words.opening}"


def test_the_table_replaces_the_frame_and_fills_the_window(qtbot):
    """
    The screen gets the keyboard, too.
    """
    opening, screen = opened(qtbot)

    assert screen.window() is opening
    assert screen.geometry() == opening.rect()
    assert opening.focusWidget() is screen
    assert opening.accessibleName() == ""

    opening.resize(1000, 700)
    qtbot.waitUntil(lambda: screen.width() == 1000)


def test_a_second_of_the_clock_paints_its_field_and_nothing_of_the_opening_frame(qtbot):
    """
    Counted in pixels: of the felt no more than the field, and none of the frame below.
    """
    opening, screen = opened(qtbot)
    tell(screen, level=LevelTime("Level 3", 60_000))
    field = screen.findChild(QWidget, "strip-time")
    assert field is not None
    painted = AreaCounter(opening, screen, field)
    qtbot.waitUntil(lambda: "CellLabel" in painted.areas)
    painted.areas.clear()

    tell(screen, level=LevelTime("Level 3", 59_000))

    qtbot.waitUntil(lambda: "CellLabel" in painted.areas)
    size = field.width() * field.height()
    assert painted.areas == {"CellLabel": size, "Screen": size}


def test_the_first_frame_of_the_table_paints_each_part_once(qtbot):
    """All parts and their background are new. Each is painted once, and none first with its background and then by
    itself.
    """
    opening = SplashScreen(Look(LIGHT, 5.9), 7, ENGLISH)
    qtbot.addWidget(opening)
    opening.resize(1280, 800)
    with qtbot.waitSignal(opening.painted):
        opening.show()
    screen = Screen(engine := Engine(dealt(FOUR)), Look(LIGHT, 5.9), lambda: 0)
    engine.show_on(screen)
    seats = screen.findChildren(SeatTile)
    painted = AreaCounter(screen, *seats)

    opening.give_way(screen)
    qtbot.waitUntil(lambda: "Screen" in painted.areas)
    QCoreApplication.processEvents()

    assert painted.areas == {
        "Screen": screen.width() * screen.height(),
        "SeatTile": sum(seat.width() * seat.height() for seat in seats),
    }


def test_modules_are_imported_without_qts_source_inspection_and_qt_still_works():
    """
    In a separate program: Python's own import is restored once the opening frame exists, and a window can still be
    made.
    """
    program = (
        "import builtins; from kiosk.table.program import command as dealer;"
        "from kiosk.table.settings import TableSettings;"
        "application = dealer.QApplication([]); opening = dealer.open_window(TableSettings(7, 'none'));"
        "print(builtins.__import__ is builtins.__feature_import__);"
        "from PySide6.QtWidgets import QPushButton; print(QPushButton('ready', opening).text())"
    )

    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120, check=False)

    assert (ended.stdout, ended.stderr) == ("False\nready\n", "")


def test_no_module_asks_for_qts_alternative_names():
    """
    `from __feature__ import` needs the import hook that is removed.
    """
    root = Path(command.__file__).parents[3]
    modules = [path for part in ("engine", "hardware", "kiosk", "ui") for path in (root / part).rglob("*.py")]

    assert modules
    assert [path for path in modules if "from __feature__" in re.sub("`.*?`", "", path.read_text("utf-8"))] == []


def test_a_journal_that_is_unreadable_is_refused_after_the_opening_frame(qtbot, tmp_path):
    """
    The frame is there, and the error is one clear line as usual.
    """
    journal = str(tmp_path / "table.journal")
    opening = open_window(TableSettings(7, journal))
    qtbot.addWidget(opening)
    (tmp_path / "table.journal").write_bytes(b"no journal at all, but long enough to be read as one" * 40)

    with pytest.raises(Fault):
        table_window(TableSettings(7, journal))


def opened(qtbot) -> tuple[SplashScreen, Screen]:
    """A window in which a table's screen has replaced the frame."""
    opening = SplashScreen(Look(LIGHT, 5.9), 7, ENGLISH)
    qtbot.addWidget(opening)
    opening.resize(1280, 800)
    opening.show()
    engine = Engine(dealt(FOUR))
    screen = Screen(engine, Look(LIGHT, 5.9), lambda: 0)
    engine.show_on(screen)
    opening.give_way(screen)
    return opening, screen
