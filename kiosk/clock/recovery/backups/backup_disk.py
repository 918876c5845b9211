"""Whether the clock's backups are still written to a disk other than the one that holds its database. If that disk is
removed, an empty folder is left behind, and backups would continue on the clock's own disk as if nothing were wrong.
"""

from contextlib import suppress
from pathlib import Path

from kiosk.faults import Fault


class BackupDisk:
    """Watches one backup folder."""

    def __init__(self, folder: Path, database: Path) -> None:
        self._folder = folder
        self._database = database
        self._was_other = False

    def gone(self) -> Fault | None:
        """The fault if the folder of the backup that was just made is no longer on another disk, or None if nothing has
        changed."""
        with suppress(OSError):  # the backup failed, and that is reported
            if self._folder.stat().st_dev != self._database.stat().st_dev:
                self._was_other = True
            elif self._was_other:
                return Fault("backup-disk-gone", path=str(self._folder))
        return None
