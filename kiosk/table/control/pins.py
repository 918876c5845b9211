"""Signing in at a table: PINs are checked, and the results are recorded. The clock checks the PINs that it knows; while
it is unreachable, the table checks them."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from msgspec.structs import replace

from engine.table.actions.staff import NotePin
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
"""How long the clock has to answer, in milliseconds, no matter how many tables ask it."""


class PendingPin(NamedTuple):
    ask: CheckPin
    since_ms: int


@dataclass(frozen=True, eq=False)
class KeyedPins:
    """The PINs keyed in at one table. The record says that a PIN was wrong, never what was keyed in."""

    staff: TableStaff
    line: TableLink
    now_ms: Callable[[], int]
    sittings: TableSittings
    orders: TableOrders
    face: TableDisplay
    _asked: dict[str, PendingPin] = field(default_factory=dict, init=False)

    def enter(self, role: Role, pin: str, name: str = "") -> PinAnswer:
        """Check a PIN. If the clock is connected and has to check this PIN, the answer comes later."""
        if self.sittings.now.clock.is_linked and self.staff.asks_clock(role, name):
            ask = CheckPin(secrets.token_hex(8), role, str(pin), name)
            self._asked[ask.id] = PendingPin(ask, self.now_ms())
            self.line.check_pin(ask)
            return PinAnswer(asked=ask.id)
        entered = self.staff.enter(role, pin, name, wrong_in_a_row(self._staffing, role))
        self._note(role, entered)
        return entered

    def receive_staff(self, staff: tuple[Signer, ...]) -> None:
        try:
            self.staff.receive(staff)
        except Fault as fault:
            self.face.refuse(fault.message, "")

    def answered(self, checked: PinChecked) -> None:
        """Process the clock's answer, if anybody is still waiting for it."""
        asked = self._asked.get(checked.id)
        if asked and checked.result == "cannot":
            self._check_here([asked])
        elif asked:
            del self._asked[checked.id]
            self._settle(asked.ask.role, self.staff.checked(asked.ask, checked))

    def check_late(self) -> None:
        """Check PINs at this table if the clock has taken too long to answer."""
        before_ms = self.now_ms() - PATIENCE_MS
        self._check_here([one for one in self._asked.values() if one.since_ms <= before_ms])

    def cut_off(self) -> None:
        self._check_here(list(self._asked.values()))

    def _check_here(self, asked: list[PendingPin]) -> None:
        settled: list[tuple[Role, PinAnswer]] = []
        for ask, _ in asked:
            del self._asked[ask.id]
            before = sum(role == ask.role for role, one in settled if one.tried)
            wrong = wrong_in_a_row(self._staffing, ask.role) + before
            settled.append((ask.role, replace(self.staff.enter(ask.role, ask.pin, ask.name, wrong), asked=ask.id)))
        for role, entered in settled:
            self._settle(role, entered)

    def _settle(self, role: Role, entered: PinAnswer) -> None:
        self._note(role, entered)
        self.face.pin_checked(entered)

    def _note(self, role: Role, entered: PinAnswer) -> None:
        if entered.tried and (wrong_in_a_row(self._staffing, role) or not entered.name):
            self.orders.ask(NotePin(role, entered.name))

    @property
    def _staffing(self) -> Staffing:
        return self.sittings.now.game.table.staffing
