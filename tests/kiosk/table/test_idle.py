"""Work that waits until the table's screen is painted, and modules that are loaded while the program is idle."""

import sys

from PySide6.QtCore import QCoreApplication, QObject
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QWidget

from kiosk.table import idle
from kiosk.table.idle import AfterPainting, IdleLoader, page_modules


class Ground(QWidget):
    """Notes when it is painted."""

    def __init__(self, told: list[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("part" if parent else "ground")
        self._told = told

    def paintEvent(self, _: QPaintEvent) -> None:  # noqa: N802
        self._told.append(self.objectName())


def test_what_waits_comes_after_all_painting_in_the_order_asked(qtbot):
    """
    Asked for before anything is to be painted, as a table does; the parts of what is painted count too.
    """
    told: list[str] = []
    ground = Ground(told)
    qtbot.addWidget(ground)
    with qtbot.waitExposed(ground):
        ground.show()
    AfterPainting(lambda: told.append("first"), ground)
    AfterPainting(lambda: told.append("second"), ground)

    Ground(told, ground).show()
    ground.update()
    qtbot.waitUntil(lambda: "second" in told)

    assert told[-3:] == ["part", "first", "second"]


def test_where_nothing_is_painted_it_comes_all_the_same(qapp):
    """
    A screen may never be shown.
    """
    told: list[str] = []
    parent = QObject()
    AfterPainting(lambda: told.append("called"), parent)

    QCoreApplication.sendPostedEvents()

    assert told == ["called"]


def test_modules_are_loaded_one_a_turn(qtbot, monkeypatch):
    """
    Each in a turn of its own, so that a touch may come between; then it rests.
    """
    loaded: list[str] = []
    monkeypatch.setattr(idle, "import_module", loaded.append)
    parent = QObject()
    loader = IdleLoader(["one", "two"], parent)

    with qtbot.waitSignal(loader.timeout):
        pass
    assert loaded == ["one"]
    qtbot.waitUntil(lambda: not loader.isActive())
    assert loaded == ["one", "two"]


def test_all_pages_are_loaded_and_their_list_after_those_in_folders():
    """
    The list imports every page: by itself it would be one long turn.
    """
    names = page_modules()
    contents = names.index("ui.dealer.pages.contents")

    assert {name for name in sys.modules if name.startswith("ui.dealer.pages.")} <= set(names)
    assert all(name.count(".") == 3 for name in names[contents:])
    assert {"ui.dealer.pages.override.page", "ui.dealer.pages.people.kill"} <= set(names[:contents])
