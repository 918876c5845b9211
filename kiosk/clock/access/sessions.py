"""Who is signed in: sessions by the hash of their token, for one long evening."""

from hashlib import sha256
from typing import NamedTuple

import msgspec

from kiosk.protocol.people import Role

SESSION_MS = 16 * 3_600_000
MOST_SESSIONS = 1_000
"""Of more, the oldest ends."""


class Session(msgspec.Struct, frozen=True):
    """A sign-in. It counts as long as its member has that PIN and its device is paired. Its fields are the database's:
    they stay."""

    name: str
    pin: str
    """The fingerprint of the PIN's hash."""
    device: str
    """The id of a paired device; empty for the clock's own machine, or where devices need not be paired."""
    since_ms: int

    def left_ms(self, now_ms: int) -> int:
        """How long it lasts; it is over, too, where the wall clock was set back by as long: a sign-in at a date
        years ahead would last until then."""
        return max(0, SESSION_MS - abs(now_ms - self.since_ms))


class Identity(NamedTuple):
    """Who asks, and what they may. Who has the director's key has no `session`."""

    name: str
    role: Role
    session: str = ""


def fingerprint(pin_hash: str) -> str:
    """Of a PIN's hash: another PIN has another one."""
    return sha256(pin_hash.encode()).hexdigest()[:16]
