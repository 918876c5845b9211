"""Signing in at a table: PINs are checked, and the results are recorded."""

from dataclasses import dataclass

from engine.actions import NotePin
from engine.table.state import wrong_in_a_row
from kiosk.faults import Fault
from kiosk.protocol.messages import PinChecked
from kiosk.protocol.staff import Role, Signer
from kiosk.table.control.orders import TableOrders
from kiosk.table.control.sittings import TableSittings
from kiosk.table.display import TableDisplay
from kiosk.table.people.pin_checks import PinChecks
from kiosk.table.people.sign_in import TableStaff
from ui.dealer.model.sign_in import PinAnswer


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
