"""A pipe or a device in place of one of a table's own files: opening it would block forever."""

import os
from pathlib import Path

import pytest

from kiosk.faults import Fault
from kiosk.table.settings import read_table_settings

BESIDE = (
    ".journal.cameras", ".journal.clock-backup", ".journal.clocks", ".journal.log", ".journal.paired",
    ".journal.paired2", ".journal.profiles", ".journal.reserve", ".journal.room", ".journal.signers",
    ".journal.sitting", ".journal.staff", "-7ab-1.journal.room",
)  # fmt: skip


def settings_in(folder: Path) -> Path:
    path = folder / "settings.toml"
    path.write_text(f'table = 3\njournal = "{folder / "table.journal"}"\n')
    return path


@pytest.mark.parametrize("ending", BESIDE)
def test_a_pipe_beside_a_tables_journal_is_named_before_anything_is_read_from_it(ending, tmp_path):
    os.mkfifo(tmp_path / f"table{ending}")

    with pytest.raises(Fault, match="not-a-file") as caught:
        read_table_settings(settings_in(tmp_path))
    assert caught.value.message.fields["path"] == str(tmp_path / f"table{ending}")


def test_a_device_is_named_too(tmp_path):
    (tmp_path / "table.journal.room").symlink_to("/dev/zero")

    with pytest.raises(Fault, match="not-a-file"):
        read_table_settings(settings_in(tmp_path))


def test_regular_files_folders_and_unrelated_files_are_accepted(tmp_path):
    (tmp_path / "table.journal").touch()
    (tmp_path / "table.journal.paired").touch()
    (tmp_path / "table.journal.room").symlink_to(tmp_path / "nowhere")
    (tmp_path / "table.journal.found-1a").mkdir()
    os.mkfifo(tmp_path / "tablet.sock")

    assert read_table_settings(settings_in(tmp_path)).table == 3


def test_a_missing_folder_is_left_to_other_checks(tmp_path):
    path = settings_in(tmp_path)
    path.write_text('table = 3\njournal = "/nowhere/table.journal"\n')

    assert read_table_settings(path).journal == "/nowhere/table.journal"
