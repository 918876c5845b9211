"""Signing in at one table with a PIN, using what is known here. Neither a PIN nor its hash is written to a disk."""

from collections.abc import Callable
from pathlib import Path

from kiosk.pins import Lockout, find_member, wait_ms
from kiosk.protocol.messages import CheckPin, PinChecked
from kiosk.protocol.staff import Member, Role, Signer
from kiosk.table.people.staff_cache import StaffCache
from kiosk.table.people.verifiers import Verifiers
from ui.dealer.model.sign_in import PinAnswer

MS_A_SECOND = 1000


class TableStaff:
    """The staff in the settings, whose PINs are known here. If the settings list no staff, the staff that the clock
    sent last."""

    def __init__(self, named: tuple[Member, ...], journal: Path, now_ms: Callable[[], int]) -> None:
        self._named = named
        self._gate = Lockout(now_ms)
        self._verifiers = Verifiers(now_ms)
        self._cache = StaffCache(journal)
        self._cached = () if named else self._cache.read()
        self.members = tuple(Signer(one.name, one.role) for one in named) or self._cached

    def receive(self, staff: tuple[Signer, ...]) -> None:
        """Let the clock's staff sign in from now on. Raises `Fault` if they cannot be cached."""
        if self._named:
            return
        self.members = staff
        self._verifiers.forget_others(staff)
        names = tuple(Signer(one.name, one.role) for one in staff)
        if names != self._cached:
            self._cache.write(names)
            self._cached = names

    def asks_clock(self, role: Role, name: str) -> bool:
        """Whether only the clock knows all of the PINs."""
        return not self._named and bool(self._of(role, name))

    def enter(self, role: Role, pin: str, name: str, wrong: int) -> PinAnswer:
        """Check a keyed PIN without asking the clock, after `wrong` failed attempts in a row."""
        members = self._of(role, name)
        known = self._named or [found for one in members if (found := self._verifiers.of(one))]
        is_away = len(known) < len(members)
        if is_away and not known:
            return PinAnswer(is_away=True)
        if left_ms := self._gate.left_ms(role, wrong):
            return PinAnswer(wait_ms=left_ms)
        if found := find_member(known, role, pin, name):
            return PinAnswer(found.name, tried=True)
        self._gate.failed(role)
        return PinAnswer(wait_ms=wait_ms(wrong + 1), is_away=is_away, tried=True)

    def checked(self, ask: CheckPin, checked: PinChecked) -> PinAnswer:
        """The result of the clock's answer about a PIN. A PIN that was right can be checked here while the clock is
        unreachable.
        """
        if checked.result == "right":
            member = Signer(checked.name, ask.role, checked.pin_id)
            if member in self.members:
                self._verifiers.keep(member, ask.pin)
            return PinAnswer(checked.name, asked=ask.id, tried=True)
        if checked.result == "wrong":
            self._gate.failed(ask.role)
        return PinAnswer("", checked.wait_s * MS_A_SECOND, ask.id, tried=checked.result == "wrong")

    def _of(self, role: Role, name: str) -> list[Signer]:
        return [one for one in self.members if one.role == role and name in ("", one.name)]
