"""Sessions of signed-in staff, stored by the hash of their token. A session lasts one long evening."""

from hashlib import sha256
from typing import Literal, NamedTuple

import msgspec

from engine.message import Message
from kiosk.protocol.people import Role

SESSION_MS = 16 * 3_600_000
MOST_SESSIONS = 1_000
"""The maximum number of sessions. Beyond that, the oldest session ends."""
Why = Literal["unknown", "not-allowed", "wait"]


class Session(msgspec.Struct, frozen=True):
    """A sign-in. It is valid as long as its staff member keeps the same PIN and its device stays paired. Its fields are
    stored in the database, so they must never change."""

    name: str
    pin: str
    device: str
    """The id of a paired device. It is empty on the clock's own machine, or if devices do not need to be paired."""
    since_ms: int

    def left_ms(self, now_ms: int) -> int:
        """How much longer the session lasts. It also ends if the wall clock was set back by the length of a session.
        Otherwise, a sign-in dated years in the future would stay valid until then."""
        return max(0, SESSION_MS - abs(now_ms - self.since_ms))


class Identity(NamedTuple):
    """A caller's identity and role. The holder of the director's key has no `session`."""

    name: str
    role: Role
    session: str = ""


def fingerprint(pin_hash: str) -> str:
    return sha256(pin_hash.encode()).hexdigest()[:16]


class Denied(Exception):
    """Access was denied, and nothing was done. `wait_s` is the number of seconds to wait, or 0 if waiting would not
    help."""

    def __init__(self, why: Why, message: Message, wait_s: int = 0) -> None:
        super().__init__(why, message)
        self.why = why
        self.message = message
        self.wait_s = wait_s
