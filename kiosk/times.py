"""The machine's clocks, in milliseconds."""

import time


def monotonic_ms() -> int:
    """Monotonic time, unaffected by changes to the system clock."""
    return time.monotonic_ns() // 1_000_000


def since_boot_ms() -> int:
    """Monotonic time that also counts while the machine sleeps, because levels keep running in the meantime."""
    return time.clock_gettime_ns(time.CLOCK_BOOTTIME) // 1_000_000


def wall_ms() -> int:
    """Wall-clock time, for the record only."""
    return time.time_ns() // 1_000_000
