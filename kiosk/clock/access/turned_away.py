"""Whom the clock makes wait or hangs up on, for the director; and how often a key or PIN was wrong."""

from collections.abc import Callable
from typing import NamedTuple

from engine.message import Message, message
from kiosk.clock.access.addresses import network_of

MOST = 8
"""Bounded: anyone who can reach the clock may come from any number of addresses."""
SOON_MS = 1000
"""Nobody is told again so soon of the same."""


class Slowed(NamedTuple):
    """Why, when last, and when the director was last told; in the service's time."""

    why: Message
    at_ms: int
    told_ms: int


class TurnedAway:
    """For as long as the service runs."""

    def __init__(self, now_ms: Callable[[], int]) -> None:
        self.keys = 0
        self.pins = 0
        """How many were wrong. A page that sends an old key again guesses nothing."""
        self.changed: Callable[[], object] = bool
        self._now_ms = now_ms
        self._last: dict[tuple[str, str], Slowed] = {}

    @property
    def last(self) -> tuple[Slowed, ...]:
        """The last ones, each once, the newest at the end."""
        return tuple(self._last.values())

    def for_keys(self, address: str, seconds: int) -> None:
        """Wrong keys came from there, where nobody may try another for so long."""
        self._note(address, message("slowed-for-keys", address=address, seconds=seconds))

    def for_pins(self, address: str, seconds: int) -> None:
        """The same for PINs."""
        self._note(address, message("slowed-for-pins", address=address, seconds=seconds))

    def for_pins_at(self, table: int, seconds: int) -> None:
        """The same for PINs that were keyed at a table."""
        self._note(str(table), message("slowed-for-pins-at-table", table=table, seconds=seconds))

    def for_connections(self, address: str) -> None:
        """There are too many connections, and no more room for one from there."""
        self._note("", message("too-many-connections", address=address))

    def for_flood(self, address: str) -> None:
        """Somebody there sent too much over a connection, which was hung up on."""
        self._note(address, message("sent-too-much", address=address))

    def for_pairing(self, address: str) -> None:
        """More tablets or devices ask to be let in than there is room for."""
        self._note(address, message("pairing-crowded", address=address))

    def for_quota(self, table: int) -> None:
        """A table's kiosk sends too much."""
        self._note(str(table), message("table-sends-too-much", table=table))

    def _note(self, whom: str, why: Message) -> None:
        whom = network_of(whom)  # whoever has a network of addresses is one line
        now_ms, before = self._now_ms(), self._last.pop((why.code, whom), None)
        is_news = before is None or now_ms - before.told_ms >= SOON_MS
        self._last[why.code, whom] = Slowed(why, now_ms, now_ms if before is None or is_news else before.told_ms)
        if len(self._last) > MOST:
            del self._last[next(iter(self._last))]
        if is_news:
            self.changed()
