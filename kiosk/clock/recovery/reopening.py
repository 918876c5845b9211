"""Reopens the database after a disk failure. After a failed fsync, a second one may wrongly report success, so nothing
more is written to the open database. Once the disk accepts writes again, the clock releases everything, reopens the
database and continues from the data on disk."""

import asyncio
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

LOOK_S = 2.0
LONGEST_LOOK_S = 60.0
PROBE = bytes(1024 * 1024)
"""The content of the test file. If the disk has room for this much, it is worth reopening the database."""


async def until_writable(has_failed: Callable[[], bool], database: Path, tried: int) -> None:
    """Return once the disk has failed and accepts writes again. After several attempts, it is tested less often."""
    while not has_failed():
        await asyncio.sleep(LOOK_S)
    while True:
        await asyncio.sleep(min(LONGEST_LOOK_S, LOOK_S * 2 ** min(tried, 10)))
        if await asyncio.to_thread(takes_writes, database):
            return


def takes_writes(database: Path) -> bool:
    """Whether a new file beside the database can be written and synced."""
    probe = database.with_name(f"{database.name}.probe")
    try:
        with probe.open("wb") as file:
            file.write(PROBE)
            file.flush()
            os.fsync(file.fileno())
    except OSError:
        return False
    finally:
        with suppress(OSError):
            probe.unlink()
    return True
