"""`kiosk doctor` for a clock: its settings, its disk, and whether the running clock uses them."""

from tempfile import TemporaryDirectory

import pytest

from kiosk.clock.settings import read_clock_settings
from kiosk.clock.tls.served import served_by
from kiosk.storage.tls_files import tls_folder
from tests.kit.clock import ClockThread, token
from tests.kit.in_memory import other_disk
from tests.kit.other_program import SSH, WEB, other_program
from tests.kit.room import room_settings

from .test_command import doctor


@pytest.fixture
def clock(tmp_path, free_port):
    """A clock that is not running yet."""
    return ClockThread(tmp_path, free_port, room_settings(free_port))


def checked(clock):
    code, checks = doctor("--settings", str(clock.settings))
    return code, checks["clock"]


def test_a_clock_that_has_not_started_passes(clock):
    code, checks = doctor("--settings", str(clock.settings))

    assert code == 0
    assert checks["settings"].detail.endswith("a clock; tables: 1 and 2")
    assert checks["disk"].ok
    assert "no clock is running" in checks["clock"].detail
    assert "screen" not in checks, "its machine may have no Qt"


def test_a_running_clock_is_asked_if_it_has_these_settings(clock):
    clock.start()
    try:
        code, check = checked(clock)
        assert (code, check.ok, "is running with these settings" in check.detail) == (0, True, True)
        assert (
            "no backup is failing; 0 tables have one" in doctor("--settings", str(clock.settings))[1]["backup"].detail
        )

        clock.settings.write_text(clock.settings.read_text().replace(token(2), "another-token"))
        code, check = checked(clock)
        assert (code, "table 2" in check.detail, "restart" in check.fix) == (1, True, True)

        clock.settings.write_text(clock.settings.read_text().replace("the-directors-key", "another-key"))
        code, check = checked(clock)
        assert (code, "another director's key" in check.detail, "restart" in check.fix) == (1, True, True)
    finally:
        clock.stop()


def test_an_authority_that_cannot_renew_the_clocks_certificate_is_reported(clock):
    clock.settings.write_text(f"tls = true\n{clock.settings.read_text()}")
    served_by(read_clock_settings(clock.settings))
    assert "certificate" not in doctor("--settings", str(clock.settings))[1]
    (tls_folder(clock.database) / "room-ca.key").write_text("rot")

    code, checks = doctor("--settings", str(clock.settings))
    assert (code, checks["certificate"].ok) == (1, False)
    assert "damaged or missing" in checks["certificate"].detail
    assert "backup" in checks["certificate"].fix


@pytest.mark.parametrize("says", [SSH, WEB])
def test_a_port_used_by_another_program_is_reported(says, clock):
    with other_program(clock.port, says):
        code, check = checked(clock)

    assert (code, "not a clock" in check.detail, "port" in check.fix) == (1, True, True)


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ("tables = 5", "tables"),
        ("director_key = 'short'", "director_key"),
        ("director_key = 'long-enough'\n[[tables]]\ntable = 1", "token"),
    ],
)
def test_an_error_in_the_settings_is_reported(wrong, why, clock):
    clock.settings.write_text(wrong)

    code, checks = doctor("--settings", str(clock.settings))

    assert (code, checks["settings"].ok) == (1, False)
    assert why in checks["settings"].detail


def test_a_clock_without_a_second_disk_passes_with_advice_on_how_to_add_one(clock):
    code, checks = doctor("--settings", str(clock.settings))

    assert (code, checks["backup"].ok) == (0, True)
    assert "not on a second disk" in checks["backup"].detail
    for named in ("/mnt/kiosk-backup", "backup_folder", "kiosk backup FOLDER"):
        assert named in checks["backup"].fix


def with_backups_at(clock, folder):
    clock.settings.write_text(f'backup_folder = "{folder}"\n{clock.settings.read_text()}')
    return doctor("--settings", str(clock.settings))


def test_backups_on_the_databases_own_disk_are_reported_even_before_their_folder_exists(clock, tmp_path):
    code, checks = with_backups_at(clock, tmp_path / "usb" / "backups")

    assert (code, checks["backup"].ok) == (1, False)
    assert str(tmp_path / "usb" / "backups") in checks["backup"].detail
    assert "connected" in checks["backup"].fix
    assert not (tmp_path / "usb").exists()


def test_backups_on_another_disk_pass(clock, tmp_path):
    disk = other_disk(tmp_path)
    if disk is None:
        pytest.skip("this machine has only one disk")
    with TemporaryDirectory(dir=disk) as usb:
        code, checks = with_backups_at(clock, usb)

    assert (code, "backup" in checks) == (0, False)
