"""Tests keep their files in memory where there is room: a sync costs nothing there, and a busy disk keeps none waiting.
No test could prove by a sync what a disk keeps: that is told from what the programs ask of it
(`tests/kiosk/storage/powercut.py`). Who sets `TMPDIR` says where.
"""

import os
import tempfile
from pathlib import Path

MEMORY = Path("/dev/shm")
ROOM = 4 * 2**30
"""In bytes: what a run of all tests leaves in its folder at a time, and more."""


def pytest_configure() -> None:
    """Before the first folder is made. The processes of a test come after it."""
    if "TMPDIR" not in os.environ and serves(MEMORY):
        os.environ["TMPDIR"] = tempfile.tempdir = str(MEMORY)


def serves(folder: Path) -> bool:
    """Whether there is room for files, and programs may be run there."""
    try:
        found = os.statvfs(folder)
    except OSError:
        return False
    roomy = found.f_bavail * found.f_frsize >= ROOM
    return roomy and os.access(folder, os.W_OK) and not found.f_flag & getattr(os, "ST_NOEXEC", 0)
