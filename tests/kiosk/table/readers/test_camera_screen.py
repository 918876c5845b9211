"""A camera marked on the table's real screen, from a real capture of a film: fitted, drawn with a finger, saved."""

from functools import partial

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from engine.cards import Card
from hardware.camera import pipeline
from hardware.camera.settings import CameraSettings
from hardware.reading.reading import RepeatFilter
from kiosk.table.readers.outlines import outlines_path
from kiosk.table.settings import ReaderSettings
from tests.kiosk.table.readers.reader_table import ReaderTable, film
from tests.kit.patience import PATIENCE_S
from ui.dealer.pages.readers.camera import GUIDE

pytestmark = pytest.mark.slow

BOARD = ["QH", "7D", "2C", "9S", "KH"]
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def sit(tmp_path, qtbot, monkeypatch):
    """Start the table with one camera, as often as needed. However long a busy machine takes for one picture, it must
    not seem
    as if a card was lifted and laid down again in between.
    """
    monkeypatch.setattr(pipeline, "RepeatFilter", partial(RepeatFilter, repeat_ms=PATIENCE_S * 1000))
    tables = []

    def start(path, places=None):
        reader = ReaderSettings(f"camera:{path}", "board", camera=CameraSettings(places=places or {}))
        tables.append(ReaderTable(tmp_path, qtbot, (reader,), deck="stickers"))
        return tables[-1]

    yield start
    for each in tables:
        each.close()


@pytest.fixture
def board(tmp_path):
    """Five cards under the camera."""
    return film(tmp_path / "board.avi", BOARD)


def open_picture(table, path):
    table.finger.tap("more", "menu-readers", f"reader-camera:{path}", "reader-picture")
    table.wait(lambda: table.screen.content.surroundings.camera is not None)


def seen(table):
    """The cards in the camera's picture."""
    camera = table.screen.content.surroundings.camera
    return {box.card for box in camera.boxes} if camera else set()


def drag(table, start, end):
    """Drag from one point of the picture to another, in fractions of its size."""
    picture = table.picture()
    points = [QPoint(round(x * picture.width()), round(y * picture.height())) for x, y in (start, end)]
    QTest.mousePress(picture, LEFT, pos=points[0])
    for step in (0.5, 1.0):
        QTest.mouseMove(picture, points[0] + (points[1] - points[0]) * step)
    QTest.mouseRelease(picture, LEFT, pos=points[1])


def area(table, name="board"):
    return dict(table.screen.content.page.places)[name]


def test_an_outline_is_fitted_to_five_cards_and_saved_over_a_restart(sit, tmp_path):
    path = film(tmp_path / "board.avi", [])
    table = sit(path)
    open_picture(table, path)
    assert "lay five cards" in table.page()
    board = film(path, BOARD)
    cards = {Card(c[0] + c[1].lower()) for c in BOARD}
    table.wait(lambda: seen(table) == cards)
    assert "nothing has been read" not in table.page()
    assert table.finger.can("camera-fit")
    assert not table.finger.can("camera-save")

    table.finger.tap("camera-fit")
    fitted = area(table)
    assert "cards read within the outline: 5" in table.page()
    table.finger.tap("camera-save")

    assert "saved" in table.page()
    assert outlines_path(tmp_path / "table.journal").exists()
    table.finger.tap("page-close")
    seen_ms = max(read.at_ms for read in table.readings())
    table.wait(lambda: min(read.at_ms for read in table.readings()) > seen_ms)
    assert table.board == ()  # they were laid out for the camera, and are still there
    table.close()

    again = sit(board)
    open_picture(again, board)
    assert dict(again.screen.content.surroundings.camera.places) == {"board": fitted}
    assert not again.finger.can("camera-save")


def test_an_outline_is_dragged_by_its_corner_or_as_a_whole_and_never_leaves_the_picture(sit, board):
    table = sit(board)
    open_picture(table, board)
    left, top, wide, high = GUIDE
    picture = table.picture()
    assert picture.width() > picture.height() > 0

    drag(table, (left + wide, top + high), (left + wide - 0.2, top + high - 0.1))
    assert area(table) == pytest.approx((left, top, wide - 0.2, high - 0.1), abs=0.01)

    drag(table, (0.3, 0.45), (0.3, 0.35))
    assert area(table) == pytest.approx((left, top - 0.1, wide - 0.2, high - 0.1), abs=0.01)

    drag(table, (0.3, 0.35), (1.4, 0.35))
    moved = area(table)
    assert moved[0] + moved[2] <= 1
    assert moved[2] == pytest.approx(wide - 0.2, abs=0.01)


def test_cards_outside_the_saved_outline_are_not_read(sit, board):
    table = sit(board, {"board": (0.0, 0.0, 1.0, 0.1)})

    open_picture(table, board)
    table.wait(lambda: "outside the outlines" in table.page())
    table.finger.tap("page-close")

    assert table.board == ()
    assert table.readings() == []


def test_an_outline_that_cannot_be_saved_says_why_and_changes_nothing(sit, board, tmp_path):
    table = sit(board)
    open_picture(table, board)
    blocked = outlines_path(tmp_path / "table.journal")
    blocked.with_name(f"{blocked.name}.new").mkdir()

    table.finger.tap("camera-larger", "camera-save")

    assert "check the folder" in table.page()
    assert table.finger.can("camera-save")
    assert dict(table.screen.content.surroundings.camera.places) == {}


def test_another_place_is_marked_and_removed_again(sit, board):
    table = sit(board)
    open_picture(table, board)

    table.finger.tap("camera-larger", "camera-which", "camera-place-seat-2", "camera-up", "camera-narrower")
    assert set(dict(table.screen.content.page.places)) == {"board", "seat 2"}
    table.finger.tap("camera-remove")

    assert set(dict(table.screen.content.page.places)) == {"board"}


def test_the_picture_is_taken_only_while_its_page_is_open(sit, board):
    table = sit(board)
    assert table.dots() == b""
    open_picture(table, board)
    first = table.dots()
    table.wait(lambda: table.dots() != first)

    table.finger.tap("page-close")

    assert table.dots() == b""
    assert not table.window._watcher._picture.isActive()


@pytest.mark.parametrize(("kind", "words"), [("covered", "clear its view")])
def test_the_page_says_why_no_card_is_seen(sit, tmp_path, kind, words):
    path = film(tmp_path / "board.avi", [], kind)
    table = sit(path)
    open_picture(table, path)

    table.wait(lambda: words in table.page())
