"""A real disk of two megabytes, or of the size that a test asks for, in memory. Mounting it takes root."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

MEGABYTES = 2
CHUNK = 4096


class SmallDisk:
    """A disk that can be filled to the last block, and freed again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._litter = folder / "litter"

    def fill(self) -> None:
        """Another program takes all the room there is."""
        with suppress(OSError), self._litter.open("ab", buffering=0) as file:
            while True:
                file.write(bytes(CHUNK))

    def free(self) -> None:
        """The other program gives the room back."""
        self._litter.unlink()


@pytest.fixture
def small_disk(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[SmallDisk]:
    """An empty small disk; skips if this user cannot mount one."""
    folder, size = tmp_path / "disk", getattr(request, "param", MEGABYTES)
    folder.mkdir()
    mounted = os.geteuid() == 0 and not subprocess.call(
        ["mount", "-t", "tmpfs", "-o", f"size={size}m", "tmpfs", str(folder)], stderr=subprocess.DEVNULL
    )
    if not mounted:
        pytest.skip("only root may mount a small disk; the simulated one is full in tests/kiosk/simulate")
    try:
        yield SmallDisk(folder)
    finally:
        subprocess.check_call(["umount", "-l", str(folder)])
