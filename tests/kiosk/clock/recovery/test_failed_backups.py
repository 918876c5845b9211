"""A failed automatic backup is reported until one succeeds: on the director's page, and by `kiosk doctor`."""

import pytest

from kiosk.clock.recovery.backups import table_backups
from kiosk.clock.recovery.clock_recovery import FailedBackups
from kiosk.faults import DiskFailed, NoRoom
from tests.kiosk.commands.doctor.test_command import doctor
from tests.kit.clock import ClockThread, DirectorsPage, RandomTable, settings_text
from tests.kit.full_tables import FullTables
from ui.words.languages import words_in


@pytest.fixture
def clock(tmp_path, free_port):
    """A clock whose other disk does not exist."""
    text = f'backup_folder = "other"\n{settings_text(free_port)}'
    tmp_path.joinpath("other").write_text("no folder")
    one = ClockThread(tmp_path, free_port, text, FullTables())
    one.start()
    yield one
    one.stop()


def failed(page):
    """The places where backups fail, according to the newest totals; None before the first."""
    said = (one for one in reversed(page.said) if one["say"] == "totals")
    return next(([one["where"] for one in totals["failed_backups"]] for totals in said), None)


def test_the_now_page_and_the_doctor_say_what_to_do_about_failed_backups(clock, tmp_path, monkeypatch, caplog):
    monkeypatch.setattr(table_backups, "pack_clock_data", broken)
    with DirectorsPage(clock) as page, RandomTable(tmp_path, clock.socket):
        page.hear_until(lambda: failed(page) == ["disk", "tables"])
        disk, tables = page.last("totals")["failed_backups"]
        code, checks = doctor("--settings", str(clock.settings))
    assert page.last("totals")["fault"] == ""
    assert "backup_folder" in disk["fix"]
    assert "kiosk backup" in tables["fix"]
    assert (code, checks["backup"].ok, checks["backup"].fix) == (1, False, tables["fix"])
    assert "no backup for the tables" in caplog.text


def broken(*_):
    raise ZeroDivisionError


def test_a_failure_keeps_its_start_time_until_a_backup_succeeds():
    now_ms, changes = [5], []
    backups = FailedBackups(lambda: now_ms[0], lambda: changes.append(now_ms[0]))
    full, other = NoRoom("disk-full", path="/media/usb"), DiskFailed("disk-failed", path="/media/usb")
    for at_ms, fault in [(5, full), (9, other), (10, None), (11, None)]:
        now_ms[0] = at_ms
        backups.report("disk", fault)
        assert [one.since_ms for one in backups.said(words_in("en"))] == ([5] if fault else [])
    assert changes == [5, 9, 10]
