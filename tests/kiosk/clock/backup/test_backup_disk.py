"""If a clock's other disk is removed, the clock reports that its backups go to its own disk."""

import asyncio
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from kiosk.clock.service import Service
from kiosk.clock.settings import ClockSettings
from kiosk.clock.times import machine_times
from tests.kit.in_memory import other_disk
from ui.words.languages import words_in


@pytest.fixture
def usb(tmp_path):
    """A folder on another disk."""
    disk = other_disk(tmp_path)
    if disk is None:
        pytest.skip("this machine has only one disk")
    with TemporaryDirectory(dir=disk) as made:
        yield Path(made)


@pytest.fixture
def service(tmp_path):
    """The service of a clock that is backed up to `usb`."""
    settings = ClockSettings(
        "the-key", database_named=str(tmp_path / "clock.db"), port=0, backup_folder_named=str(tmp_path / "usb")
    )
    one = Service(settings, machine_times())
    yield one
    one.close()


def notices(service):
    """The message to the director after a backup was made."""

    async def make():
        service.backed_up(None)
        return [one.why for one in service.clock_recovery.failed.said(words_in("en"))]

    return asyncio.run(make())


def test_backups_that_go_to_the_wrong_disk_are_reported_until_the_other_disk_is_back(service, tmp_path, usb):
    """Before, the folder was created again on the clock's own disk, and no error was reported."""
    folder = tmp_path / "usb"
    folder.symlink_to(usb)
    assert notices(service) == []
    folder.unlink()
    folder.mkdir()
    assert notices(service) == [f"backups go to {folder} on the clock's own disk, because the other disk is not there"]
    folder.rmdir()
    folder.symlink_to(usb)
    assert notices(service) == []


def test_a_folder_that_was_always_on_the_clocks_own_disk_is_not_reported(service, tmp_path):
    (tmp_path / "usb").mkdir()

    assert notices(service) == notices(service) == []
