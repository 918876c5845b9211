"""A log, for the director, of the clients that the clock disconnected or made wait. Also counts wrong PINs."""

from collections.abc import Callable
from typing import NamedTuple

from engine.message import Message, message
from kiosk.clock.access.addresses import network_of

MOST = 8
"""The maximum number of entries. It is limited because anyone who can reach the clock can use any number of
addresses."""
SOON_MS = 1000
"""The director is not notified of the same case again within this time."""


class Slowed(NamedTuple):
    """Why a client was slowed down, when this last happened, and when the director was last notified, both in the
    service's time."""

    why: Message
    at_ms: int
    told_ms: int

    @property
    def wait_s(self) -> int:
        """The number of seconds to wait; 0 if the client was disconnected."""
        seconds = self.why.fields.get("seconds", 0)
        return seconds if isinstance(seconds, int) else 0


class TurnAwayLog:
    def __init__(self, now_ms: Callable[[], int], changed: Callable[[], object]) -> None:
        self.keys = 0
        self.pins = 0
        """The number of wrong PINs. Wrong keys are not counted here, because a page that sends an old key again is not
        guessing."""
        self._changed = changed
        self._now_ms = now_ms
        self._last: dict[tuple[str, str], Slowed] = {}

    @property
    def last(self) -> tuple[Slowed, ...]:
        """The most recent events, without repeats, newest last."""
        return tuple(self._last.values())

    def for_keys(self, address: str, seconds: int) -> None:
        """Log that wrong keys came from this address, which now has to wait this many seconds."""
        self._note(address, message("slowed-for-keys", address=address, seconds=seconds))

    def for_pins(self, at: str | int, seconds: int) -> None:
        """Log that wrong PINs came from this address or were entered at this table, which now has to wait this many
        seconds."""
        if isinstance(at, int):
            self._note(str(at), message("slowed-for-pins-at-table", table=at, seconds=seconds))
        else:
            self._note(at, message("slowed-for-pins", address=at, seconds=seconds))

    def for_connections(self, address: str) -> None:
        """Log that a connection from this address was refused because there were too many connections."""
        self._note("", message("too-many-connections", address=address))

    def for_flood(self, address: str) -> None:
        """Log that a client at this address was disconnected because it sent too much over one connection."""
        self._note(address, message("sent-too-much", address=address))

    def for_pairing(self, address: str) -> None:
        """Log that more tablets or devices are asking to be paired than the limit allows."""
        self._note(address, message("pairing-crowded", address=address))

    def for_quota(self, table: int) -> None:
        self._note(str(table), message("table-sends-too-much", table=table))

    def _note(self, whom: str, why: Message) -> None:
        whom = network_of(whom)  # a client with a whole network of addresses gets only one line
        now_ms, before = self._now_ms(), self._last.pop((why.code, whom), None)
        is_news = before is None or now_ms - before.told_ms >= SOON_MS
        self._last[why.code, whom] = Slowed(why, now_ms, now_ms if before is None or is_news else before.told_ms)
        if len(self._last) > MOST:
            del self._last[next(iter(self._last))]
        if is_news:
            self._changed()
