"""Room on the disk that is kept for the hand in progress: a file allocated in full, deleted once the disk is full."""

import os
import shutil
from contextlib import suppress
from pathlib import Path

from kiosk.storage.files import disk_faults

RESERVE_BYTES = 8 * 1024 * 1024
"""Measured: a commit adds 9 kB (two or three pages of SQLite's log, lines of the second copy), a hand of nine players
31 commits, 290 kB at most. A hand of 400 touches, and 4 MB that SQLite may copy from a full log to its file."""

LOW_BYTES = 256 * 1024 * 1024
"""A day's journal of one table is a few megabytes; below this the disk is about to fill up for another reason."""


class Reserve:
    """The reserve of a table, beside its journal."""

    def __init__(self, journal: Path, size: int = RESERVE_BYTES) -> None:
        self._path = journal.with_name(f"{journal.name}.reserve")
        self._size = size
        self.is_held = False

    def hold(self) -> None:
        """Allocate it; nothing changes where that is done. Raises `Fault`, `NoRoom` where the disk has no room for it;
        then nothing of it is left."""
        try:
            with disk_faults(self._path):
                file = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
                try:
                    os.posix_fallocate(file, 0, self._size)
                finally:
                    os.close(file)
        except BaseException:
            self.give_up()
            raise
        self.is_held = True

    def give_up(self) -> bool:
        """Free its room for the journal; whether there was any."""
        was, self.is_held = self.is_held, False
        with suppress(OSError):
            os.unlink(self._path)
        return was


def free_bytes(folder: Path) -> int | None:
    """What is free on the disk of a folder; None where that is not known."""
    try:
        return shutil.disk_usage(folder).free
    except OSError:
        return None
