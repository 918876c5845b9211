"""The sitting in progress at a table: opened from the disk, and later replaced by the next one. The clock's messages
about older sittings are removed, because they hold names that an erasure would not reach."""

import logging
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from kiosk.faults import Fault, NoRoom, Unsound
from kiosk.protocol.numbered import target_path
from kiosk.storage.journal import Journal
from kiosk.storage.sitting_files import SittingFiles
from kiosk.table.link.cached_state import cache_path
from kiosk.table.recovery.disk import TableDisk
from kiosk.table.services import Services
from kiosk.table.settings import TableSettings
from kiosk.table.sitting import ActiveSitting

log = logging.getLogger(__name__)

_KINDS = (target_path(Path("J")).name[1:], cache_path(Path("J")).name[1:])


class TableSittings:
    """Holds the open sitting as `now`. Raises `Fault` if a sitting's journal cannot be used."""

    def __init__(
        self, settings: TableSettings, services: Services, disk: TableDisk, committed: Callable[[], None]
    ) -> None:
        """`committed` is called after each commit; it may read the state but not act."""
        self._settings = settings
        self._services = services
        self._disk = disk
        self._committed = committed
        self._files = SittingFiles(Path(settings.journal))
        disk.hold()
        self.now = self._opened(self._files.now)
        with suppress(Fault):  # the journal is on the same disk and will report it
            if self._files.repair():
                log.warning(
                    "the name of the current sitting was lost: the table continues with %s",
                    self.now.name,
                )
        forget_others(self._files)

    def open_next(self, name: str) -> ActiveSitting:
        """Open another sitting, and record on the disk that the next start opens it. If this raises `Fault`, the table
        stays at its current sitting; after `Unsound`, the next start opens the other sitting and asks about its
        journal."""
        try:
            there = self._opened(name)
        except Unsound:  # nothing is left to do here
            self._files.go_to(name)
            raise
        try:
            # Write the pointer last: after a crash between the two writes, the clock sends the table to the sitting
            # again.
            self._files.go_to(name)
        except Fault:
            there.close()
            raise
        log.info("table %d moves to sitting %s", self._settings.table, name)
        forget_others(self._files)
        return there

    def change_to(self, there: ActiveSitting) -> None:
        self.now.close()
        self.now = there

    def _opened(self, name: str) -> ActiveSitting:
        """Open a sitting, using the reserved disk space if no other space is free."""
        try:
            return self._open(name)
        except NoRoom:
            if not self._disk.make_room():
                raise
            return self._open(name)

    def _open(self, name: str) -> ActiveSitting:
        journal = Journal.open(self._files.path(name), self._services.wall_ms, self._disk.make_room)
        return ActiveSitting(self._settings, self._services, self._committed, journal, name)


def forget_others(files: SittingFiles) -> None:
    """Remove the files of other sittings from the disk. The clock sends them again if the table returns to a sitting.
    Files that cannot be removed now are removed at the next start."""
    for path in files.others(*_KINDS):
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            log.info("%s was not deleted: %s", path, error)
