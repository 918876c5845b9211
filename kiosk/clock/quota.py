"""How much a table may send: anyone who has stolen its token cannot fill the clock's disk. Knows no sockets."""

from collections.abc import Callable

from kiosk.protocol.messages import FromTable, Records

AT_ONCE = 32 * 1024 * 1024
"""Bytes. This is more than a table records in four days, which it may send all at once when it reconnects."""
A_SECOND = 1024
"""Bytes a second after that: about twenty times what a table sends in play."""


class Quota:
    """The remaining quota of each table, counted over all its connections for as long as the service runs."""

    def __init__(self, now_ms: Callable[[], int]) -> None:
        self._now_ms = now_ms
        self._left: dict[int, tuple[int, float]] = {}
        """By table: when it was last counted, and the bytes left then."""

    def allows(self, table: int, size: int) -> bool:
        """Count a message of `size` bytes. Returns whether it may still be read."""
        now_ms = self._now_ms()
        since_ms, left = self._left.get(table, (now_ms, AT_ONCE))
        left = min(AT_ONCE, left + A_SECOND * (now_ms - since_ms) / 1000)
        allowed = size <= left
        self._left[table] = now_ms, left - size if allowed else left
        return allowed


def holds(seq: int, sent: FromTable) -> bool:
    """Whether a copy up to this record already has all of it. A table that keeps losing its connection sends the
    same records again and again, which fills no disk."""
    return isinstance(sent, Records) and (not sent.records or sent.records[-1].seq <= seq)
