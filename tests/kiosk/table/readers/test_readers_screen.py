"""The readers on the table's real screen: tested one by one, unplugged and plugged in again, covered and uncovered."""

from types import SimpleNamespace

import pytest

from engine.cards import Card
from hardware.readers import plugged
from hardware.simulated import PtyScanner
from kiosk.table.settings import ReaderSettings
from tests.kiosk.table.readers.reader_table import EVERY, ReaderTable, film

QUEEN, SEVEN = Card("Qh"), Card("7d")
BOARD = ["QH", "7D", "2C", "9S", "KH"]


@pytest.fixture
def sit(tmp_path, qtbot):
    """Open tables that are closed when the test ends."""
    tables = []

    def start(*readers, **more):
        tables.append(ReaderTable(tmp_path, qtbot, readers, **more))
        return tables[-1]

    yield start
    for each in tables:
        each.close()


@pytest.fixture
def scanners(tmp_path):
    """Two scanners, one at the board and one at the muck."""
    with PtyScanner(tmp_path / "board") as board, PtyScanner(tmp_path / "muck") as muck:
        yield board, muck


def settings_of(scanner, place):
    return ReaderSettings(str(scanner.path), place, EVERY)


def test_the_page_says_which_reader_read_what_and_plays_nothing(sit, scanners):
    board, muck = scanners
    table = sit(settings_of(board, "board"), settings_of(muck, "muck"))
    tile, other = f"reader-{board.path}", f"reader-{muck.path}"
    table.wait(lambda: table.strip() == "reader")

    table.finger.tap("more", "menu-readers")
    board.scan(QUEEN)
    table.wait(lambda: "BOARD: queen of hearts" in table.says(tile))
    muck.send(b"9781234\r")
    table.wait(lambda: "unknown code '9781234'" in table.says(other))

    assert "not played" in table.page()
    assert table.board == ()
    assert table.screen.content.surroundings.odd is None

    table.finger.tap("page-close")
    board.scan(QUEEN)
    table.wait(lambda: table.board == (QUEEN,))


def test_an_unplugged_reader_is_shown_at_once_and_is_ok_when_it_is_back(sit, scanners):
    board, muck = scanners
    table = sit(settings_of(board, "board"), settings_of(muck, "muck"))
    tile = f"reader-{board.path}"
    table.wait(lambda: table.strip() == "reader")
    table.finger.tap("more", "menu-readers")
    assert "connected" in table.says(tile)

    board.unplug()
    table.wait(lambda: table.strip().startswith("READER LOST"))
    assert table.says(tile).startswith("BOARD: ")
    assert "connected" not in table.says(tile)
    table.finger.tap(tile)
    assert any(word in table.page() for word in ("plug it in", "check its cable"))

    table.finger.tap("page-close")
    assert "reader lost: check its cable, or tap the place" in table.prompt()
    board.replug()
    table.wait(lambda: table.strip() == "reader")
    assert "reader lost" not in table.prompt()
    board.scan(SEVEN)
    table.wait(lambda: table.board == (SEVEN,))


def test_a_lost_muck_reader_does_not_ask_for_a_board_card(sit, scanners):
    board, muck = scanners
    table = sit(settings_of(board, "board"), settings_of(muck, "muck"))
    table.wait(lambda: table.strip() == "reader")

    muck.unplug()
    table.wait(lambda: table.strip().startswith("READER LOST"))

    assert "muck" in table.strip()
    assert "tap the place" not in table.prompt()


def test_a_device_that_is_not_in_the_settings_is_named_with_the_settings_lines_to_add(
    sit, scanners, tmp_path, monkeypatch
):
    board, muck = scanners
    by_id = tmp_path / "serial" / "by-id"
    by_id.mkdir(parents=True)
    ports: list[SimpleNamespace] = []
    monkeypatch.setattr("serial.tools.list_ports.comports", lambda: ports)

    def plug_in(name, scanner):
        (by_id / name).symlink_to(scanner.path)
        ports.append(SimpleNamespace(device=str(scanner.path.resolve()), description="Scanner"))

    plug_in("usb-Maker_Known-if00", board)
    table = sit(settings_of(board, "board"), plugged=lambda: plugged(tmp_path))
    new = f"reader-{by_id}/usb-Maker_New_Scanner-if00"

    table.finger.tap("more", "menu-readers")
    assert table.says(new) == ""
    plug_in("usb-Maker_New_Scanner-if00", muck)
    table.wait(lambda: table.says(new) == "NOT IN THE SETTINGS USB reader Maker New Scanner")
    assert table.says(f"reader-{by_id}/usb-Maker_Known-if00") == ""
    table.finger.tap(new)

    assert f'[[readers]] url = "{by_id}/usb-Maker_New_Scanner-if00"' in table.page()


@pytest.mark.slow
def test_a_covered_camera_is_reported_on_the_felt_until_it_is_clear_and_the_pad_is_one_tap_away(sit, tmp_path):
    path = film(tmp_path / "board.avi", [], "covered")
    table = sit(ReaderSettings(f"camera:{path}", "board"), deck="stickers")

    table.wait(lambda: table.strip() == "CAMERA COVERED board")
    assert "camera covered: clear its view, or tap the place" in table.prompt()
    table.finger.tap("board-1", "pad-rank-Q", "pad-suit-h")
    table.wait(lambda: table.board == (QUEEN,))
    assert table.strip() == "CAMERA COVERED board"
    table.finger.tap("page-close")

    film(path, ["QH", "7D", "2C"])
    table.wait(lambda: table.strip() == "reader")
    assert "camera covered" not in table.prompt()
    table.wait(lambda: set(table.board) == {QUEEN, SEVEN, Card("2c")})


def test_a_dead_reader_stops_nothing(sit, tmp_path):
    table = sit(ReaderSettings(str(tmp_path / "none"), "hand-held"))

    table.wait(lambda: table.strip() == "READER LOST hand-held: not found")
    table.finger.tap("board-1", "pad-rank-Q", "pad-suit-h")

    table.wait(lambda: table.board == (QUEEN,))
