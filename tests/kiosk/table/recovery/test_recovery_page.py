"""A table whose journal lacks records that were promised stops, asks, and continues with the answer; and `kiosk
restore`."""

import io
import json
from pathlib import Path

import httpx
import pytest
from msgspec.structs import replace
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QPushButton

from engine.game.game import replay
from kiosk.cli import main
from kiosk.faults import Fault, Unsound
from kiosk.protocol.codec import encode_event
from kiosk.storage.chain import START
from kiosk.storage.journal import Journal
from kiosk.storage.journal_reader import Shorter
from kiosk.storage.rescue import survey
from kiosk.storage.witness import witness_path
from kiosk.table.link.events import Away, TableCredentials
from kiosk.table.program.command import FETCH, KEEP, FetchButton, open_window, sound_window
from kiosk.table.recovery import clock_copy
from kiosk.table.recovery.clock_copy import held_by_clock
from kiosk.table.settings import TableSettings
from tests.kiosk.storage.test_journal_rot import wal
from tests.kit.clock import KEY, ForkedClock, RandomTable, clock, eventually, token
from tests.kit.full_tables import sitting_of
from tests.kit.patience import PATIENCE_S
from tests.kit.play import record_of
from ui.dealer.notices.fetching import FetchPage, to_fetch, to_keep
from ui.dealer.notices.recovery import Missing, RecoveryPage
from ui.look import DARK, Look
from ui.words.languages import words_in

RECORD = record_of("start r600 c f c")
__all__ = ["clock"]


def write(path: Path) -> None:
    """Write the whole record as a kill leaves it: the first half in the file, the rest in the log."""
    half = len(RECORD) // 2
    live = path.with_name("live")
    with Journal.open(live, lambda: 0) as journal:
        journal.append(0, [encode_event(event) for event in RECORD[:half]])
    with Journal.open(live, lambda: 0) as journal:
        journal.append(0, [encode_event(event) for event in RECORD[half:]])
        for file in (live, wal(live), witness_path(live)):
            path.with_name(file.name.replace("live", path.name)).write_bytes(file.read_bytes())


def spoil(path: Path) -> None:
    """Flip one bit of the log."""
    data = bytearray(wal(path).read_bytes())
    data[100] ^= 1
    wal(path).write_bytes(data)


def spoil_second_copy(path: Path) -> None:
    """Delete a line near its end."""
    lines = witness_path(path).read_bytes().split(b"\n")
    del lines[-4]
    witness_path(path).write_bytes(b"\n".join(lines))


@pytest.fixture
def settings(tmp_path: Path) -> TableSettings:
    path = tmp_path / "table.journal"
    write(path)
    spoil(path)
    return TableSettings(7, str(path))


def press(opening, *names: str) -> None:
    """Press these buttons, one after the other, once the page is open."""

    def press_next() -> None:
        pages = opening.findChildren(RecoveryPage)
        if pages and pages[0].go.isEnabled():
            name = waiting.pop(0)
            {"go": pages[0].go, "leave": pages[0].leave}[name].click()
        if waiting:
            QTimer.singleShot(20, press_next)

    waiting = list(names)
    QTimer.singleShot(0, press_next)


def test_the_table_stops_and_one_touch_restores_everything(qtbot, settings):
    opening = open_window(settings)
    qtbot.addWidget(opening)
    press(opening, "go")

    window = sound_window(settings, opening)

    assert window.host.game == replay(RECORD)
    window.stop()


def test_a_table_that_is_left_unrepaired_does_not_begin(qtbot, settings):
    opening = open_window(settings)
    qtbot.addWidget(opening)
    press(opening, "leave")

    with pytest.raises(Shorter, match="journal-shorter"):
        sound_window(settings, opening)
    assert not survey(Path(settings.journal)).kept.samefile(Path(settings.journal).parent)


def test_records_that_are_in_neither_copy_are_given_up_with_two_touches(qtbot, settings):
    spoil_second_copy(Path(settings.journal))
    opening = open_window(settings)
    qtbot.addWidget(opening)
    press(opening, "go", "go")

    window = sound_window(settings, opening)

    assert 0 < window.host.game.mark < len(RECORD)
    window.stop()


def test_one_touch_gives_nothing_up(qtbot, settings):
    spoil_second_copy(Path(settings.journal))
    opening = open_window(settings)
    qtbot.addWidget(opening)
    press(opening, "go", "leave")

    with pytest.raises(Unsound):
        sound_window(settings, opening)


@pytest.mark.parametrize("language", ["en", "de", "es"])
@pytest.mark.parametrize("gone", [0, 1_203])
def test_every_text_of_the_page_fits_on_the_smallest_screen(qtbot, language, gone):
    answers: list[bool] = []
    missing = Missing(1_234, 1_000_000, 9_999_999 - gone, 9_999_999, "/var/lib/kiosk/table.journal.found-0af8b75b3ea9")
    page = RecoveryPage(Look(DARK, 5.9), missing, words_in(language), answers.append, lambda: None)
    qtbot.addWidget(page)
    page.resize(1280, 800)
    page.show_clock(9_999_999)
    page.grab()

    for touched in (0, 1):
        for button in page.findChildren(QPushButton):
            assert button.fontMetrics().horizontalAdvance(button.text()) < button.width() - 20
            assert button.height() >= 15 * 5.9
        if not touched:
            page.go.click()
    assert page.minimumSizeHint().height() <= 800


@pytest.mark.parametrize("asked", [to_fetch, to_keep])
@pytest.mark.parametrize("language", ["en", "de", "es"])
def test_every_text_of_the_fetch_and_keep_pages_fits_on_the_screen(qtbot, language, asked):
    page = FetchPage(Look(DARK, 5.9), 1_234, "123456", words_in(language), asked(words_in(language)))
    qtbot.addWidget(page)
    page.resize(1280, 800)
    page.show_held(9_999_999, 9_999_999)
    page.show_failed(str(words_in(language).fault(Fault("clock-silent", clock="192.168.178.100:8080").message)))
    page.grab()

    for button in page.findChildren(QPushButton):
        assert button.fontMetrics().horizontalAdvance(button.text()) < button.width() - 20
    assert page.minimumSizeHint().height() <= 800


def test_a_damaged_table_is_fetched_from_the_clock_with_a_touch(qtbot, clock, tmp_path):
    with RandomTable(tmp_path, clock.socket) as table:
        table.sit()
        mark = table.wait_until_held(clock)["records"]
    table.record.write_bytes(b"rotten")
    settings = TableSettings(1, str(table.journal), clock.socket, token(1))
    opening = open_window(settings)
    qtbot.addWidget(opening)

    def touch() -> None:
        if done:  # the timer was already set when the page closed
            return
        for page in opening.findChildren(RecoveryPage):
            if page.fetch and not touched:
                touched.append(True)
                page.fetch.click()
        for fetching in opening.findChildren(FetchPage):
            if not fetching.again.isHidden():  # the clock took longer to answer than a tablet waits
                fetching.again.click()
        headers = {"Authorization": f"Bearer {KEY}"}
        for one in httpx.get(f"{clock.site}/api/copies", headers=headers).json()["copies"]:
            httpx.post(f"{clock.site}/api/copies/give", json={"table": 1, "check": one["check"]}, headers=headers)
        if not done:
            QTimer.singleShot(20, touch)

    done: list[bool] = []
    touched: list[bool] = []
    QTimer.singleShot(0, touch)
    window = sound_window(settings, opening)
    done.append(True)

    assert window.host.game.mark == mark
    window.stop()


def test_a_read_only_table_offers_to_be_restored(qtbot, settings, monkeypatch):
    Path(settings.journal).unlink()
    wal(Path(settings.journal)).unlink()
    witness_path(Path(settings.journal)).unlink()
    left: list[int] = []
    opening = open_window(settings)
    qtbot.addWidget(opening)
    window = sound_window(replace(settings, clock="ws://127.0.0.1:9", token="secret"), opening)
    offer = FetchButton(window, opening, Look(DARK, 5.9), left.append)
    window.host.post(Away(Fault("table-in-use", held=3).message, refused=True, lost=True))
    window.host.take_posts()

    assert offer.button
    opening.give_way(window.screen)
    opening.resize(800, 480)
    qtbot.waitUntil(lambda: offer.button.geometry().right() < 800)
    offer.button.click()
    assert offer.keep
    assert not offer.keep.geometry().intersects(offer.button.geometry())
    offer.keep.click()
    assert left == [FETCH, KEEP]
    offer.take_away()
    assert offer.keep is None
    window.stop()


def test_asking_what_the_clock_holds_does_not_take_the_table_over(clock: ForkedClock, tmp_path, monkeypatch):
    """
    The clock also answers if it holds more than is left here: then it refuses, and says how much it has.
    """
    with RandomTable(tmp_path, clock.socket) as table:
        table.sit()
        table.play(1)
        held = table.wait_until_held(clock)["records"]
    eventually(lambda: not clock.table(1)["link"]["linked"])
    monkeypatch.setattr(clock_copy, "PATIENCE_S", PATIENCE_S)
    who = TableCredentials(f"{clock.socket}/table", 1, token(1), 1, sitting_of(1))
    with Journal.open(table.record, lambda: 0) as journal:
        whole, half = journal.head, journal.mark(held // 2)

    assert held_by_clock(who, whole) == held
    assert held_by_clock(who, half) == held
    with RandomTable(tmp_path, clock.socket) as table:
        table.play(1)
        assert table.wait_until_held(clock)["records"] > held


def test_a_clock_that_is_away_gives_no_number(free_port):
    assert held_by_clock(TableCredentials(f"ws://127.0.0.1:{free_port}/table", 1, "x", 1), START) is None


def restored(*words: str) -> tuple[int, dict[str, object]]:
    out = io.StringIO()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.stdout", out)
        code = main(["restore", *words, "--json"])
    return code, json.loads(out.getvalue())


def test_the_command_reports_what_is_left_and_restores_it(settings):
    path = settings.journal

    code, found = restored(path)
    assert (code, found["ok"], found["records"], found["promised"]) == (1, False, len(RECORD), len(RECORD))
    assert found["in_file"] == len(RECORD) // 2
    assert restored(path, "--all")[0] == 0
    assert restored(path) == (0, {"ok": True, "records": len(RECORD)})


def test_the_command_restores_a_journal_whose_first_bytes_are_damaged(settings):
    """It once ended in a traceback: only a table's screen recognized the damage."""
    path = Path(settings.journal)
    path.write_bytes(b"SQLate" + path.read_bytes()[6:])

    assert restored(settings.journal, "--all")[0] == 0
    assert restored(settings.journal) == (0, {"ok": True, "records": len(RECORD)})


def test_the_command_says_that_a_file_is_no_journal(tmp_path, capsys):
    (tmp_path / "table.toml").write_text("table = 1")

    assert main(["restore", str(tmp_path / "table.toml")]) == 2
    assert "is not a database, or its first bytes are damaged" in capsys.readouterr().err


def test_the_command_continues_without_lost_records_only_with_the_option(settings, capsys):
    spoil_second_copy(Path(settings.journal))
    path = settings.journal

    assert restored(path, "--all")[0] == 1
    assert "are in neither copy" in capsys.readouterr().err
    assert restored(path, "--go-on")[0] == 0
    assert restored(path)[1]["ok"]


def test_the_command_says_that_there_is_no_journal(tmp_path, capsys):
    assert main(["restore", str(tmp_path / "none.journal")]) == 2
    assert "this journal does not exist" in capsys.readouterr().err


def test_the_command_does_not_wait_for_a_kiosk_that_has_the_journal_open(tmp_path, capsys):
    with Journal.open(tmp_path / "table.journal", lambda: 0):
        assert main(["restore", str(tmp_path / "table.journal")]) == 2

    assert "another kiosk has this journal open" in capsys.readouterr().err
