"""Automatic backups while the clock is running."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from pathlib import Path

from kiosk.clock.recovery.backups.backups import back_up
from kiosk.clock.store.place import StorePlace
from kiosk.faults import Fault
from kiosk.times import wall_ms

log = logging.getLogger(__name__)
LATE_S = 600.0
"""The maximum time, in seconds, that a working disk needs to write a backup."""


async def keep_backing_up(  # noqa: PLR0913, PLR0917  the last two are times
    place: StorePlace,
    folder: Path,
    every_s: float,
    report: Callable[[Fault | None], None],
    pause: Callable[[float], Awaitable[object]] = asyncio.sleep,
    now_ms: Callable[[], int] = wall_ms,
) -> None:
    """Back up immediately and then at intervals, in a thread. `report` gets the `Fault` of a failed attempt, or
    None."""
    while True:
        try:
            making = asyncio.create_task(asyncio.to_thread(back_up, place, folder, now_ms()))
            if making not in (await asyncio.wait({making}, timeout=LATE_S))[0]:
                log.error("no backup yet: the disk with %s does not respond", folder)
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
