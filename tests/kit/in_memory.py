"""Keeps the files of tests that write a lot in memory, if there is room: a sync costs nothing there, and a busy disk
blocks no test.

No test could prove by a sync what a disk keeps. Tests check that from the calls that the programs make
(`tests/kiosk/storage/powercut.py`). `TMPDIR` overrides the place. A folder's `conftest.py` names both fixtures.
"""

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

MEMORY = Path("/dev/shm")
ROOM = 4 * 2**30
"""In bytes: what such tests leave at a time, and much more."""


@pytest.fixture(autouse=True)
def files_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """The folder in which programs make their temporary files, too."""
    if "TMPDIR" not in os.environ and serves(MEMORY):
        monkeypatch.setenv("TMPDIR", str(MEMORY))
        monkeypatch.setattr(tempfile, "tempdir", str(MEMORY))


@pytest.fixture
def tmp_path(files_in_memory: None) -> Iterator[Path]:
    """A folder there, for one test."""
    with tempfile.TemporaryDirectory(prefix="kiosk-test-", ignore_cleanup_errors=True) as folder:
        yield Path(folder)


def serves(folder: Path) -> bool:
    """Whether there is room for files, and whether programs can run from there."""
    try:
        found = os.statvfs(folder)
    except OSError:
        return False
    roomy = found.f_bavail * found.f_frsize >= ROOM
    return roomy and os.access(folder, os.W_OK) and not found.f_flag & getattr(os, "ST_NOEXEC", 0)
