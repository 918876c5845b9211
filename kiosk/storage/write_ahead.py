"""SQLite's write-ahead log: synced at each commit, and copied into the database now and then by us. SQLite would do
that by itself, and say nothing where it fails: nobody would be told that the disk does. Knows nothing of what is in
it."""

import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from kiosk.faults import DiskFailed, Fault, NoRoom
from kiosk.storage.files import SQLITE_ERRORS, disk_faults

PAGE = 4096
PAGES = 1000
"""So long the log may grow, by what a commit takes at least."""
OF_A_COMMIT = 3


class WriteAheadLog:
    """Of one open database, whose path is without links."""

    def __init__(self, path: Path, db: sqlite3.Connection) -> None:
        """Raises `Fault` if the disk does not allow it: SQLite would go on without a log."""
        self._path = path
        self.db = db
        self._pages = 0
        try:
            self._begin()
            self.copy()  # rewrites what the kernel may wrongly take for synced, if an fsync failed in the last run
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
        """Into the database, as far as nobody reads what was before. Raises `Fault`."""
        self._pages = 0
        with disk_faults(self._path):
            self.db.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()

    def wrote(self, size: int) -> Fault | None:
        """A commit of so many bytes lasts: the log is copied if it is long by now. What failed in that; want of room is
        no failure, for all is in the log, and is copied later. After a failure nothing may be written to the database
        until it is opened again."""
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
        """Close the database; after it has `failed` without a sync."""
        if failed:
            # Only the last connection that closes would copy the log to the file, and one that reads does not.
            reading = f"{self._path.as_uri()}?mode=ro"
            with suppress(*SQLITE_ERRORS), closing(sqlite3.connect(reading, uri=True)) as last:
                last.execute("SELECT count(*) FROM sqlite_master").fetchone()
                self.db.close()
        self.db.close()
