"""Reopens the database after a disk failure. After a failed fsync, a second one may wrongly report success, so nothing
more is written to the open database. Once the disk accepts writes again, the clock releases everything, reopens the
database and continues from the data on disk."""

import asyncio
from collections.abc import Callable

LOOK_S = 2.0
LONGEST_LOOK_S = 60.0


async def until_writable(has_failed: Callable[[], bool], can_reopen: Callable[[], bool], tried: int) -> None:
    """Return once the database has failed and can be reopened. After several attempts, it is tested less often."""
    while not has_failed():
        await asyncio.sleep(LOOK_S)
    while True:
        await asyncio.sleep(min(LONGEST_LOOK_S, LOOK_S * 2 ** min(tried, 10)))
        if await asyncio.to_thread(can_reopen):
            return
