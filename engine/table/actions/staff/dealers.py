"""Dealers signing in and out, and PINs that were keyed in.

Nothing here stops play: a table with nobody signed in keeps dealing.
"""

from msgspec.structs import replace

from engine.event import Event
from engine.names import one_line
from engine.refused import Refused
from engine.table.action import RoomAction
from engine.table.staffing import wrong_in_a_row
from engine.table.state import RoomEvent, Table
from engine.terms import Role


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
    """This dealer took over."""

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
    """The dealer left. The dealer is unknown until another one signs in."""

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
