"""The opening frame: on the glass before anything of the table is loaded, and then the table in its place."""

import subprocess
import sys

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QWidget

from kiosk.faults import Fault
from kiosk.table.command import open_glass, table_window
from kiosk.table.settings import TableSettings
from tests.kit.play import dealt
from tests.kit.port import Engine, tell
from ui.dealer.model.surroundings import LevelTime
from ui.dealer.screen import Screen
from ui.dealer.splash import Opening
from ui.look import LIGHT, Look
from ui.words.languages import words_in

ENGLISH = words_in("en")

LATE = ("engine", "serial", "websockets", "argon2", "sqlite3", "hashlib", "ui.dealer.screen", "kiosk.table.window")
FOUR = (5_000, 5_000, 5_000, 5_000)


class Painted(QObject):
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
    In a program of its own, painted: no engine, no journal, no line to reader or clock, no screen is loaded yet.
    """
    program = (
        "import sys; from kiosk.table import command as dealer; from kiosk.table.settings import TableSettings;"
        "application = dealer.QApplication([]); opening = dealer.open_glass(TableSettings(7, 'none'));"
        f"print([name for name in sys.modules if name.startswith({LATE!r})])"
    )

    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False)

    assert (ended.stdout, ended.stderr) == ("[]\n", "")


@pytest.mark.parametrize("language", ["en", "de", "es"])
def test_it_says_which_table_it_is_in_its_language_and_theme(qtbot, language):
    """
    On the room's colour; a screen reader hears the same.
    """
    words = words_in(language)
    opening = Opening(Look(LIGHT, 5.9), 7, words)
    qtbot.addWidget(opening)
    opening.resize(1280, 800)

    with qtbot.waitSignal(opening.painted):
        opening.show()

    picture = opening.grab().toImage()
    assert picture.pixelColor(3, 3).name().upper() == LIGHT.room
    middle = [picture.pixelColor(x, y).name().upper() for x in range(400, 880, 2) for y in range(340, 400, 2)]
    assert middle.count(LIGHT.strip.ink) > 100
    assert opening.accessibleName() == f"{words.table.format(table=7)}: {words.opening}"


def test_the_table_takes_its_place_and_all_of_the_window(qtbot):
    """
    The keyboard is the screen's too.
    """
    opening, screen = opened(qtbot)

    assert screen.window() is opening
    assert screen.geometry() == opening.rect()
    assert opening.focusWidget() is screen
    assert opening.accessibleName() == ""

    opening.resize(1000, 700)
    qtbot.waitUntil(lambda: screen.width() == 1000)


def test_a_second_of_the_clock_paints_its_field_and_nothing_of_the_opening(qtbot):
    """
    Counted in pixels: of the felt no more than the field, of the frame below none.
    """
    opening, screen = opened(qtbot)
    tell(screen, level=LevelTime("Level 3", 60_000))
    field = screen.findChild(QWidget, "strip-time")
    assert field is not None
    painted = Painted(opening, screen, field)
    qtbot.waitUntil(lambda: "Cell" in painted.areas)
    painted.areas.clear()

    tell(screen, level=LevelTime("Level 3", 59_000))

    qtbot.waitUntil(lambda: "Cell" in painted.areas)
    size = field.width() * field.height()
    assert painted.areas == {"Cell": size, "Screen": size}


def test_a_journal_of_another_table_is_refused_behind_the_opening_frame(qtbot, tmp_path):
    """
    The frame is there; the error is the one clear line as ever.
    """
    journal = str(tmp_path / "table.journal")
    opening = open_glass(TableSettings(7, journal))
    qtbot.addWidget(opening)
    (tmp_path / "table.journal").write_bytes(b"no journal at all, but long enough to be read as one" * 40)

    with pytest.raises(Fault):
        table_window(TableSettings(7, journal))


def opened(qtbot) -> tuple[Opening, Screen]:
    """A window that has given way to a table's screen."""
    opening = Opening(Look(LIGHT, 5.9), 7, ENGLISH)
    qtbot.addWidget(opening)
    opening.resize(1280, 800)
    opening.show()
    engine = Engine(dealt(FOUR))
    screen = Screen(engine, Look(LIGHT, 5.9), lambda: 0)
    engine.show_on(screen)
    opening.give_way(screen)
    return opening, screen
