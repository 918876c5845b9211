"""Automatic backups on another disk: one when the clock starts, and then one every so many minutes."""

import asyncio
import contextlib
import threading
from contextlib import closing
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

from kiosk.clock import command
from kiosk.clock.backup import schedule
from kiosk.clock.backup.schedule import keep_backing_up
from kiosk.clock.recovery.backups.backups import back_up, backups_in
from kiosk.clock.settings import parse_clock_settings
from kiosk.clock.store.place import StorePlace
from kiosk.clock.store.sqlite.store import SqliteStore
from kiosk.faults import Fault
from tests.kit.clock import DEADLINE_S, settings_text

if TYPE_CHECKING:
    from kiosk.clock.service import Service


class Enough(Exception):
    """Three backups were made."""


def test_a_backup_is_made_at_once_and_another_after_each_pause(tmp_path):
    now_ms, paused = [0], []
    outcomes: list[Fault | None] = []
    folder = tmp_path / "usb"

    async def pause(seconds):
        paused.append((seconds, len(backups_in(folder))))
        now_ms[0] += round(seconds * 1000)
        if len(paused) == 3:
            raise Enough

    with closing(SqliteStore(tmp_path / "clock.db")), contextlib.suppress(Enough):
        place = StorePlace(tmp_path / "clock.db")
        asyncio.run(keep_backing_up(place, folder, 900, outcomes.append, pause, lambda: now_ms[0]))

    assert paused == [(900, 1), (900, 2), (900, 3)]
    assert outcomes == [None, None, None]
    times = [one.name for one in backups_in(folder)]
    assert times == ["clock-19700101T000000Z", "clock-19700101T001500Z", "clock-19700101T003000Z"]


def test_a_disk_that_does_not_answer_is_reported_and_the_backup_waits_for_it(tmp_path, monkeypatch, caplog):
    answers, outcomes = threading.Event(), list[Fault | None]()

    def hangs(*given):
        answers.wait(DEADLINE_S)
        return back_up(*given)

    def tell(fault):
        outcomes.append(fault)
        answers.set()

    async def pause(_):
        raise Enough

    monkeypatch.setattr(schedule, "back_up", hangs)
    monkeypatch.setattr(schedule, "LATE_S", 0.01)
    with closing(SqliteStore(tmp_path / "clock.db")), contextlib.suppress(Enough):
        asyncio.run(keep_backing_up(StorePlace(tmp_path / "clock.db"), tmp_path / "usb", 900, tell, pause))

    (late, made) = outcomes
    assert late
    assert late.message.code == "backup-hangs"
    assert "does not respond" in caplog.text
    caplog.clear()
    assert made is None


def test_the_settings_give_the_folder_and_the_interval(tmp_path, monkeypatch):
    asked = []
    monkeypatch.setattr(command, "keep_backing_up", lambda *given: asked.append(given))
    tables = SimpleNamespace(keep_making=lambda: None)
    service = cast("Service", SimpleNamespace(clock_recovery=tables, backed_up=print))
    text = f'backup_folder = "usb"\nbackup_minutes = 7\n{settings_text(1)}'
    settings = parse_clock_settings(text, str(tmp_path / "clock.toml"))

    list(command._backups(settings, StorePlace(settings.state), service))

    assert asked == [(StorePlace(settings.state), tmp_path / "usb", 420, print)]
