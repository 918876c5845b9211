"""The machine's clocks, in milliseconds."""

import time


def monotonic_ms() -> int:
    """This machine's time, which no clock setting moves."""
    return time.monotonic_ns() // 1_000_000


def wall_ms() -> int:
    """The time of day, for the record only."""
    return time.time_ns() // 1_000_000
