"""Pipes, link loops and folders where the clock's files should be: they are reported at once, and nothing blocks on
them.
"""

import os

import pytest

from kiosk.clock.service import Service
from kiosk.clock.settings import read_clock_settings
from kiosk.clock.store.sqlite.store import SqliteStore
from kiosk.clock.times import machine_times
from kiosk.faults import Fault
from tests.kit.clock import settings_text

ENDINGS = ("", "-wal", ".lock", ".witness", ".decisions", ".access", ".names")


def loop(path):
    path.symlink_to(path)


@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir, loop], ids=["a pipe", "a folder", "a loop"])
def test_a_special_file_is_named_at_the_start(make, ending, tmp_path):
    path, settings = tmp_path / "clock.db", tmp_path / "clock.toml"
    settings.write_text(settings_text(0), "utf-8")
    SqliteStore(path).close()
    special = path.with_name(f"{path.name}{ending}")
    special.unlink(missing_ok=True)
    make(special)

    with pytest.raises(Fault) as caught:
        Service(read_clock_settings(settings), machine_times())

    assert str(path) in str(caught.value)
