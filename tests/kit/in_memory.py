"""Keeps the files of tests in memory, if there is room: a sync costs nothing there, and a busy disk blocks no test.

No test could prove by a sync what a disk keeps. Tests check that from the calls that the programs make
(`tests/kiosk/storage/powercut.py`). `TMPDIR` overrides the place.
"""

import os
import tempfile
from pathlib import Path

MEMORY = Path("/dev/shm")
ROOM = 4 * 2**30
"""In bytes: far more than the tests ever have there at a time."""


def pytest_configure() -> None:
    """Set the folder in which tests, and the programs that they start, make their temporary files."""
    if "TMPDIR" not in os.environ and serves(MEMORY):
        os.environ["TMPDIR"] = str(MEMORY)
        tempfile.tempdir = None


def serves(folder: Path) -> bool:
    """Whether there is room for files, and whether programs can run from there."""
    try:
        found = os.statvfs(folder)
    except OSError:
        return False
    roomy = found.f_bavail * found.f_frsize >= ROOM
    return roomy and os.access(folder, os.W_OK) and not found.f_flag & getattr(os, "ST_NOEXEC", 0)


def on_disk() -> Path:
    """The folder for temporary files that are too large for memory."""
    there = Path(tempfile.gettempdir())
    return Path("/var/tmp") if there == MEMORY else there


def other_disk(here: Path) -> Path | None:
    """A folder for temporary files that is not on the disk of `here`, if this machine has one."""
    found = (folder for folder in (MEMORY, Path("/var/tmp")) if os.access(folder, os.W_OK))
    return next((folder for folder in found if folder.stat().st_dev != here.stat().st_dev), None)
