"""SQLite's write-ahead log: synced at each commit, and copied into the database by this module from time to time. If
SQLite did the copying, a failing disk would go unnoticed. Knows nothing about the content."""

import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from kiosk.faults import DiskFailed, Fault, NoRoom
from kiosk.storage.files import SQLITE_ERRORS, disk_faults

PAGE = 4096
PAGES = 1000
"""The number of pages in the log at which it is copied into the database. Each commit counts as the smallest number of
pages that it can take."""
OF_A_COMMIT = 3


class WriteAheadLog:
    """The write-ahead log of one open database, whose path contains no symbolic links."""

    def __init__(self, path: Path, db: sqlite3.Connection) -> None:
        """Raises `Fault` if a write-ahead log is not possible on this disk. SQLite would continue without one."""
        self._path = path
        self.db = db
        self._pages = 0
        try:
            self._begin()
            self.copy()  # rewrites data that the kernel may wrongly take for synced, if an fsync failed in the last run
        except Fault:
            self.close(failed=True)
            raise

    def _begin(self) -> None:
        with disk_faults(self._path):
            (mode,) = self.db.execute("PRAGMA journal_mode = WAL").fetchone()
            if mode != "wal":
                raise DiskFailed("disk-failed", path=str(self._path))
            self.db.execute("PRAGMA synchronous = FULL")
            self.db.execute("PRAGMA wal_autocheckpoint = 0")

    def copy(self) -> None:
        """Copy the log into the database, except what a reader still needs in its old state. Raises `Fault`."""
        self._pages = 0
        with disk_faults(self._path):
            self.db.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()

    def wrote(self, size: int) -> Fault | None:
        """Count a commit of this many bytes, and copy the log if it is now long. Returns the fault if that failed.
        Running out of space is not a failure, because the log holds everything and is copied later. After a failure,
        nothing may be written to the database until it is opened again."""
        self._pages += OF_A_COMMIT + size // PAGE
        if self._pages < PAGES:
            return None
        try:
            self.copy()
        except NoRoom:
            return None
        except Fault as fault:
            return fault
        return None

    def close(self, failed: bool) -> None:
        """Close the database, without a sync if it has `failed`."""
        if failed:
            # Only the last connection to close would copy the log to the file, and a read-only connection does not
            # copy.
            reading = f"{self._path.as_uri()}?mode=ro"
            with suppress(*SQLITE_ERRORS), closing(sqlite3.connect(reading, uri=True)) as last:
                last.execute("SELECT count(*) FROM sqlite_master").fetchone()
                self.db.close()
        self.db.close()
