"""Dealers sign in and out, PINs are keyed in, and the floor is called. Nothing here stops play."""

from msgspec.structs import replace

from engine.event import Event
from engine.names import one_line
from engine.refused import Refused
from engine.table.state import FloorCall, RoomAction, RoomEvent, Table, wrong_in_a_row
from engine.terms import FloorReason, Role


class SignIn(RoomAction, frozen=True, tag="sign-in"):
    """This dealer signs in and replaces the previous one."""

    name: str

    def decide(self, table: Table) -> list[Event]:
        """The previous dealer is signed out at the same time, so one tap changes dealers."""
        name = one_line(self.name)
        if not name:
            raise Refused("dealer-unnamed")
        if name == table.staffing.dealer:
            raise Refused("signed-in-already", name=name)
        return [DealerSignedIn(name)]


class DealerSignedIn(RoomEvent, frozen=True, tag="dealer-signed-in"):
    name: str

    def change(self, table: Table) -> Table:
        return replace(table, staffing=replace(table.staffing, dealer=self.name))


class SignOut(RoomAction, frozen=True, tag="sign-out"):
    """The dealer signs out and leaves."""

    def decide(self, table: Table) -> list[Event]:
        if not table.staffing.dealer:
            raise Refused("nobody-signed-in")
        return [DealerSignedOut(table.staffing.dealer)]


class DealerSignedOut(RoomEvent, frozen=True, tag="dealer-signed-out"):
    """The dealer left. The table has no known dealer until another one signs in."""

    name: str

    def change(self, table: Table) -> Table:
        return replace(table, staffing=replace(table.staffing, dealer=""))


class NotePin(RoomAction, frozen=True, tag="note-pin"):
    """Someone keyed in a PIN for this role. `name` is the PIN's owner; it is empty if nobody has this PIN."""

    role: Role
    name: str = ""

    def decide(self, table: Table) -> list[Event]:
        """Record that a PIN was keyed in, but never the PIN itself."""
        return [PinEntered(self.role, self.name)]


class PinEntered(RoomEvent, frozen=True, tag="pin-entered"):
    """Someone keyed in a PIN for this role. `name` is the PIN's owner; it is empty if nobody had this PIN."""

    role: Role
    name: str

    def change(self, table: Table) -> Table:
        staffing = table.staffing
        wrong = 0 if self.name else wrong_in_a_row(staffing, self.role) + 1
        if self.role == "floor":
            return replace(table, staffing=replace(staffing, wrong_floor=wrong))
        return replace(table, staffing=replace(staffing, wrong_dealer=wrong))


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


Actions = SignIn | SignOut | NotePin | CallFloor | MeetFloor | WithdrawCall
Events = DealerSignedIn | DealerSignedOut | PinEntered | FloorCalled | FloorCame | FloorCallWithdrawn
