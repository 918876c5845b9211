"""Files of tests that write much lie in memory where there is room: a sync costs nothing there, and a busy disk keeps
none waiting. No test could prove by a sync what a disk keeps: that is told from what the programs ask of it
(`tests/kiosk/storage/powercut.py`). Who sets `TMPDIR` says where. A folder's `conftest.py` names both fixtures.
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
    """Where programs make their temporary files, too."""
    if "TMPDIR" not in os.environ and serves(MEMORY):
        monkeypatch.setenv("TMPDIR", str(MEMORY))
        monkeypatch.setattr(tempfile, "tempdir", str(MEMORY))


@pytest.fixture
def tmp_path(files_in_memory: None) -> Iterator[Path]:
    """A folder there, for one test."""
    with tempfile.TemporaryDirectory(prefix="kiosk-test-", ignore_cleanup_errors=True) as folder:
        yield Path(folder)


def serves(folder: Path) -> bool:
    """Whether there is room for files, and programs may be run there."""
    try:
        found = os.statvfs(folder)
    except OSError:
        return False
    roomy = found.f_bavail * found.f_frsize >= ROOM
    return roomy and os.access(folder, os.W_OK) and not found.f_flag & getattr(os, "ST_NOEXEC", 0)
