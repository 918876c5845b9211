"""A pipe, a device or a folder in place of a file is reported in one line at once, and a command never blocks on it."""

import os
import subprocess
import sys

import pytest

from kiosk.clock.store.pictures import PictureFolder

PNG = b"\x89PNG\r\n\x1a\n" + bytes(40)
TIMEOUT_S = 60
COMMANDS = (
    "clock --settings {}",
    "dealer --settings {}",
    "doctor --settings {}",
    "bundle --settings {}",
    "read {}",
    "replay {}",
    "ruling {}",
    "structure show {}.csv",
    "structure show {}.json",
    "structure show {}.tdt",
    "structure show {}.toml",
    "rules {}.toml",
    "deck check {}",
    "history {}",
    "restore {}",
)


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS)
def test_a_pipe_or_a_device_is_refused_at_once(tmp_path, command):
    """
    Opening a pipe without a writer blocks forever, and reading `/dev/zero` never ends.
    """
    suffix = command.partition("{}")[2]
    os.mkfifo(tmp_path / f"pipe{suffix}")
    (tmp_path / f"full{suffix}").symlink_to("/dev/zero")

    for name in ("pipe", "full"):
        line = [sys.executable, "-m", "kiosk.cli", *command.format(tmp_path / name).split()]
        done = subprocess.run(line, capture_output=True, timeout=TIMEOUT_S, stdin=subprocess.DEVNULL, check=False)
        said = (done.stdout + done.stderr).decode()
        assert done.returncode in (1, 2), said
        assert "Traceback" not in said
        assert "not a file" in said


def test_a_link_among_the_pictures_is_never_shown(tmp_path):
    """
    Otherwise anybody could read a file that is not the room's.
    """
    pictures = PictureFolder(tmp_path / "clock.db")
    kept = pictures.keep(PNG)
    secret = tmp_path / "secret.png"
    secret.write_bytes(PNG + b"secret")
    (tmp_path / "clock.db.pictures" / ("ab" * 8)).symlink_to(secret)

    assert pictures.listed() == (kept,)
    assert pictures.read("ab" * 8) is None
    assert pictures.read(kept) == PNG
