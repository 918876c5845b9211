"""A tablet's own record becomes the table's record, with a touch here and the director's approval at the clock."""

import shutil

import httpx
import pytest
from PySide6.QtCore import QTimer

from kiosk.clock.links import kiosks
from kiosk.storage.chain import Mark
from kiosk.storage.journal import Journal
from kiosk.storage.journal_reader import open_reader
from kiosk.storage.rescue import ChangedSince, open_after
from kiosk.table.program.command import open_window, sound_window
from kiosk.table.recovery.fetching import keep_by_touch
from kiosk.table.settings import TableSettings
from tests.kit.clock import KEY, RandomTable, clock, eventually, token
from ui.dealer.notices.fetching import FetchPage
from ui.look import DARK, Look

__all__ = ["clock"]


def test_a_table_continues_with_its_own_record_after_a_touch_and_an_approval(qtbot, clock, tmp_path, monkeypatch):
    monkeypatch.setattr(kiosks, "LEAVING_S", 0.05)
    with RandomTable(tmp_path, clock.socket) as table:
        table.sit()
        table.wait_until_held(clock)
    twin = tmp_path / "twin"
    twin.mkdir()
    for file in tmp_path.glob("table1*"):
        shutil.copy(file, twin)
    eventually(lambda: not clock.table(1)["link"]["linked"])
    with RandomTable(twin, clock.socket) as other:
        other.play(1)
        other.wait_until_held(clock)
    with RandomTable(tmp_path, "ws://127.0.0.1:9") as table:
        table.dice.seed(7)
        table.play(2)
        mark = table.game.mark
    settings = TableSettings(1, str(table.journal), clock.socket, token(1))
    opening = open_window(settings)
    qtbot.addWidget(opening)
    headers = {"Authorization": f"Bearer {KEY}"}
    given: list[int] = []

    def approve() -> None:
        if done:  # the timer was already set when the page closed
            return
        for page in opening.findChildren(FetchPage):
            if not page.again.isHidden():  # the clock took longer to answer than a tablet waits
                page.again.click()
            if str(mark) in page.status.text():  # the clock has read all these records, and waits
                for one in httpx.get(f"{clock.site}/api/copies", headers=headers).json()["histories"]:
                    body = {"table": 1, "check": one["check"]}
                    given.append(httpx.post(f"{clock.site}/api/copies/choose", json=body, headers=headers).status_code)
        QTimer.singleShot(20, approve)

    done: list[bool] = []
    QTimer.singleShot(0, approve)
    kept = keep_by_touch(settings, opening, Look(DARK, 5.9))
    done.append(True)

    assert kept
    assert 200 in given
    window = sound_window(settings, opening)
    window.stop()
    with RandomTable(tmp_path, clock.socket) as table:
        table.play(1)
        assert table.wait_until_held(clock)["flags"] == []
        assert table.game.mark > mark


def test_a_clock_that_is_away_is_reported_and_the_table_can_be_left_unchanged(qtbot, tmp_path, free_port):
    with RandomTable(tmp_path, f"ws://127.0.0.1:{free_port}") as table:
        journal = table.journal
    settings = TableSettings(1, str(journal), f"ws://127.0.0.1:{free_port}", "secret")
    opening = open_window(settings)
    qtbot.addWidget(opening)
    with Journal.open(journal, lambda: 0) as before:
        epoch = before.epoch

    def leave() -> None:
        (page,) = opening.findChildren(FetchPage)
        if page.again.isHidden():
            QTimer.singleShot(20, leave)
        else:
            page.leave.click()

    QTimer.singleShot(0, leave)
    assert not keep_by_touch(settings, opening, Look(DARK, 5.9))
    with Journal.open(journal, lambda: 0) as after:
        assert after.epoch == epoch + 1


def test_the_next_opening_gets_a_later_epoch_unless_records_were_written_since(tmp_path):
    path = tmp_path / "table.journal"
    with Journal.open(path, lambda: 0) as journal:
        journal.append(0, [b"one", b"two"])
        head = journal.head
    with pytest.raises(ChangedSince):
        open_after(path, Mark(1, bytes(32)), 1_001)
    with Journal.open(path, lambda: 0) as journal:
        assert journal.epoch == 2

    open_after(path, head, 1_001)
    open_after(path, head, 1_001)
    with Journal.open(path, lambda: 0) as journal:
        assert journal.epoch == 1_002
        journal.append(0, [b"three"])
    with open_reader(path) as reader:
        assert [record.epoch for record in reader.walk()] == [1, 1, 1_002]
