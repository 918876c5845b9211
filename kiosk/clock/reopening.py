"""After the disk has failed nothing is written to the open database: a second fsync after a failed one may lie. Once
the disk takes writes again the clock lets go of everything, opens the database anew and goes on from what is there."""

import asyncio
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

LOOK_S = 2.0
LONGEST_LOOK_S = 60.0
PROBE = bytes(1024 * 1024)
"""A disk that has so much room again is worth opening the database anew."""


async def until_writable(has_failed: Callable[[], bool], database: Path, tried: int) -> None:
    """Returns once the disk has failed, and takes writes again; after some tries it is asked less often."""
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
