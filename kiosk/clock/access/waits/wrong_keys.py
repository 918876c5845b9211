"""How long an address that sent wrong keys has to wait before it may try the director's key again.

The waits are kept only in memory, because someone guessing cannot restart the clock. Clients at other addresses do not
have to wait.
"""

from collections.abc import Callable
from typing import NamedTuple

from kiosk.clock.access.addresses import network_of
from kiosk.clock.access.devices import hashed, is_secret
from kiosk.clock.access.waits.wrong_pins import MS_A_SECOND
from kiosk.pins import wait_ms

FORGOTTEN_MS = 3_600_000
MOST = 2_000
MOST_KNOWN = 8


class Wrong(NamedTuple):
    """The number of wrong keys in a row, and the time of the last one. `known` contains the hashes of the most recent
    ones."""

    times: int
    last_ms: int
    known: tuple[str, ...]


class WrongKeys:
    """The wrong keys by address. `now_ms` is the time since the clock started."""

    def __init__(self, now_ms: Callable[[], int]) -> None:
        self._now_ms = now_ms
        self._wrong: dict[str, Wrong] = {}

    def wait_s(self, address: str) -> int:
        wrong = self._wrong.get(network_of(address))
        return -(-max(0, wrong.last_ms + wait_ms(wrong.times) - self._now_ms()) // MS_A_SECOND) if wrong else 0

    def count(self, address: str, key: str) -> bool:
        """A wrong key came from this address. Returns whether it counts. A page that sends an old key again is not
        guessing. An expired sign-in cannot be distinguished from a guess, but sign-ins cannot be guessed."""
        if is_secret(key):
            return False
        where, now_ms, its_hash = network_of(address), self._now_ms(), hashed(key)
        before = self._wrong.pop(where, None)
        if before is None or now_ms - before.last_ms > FORGOTTEN_MS:
            before = Wrong(0, now_ms, ())
        is_new = its_hash not in before.known
        known = (*before.known, its_hash)[-MOST_KNOWN:]
        self._wrong[where] = Wrong(before.times + 1, now_ms, known) if is_new else before
        if len(self._wrong) > MOST:
            del self._wrong[next(iter(self._wrong))]
        return is_new
