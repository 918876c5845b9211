"""Limits how much a table may send, so that nobody with a stolen token can fill the clock's disk."""

from collections.abc import Callable

from kiosk.protocol.messages import FromTable, Records

AT_ONCE = 32 * 1024 * 1024
"""The number of bytes that a table may send at once, when it reconnects: more than it records in four days."""
A_SECOND = 1024
"""The number of bytes per second after that: about twenty times what a table sends during play."""


class Quota:
    """The remaining quota of each table, counted over all its connections for as long as the service runs."""

    def __init__(self, now_ms: Callable[[], int]) -> None:
        self._now_ms = now_ms
        self._left: dict[int, tuple[int, float]] = {}
        """For each table, when its quota was last counted and how many bytes were left then."""

    def allows(self, table: int, size: int) -> bool:
        """Count a message of `size` bytes. Returns whether the message may still be read."""
        now_ms = self._now_ms()
        since_ms, left = self._left.get(table, (now_ms, AT_ONCE))
        left = min(AT_ONCE, left + A_SECOND * (now_ms - since_ms) / 1000)
        allowed = size <= left
        self._left[table] = now_ms, left - size if allowed else left
        return allowed


def holds(seq: int, sent: FromTable) -> bool:
    """Whether a copy up to record `seq` already contains everything that was sent. A table that keeps losing its
    connection sends the same records again, but they do not fill up the disk."""
    return isinstance(sent, Records) and (not sent.records or sent.records[-1].seq <= seq)
