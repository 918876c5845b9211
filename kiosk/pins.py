"""PINs: how they are hashed and checked, and the wait after wrong ones. Only hashes are stored, never a PIN."""

from collections.abc import Callable, Iterable
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, TypeVar

from kiosk.faults import Fault
from kiosk.protocol.staff import Member, Signer

LEAST_DIGITS, MOST_DIGITS = 4, 12
FREE_TRIES = 3
FIRST_WAIT_MS, LONGEST_WAIT_MS = 5_000, 300_000
M = TypeVar("M", bound=Member | Signer)
if TYPE_CHECKING:
    from argon2 import PasswordHasher


@cache
def _hasher() -> "PasswordHasher":
    # Imported late: a table shows its first frame before anybody signs in.
    from argon2 import PasswordHasher  # noqa: PLC0415

    # The least that OWASP's sheet on storing passwords asks for: some 20 ms here, a tenth of a second on a small board.
    return PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)


def hash_pin(pin: str) -> str:
    """The hash for the settings. Raises `Fault` for a PIN that is easily guessed."""
    if not (pin.isascii() and pin.isdigit() and LEAST_DIGITS <= len(pin) <= MOST_DIGITS):
        raise Fault("pin-length", least=LEAST_DIGITS, most=MOST_DIGITS)
    steps = {(int(later) - int(earlier)) % 10 for earlier, later in pairwise(pin)}
    if steps in ({0}, {1}, {9}):
        raise Fault("pin-guessed-first")
    return hash_of(pin)


def hash_of(pin: str) -> str:
    """A hash of a PIN, with a salt of its own, however easily it is guessed."""
    return _hasher().hash(pin)


def find_member(staff: Iterable[M], role: str, pin: str, name: str = "") -> M | None:
    """The member of that role with this PIN, among all or those of that name; None for a wrong PIN."""
    for member in staff:
        if member.role == role and name in ("", member.name) and is_pin(member.pin, pin):
            return member
    return None


def is_pin(hashed: str, pin: str) -> bool:
    """Whether a PIN is the one that was hashed."""
    from argon2.exceptions import InvalidHashError, VerificationError  # noqa: PLC0415  with the hasher, when needed

    try:
        return _hasher().verify(hashed, pin)
    except (VerificationError, InvalidHashError):
        return False


def wait_ms(wrong: int) -> int:
    """The lockout after so many wrong PINs in a row: it doubles each time, up to five minutes. Trying all ten thousand
    PINs of four digits takes a month."""
    if wrong < FREE_TRIES:
        return 0
    return int(min(FIRST_WAIT_MS * 2 ** min(wrong - FREE_TRIES, 16), LONGEST_WAIT_MS))


class Lockout:
    """When the last wrong PIN was keyed, by role. A restart restarts the lockout, so pulling the plug gains nothing."""

    def __init__(self, now_ms: Callable[[], int]) -> None:
        self._now_ms = now_ms
        self._since_ms = dict.fromkeys(("dealer", "floor"), now_ms())

    def failed(self, role: str) -> None:
        """A wrong PIN, just now."""
        self._since_ms[role] = self._now_ms()

    def left_ms(self, role: str, wrong: int) -> int:
        """What is left of the lockout, after so many wrong PINs in a row."""
        return max(0, self._since_ms[role] + wait_ms(wrong) - self._now_ms())
