"""How much a table may send: whoever has stolen its token cannot fill the clock's disk. Knows no sockets."""

from collections.abc import Callable

from kiosk.protocol.messages import FromTable, Records

AT_ONCE = 32 * 1024 * 1024
"""Bytes: more than a table records in four days, which it may send all at once as it comes back."""
A_SECOND = 1024
"""Bytes, from then on: some twenty times what a table sends as it plays."""


class Quota:
    """What each table may send yet. Counted over its connections, for as long as the service runs."""

    def __init__(self, now_ms: Callable[[], int]) -> None:
        self._now_ms = now_ms
        self._left: dict[int, tuple[int, float]] = {}
        """By table: when it was counted last, and how many bytes were left."""

    def allows(self, table: int, size: int) -> bool:
        """Count a message of so many bytes; whether it is still to be read."""
        now_ms = self._now_ms()
        since_ms, left = self._left.get(table, (now_ms, AT_ONCE))
        left = min(AT_ONCE, left + A_SECOND * (now_ms - since_ms) / 1000)
        allowed = size <= left
        self._left[table] = now_ms, left - size if allowed else left
        return allowed


def holds(seq: int, sent: FromTable) -> bool:
    """Whether a copy that goes to this record has all of it: a table that loses its connection again and again sends
    the same again and again, which fills no disk."""
    return isinstance(sent, Records) and (not sent.records or sent.records[-1].seq <= seq)
