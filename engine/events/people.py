"""Events about people: seating, dealers and PINs."""

from engine.events.base import RoomEvent, TableEvent
from engine.terms import Role


class AwayMarked(TableEvent, frozen=True, tag="away-marked"):
    """The player is away from the table, or back. An absent player is dealt in and posts, and then the hand is
    killed."""

    seat: int
    away: bool


class ClockCalled(TableEvent, frozen=True, tag="clock-called"):
    """The clock was called on the player whose turn it is (TDA 2024 rule 29), or the call was withdrawn."""

    seat: int
    on: bool = True


class SeatTaken(RoomEvent, frozen=True, tag="seat-taken", omit_defaults=True):
    """A player sat down with chips, brought from table `came_from` if that is not 0. If `purchase` is not 0, the player
    had busted and bought these chips, and those chips are not handed out again."""

    seat: int
    player: str
    name: str
    chips: int
    came_from: int = 0
    purchase: int = 0


class SeatLeft(TableEvent, frozen=True, tag="seat-left"):
    """A player left with `chips`, for table `to` if that is not 0. A player who left without chips had busted."""

    seat: int
    player: str
    chips: int
    to: int = 0


class ChipsBought(RoomEvent, frozen=True, tag="chips-bought"):
    """A player received chips that they bought. The chips of a `purchase` are never handed out twice."""

    seat: int
    player: str
    chips: int
    purchase: int


class LeavePlanned(TableEvent, frozen=True, tag="leave-planned"):
    """The player will leave before the next hand, for table `to` if that is not 0. If `goes` is false, the player stays
    after all."""

    seat: int
    to: int = 0
    goes: bool = True


class DealerSignedIn(RoomEvent, frozen=True, tag="dealer-signed-in"):
    """This dealer took over."""

    name: str


class DealerSignedOut(RoomEvent, frozen=True, tag="dealer-signed-out"):
    """The dealer left. The dealer is unknown until another one signs in."""

    name: str


class PinEntered(RoomEvent, frozen=True, tag="pin-entered"):
    """Someone keyed in a PIN for this role. `name` is the PIN's owner; it is empty if nobody had this PIN."""

    role: Role
    name: str
