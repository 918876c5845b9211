"""A backup is restored into an empty database on a server, after the room's server was lost."""

from contextlib import closing

import pytest

from kiosk.cli import main
from kiosk.clock.recovery.backups.backups import back_up
from kiosk.clock.recovery.backups.recovery_code import ID, KIND
from kiosk.clock.store.place import StorePlace, open_store
from kiosk.clock.store.remembered import MemoryEntry, remembered_path
from kiosk.storage.tls_files import AUTHORITY_FILE, tls_folder
from tests.kit.postgres import postgres

__all__ = ["postgres"]

AGAIN = "any that were blocked or removed since then can get in again"


@pytest.fixture
def lost(tmp_path, postgres):
    """A room with a member of staff, and a backup of it."""
    place = StorePlace(tmp_path / "clock", postgres.database())
    tls_folder(place.state).mkdir()
    (tls_folder(place.state) / AUTHORITY_FILE).write_text("of the backup")
    with closing(open_store(place)) as store:
        store.keep(MemoryEntry(KIND, ID, b'{"code":"A","salt":"aa"}'), MemoryEntry("staff", "Bo", b"1"))
    back_up(place, tmp_path / "usb", 0)
    return place


@pytest.fixture
def restore(tmp_path, postgres, lost, capsys):
    """Restores the backup into another database, for the same clock. Returns the room's new place and what was said."""

    def restored():
        place = lost._replace(server=postgres.database())
        settings = tmp_path / "clock.toml"
        settings.write_text(f'director_key = "the-key"\ndatabase = "{place.server}"\nstate = "{place.state}"\n')
        assert main(["restore-clock", str(tmp_path / "usb"), "--settings", str(settings)]) == 0
        return place, capsys.readouterr().out

    return restored


def staff_of(place):
    with closing(open_store(place)) as store:
        return store.kept("staff")


def test_a_restore_says_if_its_access_is_older_and_keeps_a_copy_of_the_newer(lost, restore):
    with closing(open_store(lost)) as store:
        store.keep(MemoryEntry("staff", "Bo", None))
    newer = remembered_path(lost.state).read_bytes()

    place, said = restore()

    assert AGAIN in said
    (kept,) = lost.state.parent.glob("clock.found-*")
    assert str(kept) in said
    assert (kept / remembered_path(lost.state).name).read_bytes() == newer
    assert staff_of(place) == {"Bo": b"1"}


def test_a_restore_of_the_latest_access_says_nothing_about_it(restore):
    place, said = restore()

    assert AGAIN not in said
    assert staff_of(place) == {"Bo": b"1"}


def test_a_restore_says_if_its_access_is_another_rooms(lost, restore):
    with closing(open_store(lost)) as store:
        store.keep(MemoryEntry(KIND, ID, b'{"code":"B","salt":"bb"}'))

    assert AGAIN in restore()[1]


def test_a_restore_reports_other_certificates_and_keeps_a_copy_of_those_that_it_replaces(lost, restore):
    (tls_folder(lost.state) / AUTHORITY_FILE).write_text("of this machine")

    _, said = restore()

    assert "The certificates are from the backup" in said
    assert (tls_folder(lost.state) / AUTHORITY_FILE).read_text() == "of the backup"
    (kept,) = lost.state.parent.glob("clock.found-*")
    assert (kept / AUTHORITY_FILE).read_text() == "of this machine"
