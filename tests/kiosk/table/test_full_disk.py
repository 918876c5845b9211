"""A table whose disk fills up or fails: the hand in progress is finished and recorded, and one touch reopens the table.
Before, the first failed write froze the table until the program was restarted.
"""

import errno
import logging
import os
from random import Random

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QLabel

from engine.message import message
from engine.table.actions.hands import StartHand
from engine.table.actions.setup import OpenTable
from kiosk.cli import main
from kiosk.faults import Fault
from kiosk.storage.journal import Journal
from kiosk.storage.journal_reader import open_reader
from kiosk.table.program import disk_notice
from kiosk.table.program.command import AGAIN, OF_SERVICE, guarded_disk, open_window, window_from_disk
from kiosk.table.recovery.disk import EVERY_MS, MIB, TableDisk
from kiosk.table.services import Services
from kiosk.table.settings import TableSettings
from tests.kit.small_disk import SmallDisk, small_disk
from tests.kit.table_bench import BOOK, TableBench
from tests.kit.ticks import Ticks
from ui.dealer.notices.disk import DiskNotice, UnopenedNotice
from ui.dealer.splash import SplashScreen

__all__ = ["small_disk"]

RESERVE = 768 * 1024


def held(bench: TableBench) -> int:
    with open_reader(bench.line.opened[-1].path) as log:
        return log.head.seq


def trouble(bench: TableBench) -> str:
    return bench.face.surroundings.disk.state if bench.face.surroundings.disk else ""


def test_on_a_full_disk_the_hand_is_finished_and_recorded_and_the_table_can_be_reopened(small_disk: SmallDisk, caplog):
    bench = TableBench(small_disk.folder, RESERVE)
    bench.at_friday(*range(1, 7))
    bench.play(3)
    small_disk.fill()

    shown = bench.game.mark
    bench.play_out()
    assert held(bench) == bench.game.mark > shown
    assert trouble(bench) == "full"
    assert not bench.host.is_frozen
    bench.host.tick()
    assert bench.face.notices == [message("disk-full-here")]

    bench.host.orders.ask(StartHand())
    assert bench.said[-1] == "no-hand-on-a-full-disk"
    assert not bench.host.has_room()

    small_disk.free()
    assert bench.host.has_room()
    mark = bench.game.mark
    bench.stop()
    bench.boot()
    assert bench.game.mark == mark
    assert trouble(bench) == ""
    bench.host.orders.ask(StartHand())
    bench.play_out()
    assert held(bench) == bench.game.mark > mark
    bench.stop()
    caplog.clear()


@pytest.fixture
def bad_sync(monkeypatch):
    """The names whose files fail to sync, and the file descriptors that were tried."""
    failing: set[str] = set()
    tried: list[int] = []
    sync = os.fdatasync

    def fails(file: int) -> None:
        if os.readlink(f"/proc/self/fd/{file}").endswith(tuple(failing) or "//"):
            tried.append(file)
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        sync(file)

    monkeypatch.setattr(os, "fdatasync", fails)
    return failing, tried


def test_a_failed_sync_is_not_retried_and_the_table_reopens_from_what_is_on_disk(tmp_path, bad_sync, caplog):
    failing, tried = bad_sync
    bench = TableBench(tmp_path, RESERVE)
    bench.at_friday(*range(1, 7))
    bench.play(3)
    shown = bench.game.mark

    failing.add(".witness")
    bench.play(3)
    assert bench.game.mark == shown
    assert len(tried) == 1
    assert trouble(bench) == "failed"
    failing.clear()
    bench.play(3)
    assert bench.game.mark == shown
    bench.stop()

    bench.boot()
    assert trouble(bench) == ""
    assert bench.game.mark >= shown
    bench.play_out()
    assert held(bench) == bench.game.mark
    bench.stop()
    caplog.clear()


def test_a_table_starts_on_a_full_disk_in_its_reserve(small_disk, caplog):
    bench = TableBench(small_disk.folder, RESERVE)
    bench.at_friday(*range(1, 7))
    bench.play_out()
    mark = bench.game.mark
    bench.stop()

    small_disk.fill()
    bench.boot()
    assert bench.game.mark == mark
    assert trouble(bench) == "full"
    bench.stop()
    caplog.clear()


def test_each_warning_of_a_disk_that_fills_up_is_given_once(tmp_path):
    now_ms, free = Ticks(), 0
    services = Services(now_ms, now_ms, Random(1), lambda: None, free_bytes=lambda _: free)
    watched = TableDisk(tmp_path / "table.journal", services)
    said = []
    for mib in (300, 255, 200, 63, 10, 300, 255):
        free = mib * MIB
        now_ms.ms += EVERY_MS
        watched.look()
        warning = watched.warning()
        said.append(warning and warning.fields["free"])
    assert said == [None, 255, None, 63, None, None, 255]


def test_the_notice_says_what_to_do_and_its_button_reopens_the_table(qtbot, tmp_path, bad_sync, caplog):
    failing, _ = bad_sync
    settings = TableSettings(3, str(tmp_path / "table.journal"))
    opening = open_window(settings)
    qtbot.addWidget(opening)
    left: list[int] = []
    window = window_from_disk(settings, opening)
    window.host.show()
    guard = guarded_disk(window, opening, settings, left.append)
    assert not guard.notice

    failing.add(".witness")
    window.host.orders.ask(OpenTable(3, "Friday", BOOK, 6))
    assert guard.notice
    assert guard.notice.height() < opening.height()
    opening.give_way(window.screen)
    opening.resize(800, 480)
    qtbot.waitUntil(lambda: guard.notice.geometry().bottomRight() == opening.rect().bottomRight())
    guard.notice.button.click()
    assert left == [AGAIN]
    guard.take_away()
    window.stop()

    def mend() -> None:
        failing.clear()
        notice = opening.findChild(DiskNotice)
        assert notice
        notice.button.click()

    QTimer.singleShot(0, mend)
    window = window_from_disk(settings, opening)
    assert window.display.surroundings.disk is None
    window.stop()
    caplog.clear()


def test_a_full_screen_table_says_on_its_screen_why_it_cannot_be_opened_and_opens_once_it_can(
    qtbot, tmp_path, caplog, monkeypatch
):
    path = tmp_path / "table.journal"
    settings = TableSettings(3, str(path), full_screen=True)
    opening = open_window(replace(settings, full_screen=False))
    qtbot.addWidget(opening)
    other = Journal.open(path, lambda: 0)
    notices: list[UnopenedNotice] = []
    said = ""

    def look() -> None:
        nonlocal said
        notice = opening.findChild(UnopenedNotice)
        if notice is None or notice in notices:
            return
        notices.append(notice)
        said = " ".join(label.text() for label in notice.findChildren(QLabel))
        if len(notices) == 1:
            notice.button.click()
        else:
            other.close()  # the table then opens without a touch

    monkeypatch.setattr(disk_notice, "AGAIN_MS", 200)
    timer = QTimer(opening)
    timer.timeout.connect(look)
    timer.start(10)
    with caplog.at_level(logging.INFO):
        window = window_from_disk(settings, opening)
    timer.stop()
    window.stop()

    assert len(notices) == 2
    assert "This table cannot be opened" in said
    assert "Another kiosk has this journal open" in said
    assert "retries every ten seconds" in said
    assert "close it first" in said
    assert caplog.text.count("the table cannot be opened: journal-in-use") == 1
    with Journal.open(path, lambda: 0), pytest.raises(Fault):  # in a window on a desktop, the terminal shows the fault
        window_from_disk(replace(settings, full_screen=False), opening)


def test_unreadable_settings_are_reported_on_a_services_screen_and_otherwise_in_the_terminal(
    qtbot, tmp_path, monkeypatch, capsys
):
    path = tmp_path / "table.toml"
    path.write_bytes(b"table = 3\n\0\0\0\0")
    said: list[str] = []

    def look() -> None:
        for one in QApplication.topLevelWidgets():
            if isinstance(one, SplashScreen) and (notice := one.findChild(UnopenedNotice)):
                said.append(" ".join(label.text() for label in notice.findChildren(QLabel)))
                notice.button.click()

    timer = QTimer()
    timer.timeout.connect(look)
    timer.start(10)
    monkeypatch.delenv(OF_SERVICE, raising=False)
    assert main(["dealer", "--settings", str(path)]) == 2
    at_terminal = capsys.readouterr().err
    assert said == []

    monkeypatch.setenv(OF_SERVICE, "a run of it")
    assert main(["dealer", "--settings", str(path)]) == 2
    timer.stop()

    assert str(path) in at_terminal
    assert capsys.readouterr().err == at_terminal
    assert str(path) in said[0]
