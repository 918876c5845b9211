"""The dealer, floor calls, and wrong PINs. Knows only names, and nothing about the PINs themselves, hands or time.

Nothing here stops play: a table with nobody signed in keeps dealing, whether or not the floor comes.
"""

import msgspec

from engine.terms import FloorReason


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
