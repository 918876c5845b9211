"""Signing in at one table with a PIN. Neither a PIN nor its hash goes into the journal."""

from collections.abc import Callable
from pathlib import Path

import msgspec

from kiosk.pins import Lockout, find_member, wait_ms
from kiosk.protocol.staff import Member, Role
from kiosk.table.staff_cache import read_staff, write_staff


class SignInAttempt(msgspec.Struct, frozen=True):
    """Whose PIN it was, empty if wrong or during the lockout; the lockout from now on; whether the PIN was checked."""

    name: str
    wait_ms: int
    tried: bool


class TableStaff:
    """The staff in the settings; if there are none, the staff that the clock sent last, also while it is offline."""

    def __init__(self, named: tuple[Member, ...], journal: Path, now_ms: Callable[[], int]) -> None:
        """Raises `Fault` if the cache cannot be read."""
        self._path = journal.with_name(f"{journal.name}.staff")
        self._named = named
        self._gate = Lockout(now_ms)
        self._cached = read_staff(self._path) if not named else ()
        self.members = named or self._cached

    def receive(self, staff: tuple[Member, ...]) -> None:
        """The clock's staff sign in from now on. Raises `Fault` if they cannot be cached."""
        if self._named:
            return
        self.members = staff
        if staff != self._cached:
            write_staff(self._path, staff)
            self._cached = staff

    def enter(self, role: Role, pin: str, name: str, wrong: int) -> SignInAttempt:
        """A PIN is keyed, after so many wrong ones in a row."""
        if left_ms := self._gate.left_ms(role, wrong):
            return SignInAttempt("", left_ms, False)
        if found := find_member(self.members, role, pin, name):
            return SignInAttempt(found, 0, True)
        self._gate.failed(role)
        return SignInAttempt("", wait_ms(wrong + 1), True)
