"""How much is left to the player on whom the clock was called. It goes on over a restart: the record has its time."""

from collections.abc import Callable

from engine.events import ClockCalled
from engine.table.player_clock import Timed, on_clock
from engine.table.state import Table
from kiosk.protocol.codec import decode_event
from kiosk.protocol.sync import Log
from ui.dealer.model.surroundings import PLAYER_CLOCK_MS

AT_ONCE = 200
"""Records per read, backwards from the newest."""


class PlayerClock:
    """Follows the table; times in milliseconds of the monotonic clock."""

    def __init__(self, now_ms: Callable[[], int]) -> None:
        self._now_ms = now_ms
        self._timed: Timed | None = None
        self._since_ms = 0
        self._runs = False

    def resume(self, table: Table, journal: Log, wall_ms: int) -> None:
        """Go on after a restart; a wall clock that was set back leaves the whole time."""
        if on_clock(table.hand, table.timed):
            self._timed, self._runs = table.timed, True
            self._since_ms = self._now_ms() - max(0, wall_ms - (_called_at_ms(journal) or 0))

    def follow(self, table: Table) -> None:
        """The table after a commit: a new call has a new time, and the old one runs on where an act is undone."""
        if table.timed != self._timed:
            self._timed, self._since_ms = table.timed, self._now_ms()
        self._runs = on_clock(table.hand, table.timed) > 0

    @property
    def left_ms(self) -> int | None:
        """0 once it is over; None while nobody has the clock."""
        return max(0, PLAYER_CLOCK_MS - (self._now_ms() - self._since_ms)) if self._runs else None


def _called_at_ms(journal: Log) -> int | None:
    upto = journal.head.seq
    while upto > 0:
        after = max(0, upto - AT_ONCE)
        for record in reversed(journal.read(after, upto - after)):
            event = decode_event(record.body)
            if isinstance(event, ClockCalled) and event.on:
                return record.at_ms
        upto = after
    return None
