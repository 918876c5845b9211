"""Whether the clock's backups still go to another disk than its database: one that was taken out leaves an empty
folder, and they would go on on the clock's own, as if all were well."""

from contextlib import suppress
from pathlib import Path

from kiosk.faults import Fault


class OtherDisk:
    """Of one folder with backups."""

    def __init__(self, folder: Path, database: Path) -> None:
        self._folder = folder
        self._database = database
        self._was_other = False

    def gone(self) -> Fault | None:
        """What is wrong with where a backup was just made; None where it was never on another disk."""
        with suppress(OSError):  # it failed, and that is told
            if self._folder.stat().st_dev != self._database.stat().st_dev:
                self._was_other = True
            elif self._was_other:
                return Fault("backup-disk-gone", path=str(self._folder))
        return None
