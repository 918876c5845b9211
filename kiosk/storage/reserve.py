"""Disk space reserved for the hand in progress: a file allocated in full, and deleted once the disk is full."""

import os
import shutil
from contextlib import suppress
from pathlib import Path

from kiosk.storage.files import disk_faults

RESERVE_BYTES = 8 * 1024 * 1024
"""The size of the reserve, based on measurements. A commit adds 9 kB (two or three pages of SQLite's log, and lines of
the second copy). A hand with nine players has 31 commits, which is 290 kB at most. The reserve covers a hand with 400
touches, and 4 MB that SQLite may copy from a full log to its file."""

LOW_BYTES = 256 * 1024 * 1024
"""A day's journal is a few megabytes. If less than this is free, something else is filling the disk."""


class Reserve:
    def __init__(self, journal: Path, size: int = RESERVE_BYTES) -> None:
        self._path = journal.with_name(f"{journal.name}.reserve")
        self._size = size
        self.is_held = False

    def hold(self) -> None:
        """Allocate the reserve; does nothing if it is already allocated. Raises `Fault`, or `NoRoom` if the disk has no
        room for it, in which case none of it remains."""
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
        """Free the reserve's space for the journal. Returns whether any space was reserved."""
        was, self.is_held = self.is_held, False
        with suppress(OSError):
            os.unlink(self._path)
        return was


def free_bytes(folder: Path) -> int | None:
    """The free space, in bytes, on the disk that holds a folder; None if it is unknown."""
    try:
        return shutil.disk_usage(folder).free
    except OSError:
        return None
