"""Files that are replaced whole: with a failing disk, a power cut, or another user."""

import os
import stat

import pytest

from kiosk.faults import Fault
from kiosk.storage.files import take_lock, write_atomic


@pytest.mark.parametrize("at", ["fsync", "replace"])
def test_a_disk_that_fails_leaves_the_old_file_whole(tmp_path, monkeypatch, at):
    path = tmp_path / "red.toml"
    write_atomic(path, "old")

    def fail(*_):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(os, at, fail)
        with pytest.raises(Fault, match=r"no-room \(.*No space left on device"):
            write_atomic(path, "new")

    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == [path.name]


def test_leftovers_of_a_power_cut_beside_a_file_are_overwritten_and_do_not_pile_up(tmp_path):
    path = tmp_path / "red.toml"
    write_atomic(path, "old")

    (tmp_path / "red.toml.new").write_text("torn")

    write_atomic(path, "new")
    assert path.read_text() == "new"
    assert os.listdir(tmp_path) == [path.name]


def test_a_private_file_is_readable_only_by_its_owner_whatever_was_left_beside_it(tmp_path):
    path = tmp_path / "staff"
    (tmp_path / "staff.new").write_text("left")

    write_atomic(path, (part for part in ("Flo", b" and Ana")))

    assert path.read_text() == "Flo and Ana"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_source_of_text_that_fails_leaves_the_old_file(tmp_path):
    path = tmp_path / "hands.txt"
    write_atomic(path, "old")

    with pytest.raises(ZeroDivisionError):
        write_atomic(path, (str(1 // number) for number in (1, 0)))

    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == [path.name]


NOBODY = 65_534
as_root = pytest.mark.skipif(os.geteuid() != 0, reason="root alone can give a file away")


@as_root
def test_files_made_by_an_administrator_belong_to_the_folders_owner(tmp_path):
    """Before, after the documented `sudo kiosk restore 7` the table's own program could neither lock its journal nor
    read its sitting.
    """
    os.chown(tmp_path, NOBODY, NOBODY)

    take_lock(tmp_path / "table.journal.lock").close()
    write_atomic(tmp_path / "table.journal.sitting", "7")

    assert {(path.name, path.stat().st_uid, path.stat().st_gid) for path in tmp_path.iterdir()} == {
        ("table.journal.lock", NOBODY, NOBODY), ("table.journal.sitting", NOBODY, NOBODY),
    }  # fmt: skip


@as_root
def test_a_lock_that_is_a_link_changes_no_owner_of_its_target(tmp_path):
    (tmp_path / "shadow").write_text("of root")
    (tmp_path / "table.journal.lock").symlink_to(tmp_path / "shadow")
    os.chown(tmp_path, NOBODY, NOBODY)

    take_lock(tmp_path / "table.journal.lock").close()

    assert (tmp_path / "shadow").stat().st_uid == 0
