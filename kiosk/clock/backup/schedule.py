"""Automatic backups to a folder while the clock is running, and whether they still reach another disk."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path

from kiosk.clock.recovery.backups.backups import back_up
from kiosk.faults import Fault
from kiosk.times import wall_ms

log = logging.getLogger(__name__)
LATE_S = 600.0
"""The number of seconds in which a working disk can write a backup."""


class BackupDisk:
    """Watches one backup folder. If its disk is removed, an empty folder is left behind, and backups would continue on
    the clock's own disk as if nothing were wrong."""

    def __init__(self, folder: Path, database: Path) -> None:
        self._folder = folder
        self._database = database
        self._was_other = False

    def gone(self) -> Fault | None:
        """The fault if the backup that was just made is no longer on another disk."""
        with suppress(OSError):  # the backup failed, and that is reported
            if self._folder.stat().st_dev != self._database.stat().st_dev:
                self._was_other = True
            elif self._was_other:
                return Fault("backup-disk-gone", path=str(self._folder))
        return None


async def keep_backing_up(  # noqa: PLR0913, PLR0917  the last two are times
    database: Path,
    folder: Path,
    every_s: float,
    report: Callable[[Fault | None], None],
    pause: Callable[[float], Awaitable[object]] = asyncio.sleep,
    now_ms: Callable[[], int] = wall_ms,
) -> None:
    """Back up now and then at intervals, in a thread. `report` gets the `Fault` of a failed attempt, or None."""
    while True:
        try:
            making = asyncio.create_task(asyncio.to_thread(back_up, database, folder, now_ms()))
            if making not in (await asyncio.wait({making}, timeout=LATE_S))[0]:
                log.error("no backup yet: the disk of %s does not answer", folder)
                report(Fault("backup-hangs", path=str(folder), minutes=round(LATE_S / 60)))
            made = await making
            log.info("backed up %d records to %s", made.records, made.folder)
            report(None)
        except Fault as fault:
            log.error("no backup: %s", fault)
            report(fault)
        except Exception as error:  # a bug of our own: the clock continues without backups
            log.exception("no backup")
            report(Fault("backup-broke", error=type(error).__name__))
        await pause(every_s)
