"""The clock's time, estimated from four-timestamp pings. Knows no sockets; all times are handed in, in ms.

A simple form of RFC 5905 section 8: of the last sixteen pings the one with the shortest round trip counts, as a delay
can only lengthen it and half the added time is the error.
"""

from collections import deque

LONGEST_ROUND_TRIP_MS = 1000
SAMPLES = 16


class Timebase:
    """The offset between this machine's clock and the clock service's. One for each run of the service."""

    def __init__(self) -> None:
        self._samples: deque[tuple[int, int]] = deque(maxlen=SAMPLES)  # (round trip, offset), newest first

    def sample(self, t0: int, t1: int, t2: int, t3: int) -> None:
        """One ping: sent here at `t0`, received there at `t1`, answered there at `t2`, received here at `t3`."""
        round_trip_ms = (t3 - t0) - (t2 - t1)
        if 0 <= round_trip_ms <= LONGEST_ROUND_TRIP_MS:
            self._samples.appendleft((round_trip_ms, ((t1 - t0) + (t2 - t3)) // 2))

    @property
    def offset_ms(self) -> int | None:
        """The offset to the clock's time; None until a ping has returned soon enough. Of equals the newest counts."""
        return min(self._samples, key=lambda sample: sample[0])[1] if self._samples else None

    def server_now(self, local_ms: int) -> int | None:
        """The clock service's time when it is `local_ms` here, or None while that is not known."""
        return None if self.offset_ms is None else local_ms + self.offset_ms
