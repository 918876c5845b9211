"""Calls for the floor. They do not stop play: the table keeps dealing, whether or not the floor comes."""

from msgspec.structs import replace

from engine.event import Event
from engine.refused import Refused
from engine.table.action import RoomAction
from engine.table.staffing import FloorCall
from engine.table.state import RoomEvent, Table
from engine.terms import FloorReason


class CallFloor(RoomAction, frozen=True, tag="call-floor"):
    """Call the floor. A second call adds the reason."""

    why: FloorReason = ""

    def decide(self, table: Table) -> list[Event]:
        """A second call gives a reason or changes it. It is refused if it does not add anything."""
        if table.staffing.call and self.why in ("", table.staffing.call.why):
            raise Refused("floor-called-already")
        return [FloorCalled(self.why)]


class FloorCalled(RoomEvent, frozen=True, tag="floor-called"):
    """The floor was called, or a reason was added to the call."""

    why: FloorReason = ""

    def change(self, table: Table) -> Table:
        return replace(table, staffing=replace(table.staffing, call=FloorCall(self.why)))


class MeetFloor(RoomAction, frozen=True, tag="meet-floor"):
    """The floor person `by` has come to the table."""

    by: str

    def decide(self, table: Table) -> list[Event]:
        if table.staffing.call is None:
            raise Refused("floor-not-called")
        if not self.by.strip():
            raise Refused("floor-unnamed")
        return [FloorCame(self.by.strip())]


class FloorCame(RoomEvent, frozen=True, tag="floor-came"):
    """The floor came to the table."""

    by: str

    def change(self, table: Table) -> Table:
        return replace(table, staffing=replace(table.staffing, call=None))


class WithdrawCall(RoomAction, frozen=True, tag="withdraw-call"):
    """The floor is no longer needed."""

    def decide(self, table: Table) -> list[Event]:
        if table.staffing.call is None:
            raise Refused("floor-not-called")
        return [FloorCallWithdrawn()]


class FloorCallWithdrawn(RoomEvent, frozen=True, tag="floor-call-withdrawn"):
    """The call was withdrawn before the floor came."""

    def change(self, table: Table) -> Table:
        return replace(table, staffing=replace(table.staffing, call=None))
