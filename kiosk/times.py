"""The machine's clocks, in milliseconds, and the id of its current boot."""

import time
from pathlib import Path


def monotonic_ms() -> int:
    """Monotonic time, unaffected by changes to the system clock."""
    return time.monotonic_ns() // 1_000_000


def since_boot_ms() -> int:
    """Monotonic time that also counts while the machine sleeps, because levels keep running in the meantime."""
    return time.clock_gettime_ns(time.CLOCK_BOOTTIME) // 1_000_000


def wall_ms() -> int:
    """Wall-clock time, for the record only."""
    return time.time_ns() // 1_000_000


BOOT_ID = Path("/proc/sys/kernel/random/boot_id")


def boot_id() -> str:
    """The id of the current boot, within which monotonic times can be compared. Empty if it is unavailable."""
    try:
        return BOOT_ID.read_text("ascii").strip()
    except OSError:
        return ""
