"""The clock's time, estimated from four-timestamp pings. Knows nothing about sockets; all times are passed in, in ms.

Each ping yields an interval for the offset, because no message arrives before it is sent: the interval of RFC 5905,
section 11.2.1. The intersection of the last intervals is narrow even if each ping is delayed, because each direction is
fast at some point. The middle of the intersection is used.
"""

from collections import deque
from typing import NamedTuple

LONGEST_ROUND_TRIP_MS = 2000
SAMPLES = 64
DRIFT = 100e-6
"""The maximum relative drift between two clocks: each quartz clock may be off by 50 ppm."""


class Bounds(NamedTuple):
    """One ping: when it came back at `at_ms` here, the offset was between these bounds."""

    at_ms: int
    least: int
    most: int


class Timebase:
    """The offset between this machine's clock and the clock service's. Use one for each run of the service."""

    def __init__(self) -> None:
        self._samples: deque[Bounds] = deque(maxlen=SAMPLES)  # newest first
        self.offset_ms: int | None = None
        """The offset to the clock's time; None until a ping has returned quickly enough."""

    def sample(self, t0: int, t1: int, t2: int, t3: int) -> None:
        """Add a ping: sent here at `t0`, received there at `t1`, answered there at `t2`, received here at `t3`."""
        if 0 <= (t3 - t0) - (t2 - t1) <= LONGEST_ROUND_TRIP_MS:
            self._samples.appendleft(Bounds(t3, t2 - t3, t1 - t0))
            self.offset_ms = _middle(*self._samples)


def _middle(newest: Bounds, *older: Bounds) -> int:
    """The middle of the interval that all pings allow. If pings contradict each other, one of the clocks was changed,
    and only the newer pings count."""
    least, most = float(newest.least), float(newest.most)
    for one in older:
        drifted = DRIFT * max(0, newest.at_ms - one.at_ms)
        narrower = max(least, one.least - drifted), min(most, one.most + drifted)
        if narrower[0] > narrower[1]:
            break
        least, most = narrower
    return round((least + most) / 2)
