"""Signing in at a table: PINs are checked, and the results are recorded. The clock is asked about the PINs that it
knows, and while it is away, the table checks them."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from msgspec.structs import replace

from engine.actions import NotePin
from engine.table.state import Staffing, wrong_in_a_row
from kiosk.faults import Fault
from kiosk.protocol.messages import CheckPin, PinChecked
from kiosk.protocol.staff import Role, Signer
from kiosk.table.control.orders import TableOrders
from kiosk.table.control.sittings import TableSittings
from kiosk.table.display import TableDisplay
from kiosk.table.link.line import TableLink
from kiosk.table.people.sign_in import TableStaff
from ui.dealer.model.sign_in import PinAnswer

PATIENCE_MS = 10_000
"""How long the clock has to answer, no matter how many tables ask it."""


class PendingPin(NamedTuple):
    ask: CheckPin
    since_ms: int


class PinChecks:
    def __init__(self, staff: TableStaff, line: TableLink, now_ms: Callable[[], int]) -> None:
        self._staff = staff
        self._line = line
        self._now_ms = now_ms
        self._asked: dict[str, PendingPin] = {}

    def enter(self, role: Role, pin: str, name: str, staffing: Staffing, is_linked: bool) -> PinAnswer:
        """Check a keyed PIN. If the clock `is_linked` and has to be asked, its answer comes later."""
        if not (is_linked and self._staff.asks_clock(role, name)):
            return self._staff.enter(role, pin, name, wrong_in_a_row(staffing, role))
        ask = CheckPin(secrets.token_hex(8), role, str(pin), name)
        self._asked[ask.id] = PendingPin(ask, self._now_ms())
        self._line.check_pin(ask)
        return PinAnswer(asked=ask.id)

    def answered(self, checked: PinChecked, staffing: Staffing) -> list[tuple[Role, PinAnswer]]:
        """Process the clock's answer. Returns nothing if nobody is waiting for it any longer."""
        asked = self._asked.get(checked.id)
        if asked is None or checked.result == "cannot":
            return self._without_clock([asked] if asked else [], staffing)
        del self._asked[checked.id]
        return [(asked.ask.role, self._staff.checked(asked.ask, checked))]

    def late(self, staffing: Staffing) -> list[tuple[Role, PinAnswer]]:
        before_ms = self._now_ms() - PATIENCE_MS
        return self._without_clock([one for one in self._asked.values() if one.since_ms <= before_ms], staffing)

    def cut_off(self, staffing: Staffing) -> list[tuple[Role, PinAnswer]]:
        return self._without_clock(list(self._asked.values()), staffing)

    def _without_clock(self, asked: list[PendingPin], staffing: Staffing) -> list[tuple[Role, PinAnswer]]:
        settled: list[tuple[Role, PinAnswer]] = []
        for ask, _ in asked:
            del self._asked[ask.id]
            wrong = wrong_in_a_row(staffing, ask.role) + sum(role == ask.role for role, one in settled if one.tried)
            entered = self._staff.enter(ask.role, ask.pin, ask.name, wrong)
            settled.append((ask.role, replace(entered, asked=ask.id)))
        return settled


@dataclass(frozen=True, eq=False)
class KeyedPins:
    """The PINs keyed in at one table. The record says that a PIN was wrong, never what was keyed in."""

    staff: TableStaff
    checks: PinChecks
    sittings: TableSittings
    orders: TableOrders
    face: TableDisplay

    def enter(self, role: Role, pin: str, name: str = "") -> PinAnswer:
        sitting = self.sittings.now
        entered = self.checks.enter(role, pin, name, sitting.game.table.staffing, sitting.clock.is_linked)
        self._note(role, entered)
        return entered

    def receive_staff(self, staff: tuple[Signer, ...]) -> None:
        try:
            self.staff.receive(staff)
        except Fault as fault:
            self.face.refuse(fault.message, "")

    def answered(self, checked: PinChecked) -> None:
        self._settle(self.checks.answered(checked, self.sittings.now.game.table.staffing))

    def check_late(self) -> None:
        """Check here the PINs that have waited too long for the clock."""
        self._settle(self.checks.late(self.sittings.now.game.table.staffing))

    def cut_off(self) -> None:
        self._settle(self.checks.cut_off(self.sittings.now.game.table.staffing))

    def _settle(self, settled: list[tuple[Role, PinAnswer]]) -> None:
        for role, entered in settled:
            self._note(role, entered)
            self.face.pin_checked(entered)

    def _note(self, role: Role, entered: PinAnswer) -> None:
        staffing = self.sittings.now.game.table.staffing
        if entered.tried and (wrong_in_a_row(staffing, role) or not entered.name):
            self.orders.ask(NotePin(role, entered.name))
