"""The dealer, floor calls, and wrong PINs. Knows only names, and nothing about the PINs themselves, hands or time.

Nothing here stops play: a table with nobody signed in keeps dealing, whether or not the floor comes.
"""

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec.structs import replace

from engine.actions import (
    Action,
    CallFloor,
    MeetFloor,
    NotePin,
    SignIn,
    SignOut,
    WithdrawCall,
)
from engine.events import (
    DealerSignedIn,
    DealerSignedOut,
    Event,
    FloorCalled,
    FloorCallWithdrawn,
    FloorCame,
    FloorReason,
    PinEntered,
)
from engine.names import one_line
from engine.refused import Refused


class FloorCall(msgspec.Struct, frozen=True, gc=False):
    """An open call for the floor; `why` is empty if no reason was given."""

    why: FloorReason = ""


class Staffing(msgspec.Struct, frozen=True, gc=False):
    """The dealer (empty if nobody is signed in), the open call for the floor, and how many PINs in a row were wrong."""

    dealer: str = ""
    call: FloorCall | None = None
    wrong_dealer: int = 0
    wrong_floor: int = 0


def wrong_in_a_row(staffing: Staffing, role: str) -> int:
    """How many PINs were wrong since the last correct one for this role. Each role is counted separately, so that
    entering a dealer's own PIN does not allow more attempts at the floor's."""
    return staffing.wrong_floor if role == "floor" else staffing.wrong_dealer


def sign_in(staffing: Staffing, action: SignIn) -> list[Event]:
    """Sign a dealer in. The previous dealer is signed out at the same time, so one tap changes dealers. Raises
    `Refused`."""
    name = one_line(action.name)
    if not name:
        raise Refused("dealer-unnamed")
    if name == staffing.dealer:
        raise Refused("signed-in-already", name=name)
    return [DealerSignedIn(name)]


def sign_out(staffing: Staffing, _: SignOut) -> list[Event]:
    """Sign the dealer out. Raises `Refused` if nobody is signed in."""
    if not staffing.dealer:
        raise Refused("nobody-signed-in")
    return [DealerSignedOut(staffing.dealer)]


def call_floor(staffing: Staffing, action: CallFloor) -> list[Event]:
    """Call the floor; a second call gives a reason or changes it. Raises `Refused` if the call does not add
    anything."""
    if staffing.call and action.why in ("", staffing.call.why):
        raise Refused("floor-called-already")
    return [FloorCalled(action.why)]


def meet_floor(staffing: Staffing, action: MeetFloor) -> list[Event]:
    """Record that the floor came. Raises `Refused` if there is no open call."""
    if staffing.call is None:
        raise Refused("floor-not-called")
    if not action.by.strip():
        raise Refused("floor-unnamed")
    return [FloorCame(action.by.strip())]


def withdraw_call(staffing: Staffing, _: WithdrawCall) -> list[Event]:
    """Withdraw the call for the floor. Raises `Refused` if there is no open call."""
    if staffing.call is None:
        raise Refused("floor-not-called")
    return [FloorCallWithdrawn()]


def note_pin(_: Staffing, action: NotePin) -> list[Event]:
    """Record that a PIN was keyed in, but never the PIN itself."""
    return [PinEntered(action.role, action.name)]


def apply(staffing: Staffing, event: Event) -> Staffing:
    """The staffing after an event."""
    match event:
        case DealerSignedIn(name=name):
            return replace(staffing, dealer=name)
        case DealerSignedOut():
            return replace(staffing, dealer="")
        case FloorCalled(why=why):
            return replace(staffing, call=FloorCall(why))
        case FloorCame() | FloorCallWithdrawn():
            return replace(staffing, call=None)
        case PinEntered(role=role, name=name):
            wrong = 0 if name else wrong_in_a_row(staffing, role) + 1
            return replace(staffing, wrong_floor=wrong) if role == "floor" else replace(staffing, wrong_dealer=wrong)
    return staffing


RULES: dict[type[Action], Callable[[Staffing, Any], list[Event]]] = {
    SignIn: sign_in,
    SignOut: sign_out,
    CallFloor: call_floor,
    MeetFloor: meet_floor,
    WithdrawCall: withdraw_call,
    NotePin: note_pin,
}
