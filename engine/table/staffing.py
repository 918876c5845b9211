"""Who deals, whether the floor is called, and wrong PINs. Knows no PIN, no hand and no time: names only.

Nothing here stops play: a table with nobody signed in deals on, and the floor may come or not.
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
from engine.refused import Refused


class FloorCall(msgspec.Struct, frozen=True):
    """The floor is waited for; `why` is empty where there was no time to say."""

    why: FloorReason = ""


class Staffing(msgspec.Struct, frozen=True):
    """Who deals (empty: nobody signed in), the call that waits for the floor, and how many PINs in a row were wrong."""

    dealer: str = ""
    call: FloorCall | None = None
    wrong_dealer: int = 0
    wrong_floor: int = 0


def wrong_in_a_row(staffing: Staffing, role: str) -> int:
    """How many PINs were wrong since the last right one for this role. They are counted apart, so that a dealer's own
    PIN does not give new tries at the floor's."""
    return staffing.wrong_floor if role == "floor" else staffing.wrong_dealer


def sign_in(staffing: Staffing, action: SignIn) -> list[Event]:
    """The dealer before goes without a word: at a change of dealers one tap is enough. Raises `Refused`."""
    name = action.name.strip()
    if not name:
        raise Refused("dealer-unnamed")
    if name == staffing.dealer:
        raise Refused("signed-in-already", name=name)
    return [DealerSignedIn(name)]


def sign_out(staffing: Staffing, _: SignOut) -> list[Event]:
    """Raises `Refused` where nobody is signed in."""
    if not staffing.dealer:
        raise Refused("nobody-signed-in")
    return [DealerSignedOut(staffing.dealer)]


def call_floor(staffing: Staffing, action: CallFloor) -> list[Event]:
    """A second call says why, or something else. Raises `Refused` where it would say nothing new."""
    if staffing.call and action.why in ("", staffing.call.why):
        raise Refused("floor-called-already")
    return [FloorCalled(action.why)]


def meet_floor(staffing: Staffing, action: MeetFloor) -> list[Event]:
    """Raises `Refused` where nobody called."""
    if staffing.call is None:
        raise Refused("floor-not-called")
    if not action.by.strip():
        raise Refused("floor-unnamed")
    return [FloorCame(action.by.strip())]


def withdraw_call(staffing: Staffing, _: WithdrawCall) -> list[Event]:
    """Raises `Refused` where nobody called."""
    if staffing.call is None:
        raise Refused("floor-not-called")
    return [FloorCallWithdrawn()]


def note_pin(_: Staffing, action: NotePin) -> list[Event]:
    """A PIN was keyed; never the PIN itself."""
    return [PinEntered(action.role, action.name)]


def apply(staffing: Staffing, event: Event) -> Staffing:
    """The staffing after a fact."""
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
