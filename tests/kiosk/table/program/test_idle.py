"""Work that waits until the table's screen is painted, and modules that are loaded while the program is idle."""

import sys

from PySide6.QtCore import QCoreApplication, QObject
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QWidget

from kiosk.table.program import window
from kiosk.table.program.window import AfterPainting, IdleLoader, page_modules


class Ground(QWidget):
    """A widget that notes when it is painted."""

    def __init__(self, happened: list[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("part" if parent else "ground")
        self._happened = happened

    def paintEvent(self, _: QPaintEvent) -> None:  # noqa: N802
        self._happened.append(self.objectName())


def test_waiting_work_comes_after_all_painting_in_the_order_requested(qtbot):
    """
    The work is requested before anything is painted, as a table does. The child widgets count as painting too.
    """
    happened: list[str] = []
    ground = Ground(happened)
    qtbot.addWidget(ground)
    with qtbot.waitExposed(ground):
        ground.show()
    AfterPainting(lambda: happened.append("first"), ground)
    AfterPainting(lambda: happened.append("second"), ground)

    Ground(happened, ground).show()
    ground.update()
    qtbot.waitUntil(lambda: "second" in happened)

    assert happened[-3:] == ["part", "first", "second"]


def test_without_painting_the_work_is_still_done(qapp):
    """
    A screen may never be shown.
    """
    happened: list[str] = []
    parent = QObject()
    AfterPainting(lambda: happened.append("called"), parent)

    QCoreApplication.sendPostedEvents()

    assert happened == ["called"]


def test_modules_are_loaded_one_per_turn_of_the_event_loop(qtbot, monkeypatch):
    """
    Each module has a turn of its own, so that a touch can come between. Then the loader stops.
    """
    loaded: list[str] = []
    monkeypatch.setattr(window, "import_module", loaded.append)
    parent = QObject()
    loader = IdleLoader(["one", "two"], parent)

    with qtbot.waitSignal(loader.timeout):
        pass
    assert loaded == ["one"]
    qtbot.waitUntil(lambda: not loader.isActive())
    assert loaded == ["one", "two"]


def test_all_pages_are_loaded_and_their_list_after_those_in_folders():
    """
    The list imports every page. Loading it first would be one long turn.
    """
    names = page_modules()
    contents = names.index("ui.dealer.pages.contents")

    assert {name for name in sys.modules if name.startswith("ui.dealer.pages.")} <= set(names)
    assert all(name.count(".") == 3 for name in names[contents:])
    assert {"ui.dealer.pages.override.page", "ui.dealer.pages.people.kill"} <= set(names[:contents])
