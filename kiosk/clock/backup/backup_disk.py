"""Whether the clock's backups still go to a different disk from its database. A removed disk leaves an empty folder
behind, and backups would continue on the clock's own disk as if all were well.
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
        """The problem with the folder of the backup that was just made, or None if the folder was never on another
        disk."""
        with suppress(OSError):  # the backup failed, and that is reported
            if self._folder.stat().st_dev != self._database.stat().st_dev:
                self._was_other = True
            elif self._was_other:
                return Fault("backup-disk-gone", path=str(self._folder))
        return None
