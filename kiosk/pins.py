"""Hashes and checks PINs, and computes the lockout after wrong ones. Only hashes are stored, never a PIN."""

from collections.abc import Callable, Iterable
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING

from kiosk.faults import Fault
from kiosk.protocol.staff import Member

LEAST_DIGITS, MOST_DIGITS = 4, 12
FREE_TRIES = 3
FIRST_WAIT_MS, LONGEST_WAIT_MS = 5_000, 300_000
if TYPE_CHECKING:
    from argon2 import PasswordHasher


@cache
def _hasher() -> "PasswordHasher":
    # Imported late, because a table shows its first frame before anyone signs in.
    from argon2 import PasswordHasher  # noqa: PLC0415

    # The minimum in OWASP's Password Storage Cheat Sheet: about 20 ms here, a tenth of a second on a small board.
    return PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)


def hash_pin(pin: str) -> str:
    """The hash of a PIN for the settings. Raises `Fault` unless it has 4 to 12 digits and is not easily guessed."""
    if not (pin.isascii() and pin.isdigit() and LEAST_DIGITS <= len(pin) <= MOST_DIGITS):
        raise Fault("pin-length", least=LEAST_DIGITS, most=MOST_DIGITS)
    steps = {(int(later) - int(earlier)) % 10 for earlier, later in pairwise(pin)}
    if steps in ({0}, {1}, {9}):
        raise Fault("pin-guessed-first")
    return hash_of(pin)


def hash_of(pin: str) -> str:
    """The hash of a PIN, with a new salt. Does not check whether the PIN is easily guessed."""
    return _hasher().hash(pin)


def find_member(staff: Iterable[Member], role: str, pin: str, name: str = "") -> Member | None:
    """The member with this role and PIN, and with the name if one is given; None if the PIN is wrong."""
    for member in staff:
        if member.role == role and name in ("", member.name) and is_pin(member.pin, pin):
            return member
    return None


def is_pin(hashed: str, pin: str) -> bool:
    from argon2.exceptions import InvalidHashError, VerificationError  # noqa: PLC0415  late, like the hasher

    try:
        return _hasher().verify(hashed, pin)
    except (VerificationError, InvalidHashError):
        return False


def wait_ms(wrong: int) -> int:
    """The lockout after this many wrong PINs in a row, in ms: none for the first two, then five seconds, doubling up to
    five minutes. Trying all ten thousand four-digit PINs takes a month."""
    if wrong < FREE_TRIES:
        return 0
    return int(min(FIRST_WAIT_MS * 2 ** min(wrong - FREE_TRIES, 16), LONGEST_WAIT_MS))


class Lockout:
    """The time of each role's last wrong PIN. Restarting the program starts the lockout over, so pulling the plug gains
    nothing."""

    def __init__(self, now_ms: Callable[[], int]) -> None:
        self._now_ms = now_ms
        self._since_ms = dict.fromkeys(("dealer", "floor"), now_ms())

    def failed(self, role: str) -> None:
        self._since_ms[role] = self._now_ms()

    def left_ms(self, role: str, wrong: int) -> int:
        return max(0, self._since_ms[role] + wait_ms(wrong) - self._now_ms())
