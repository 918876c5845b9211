"""What a touch can mean: an action asked of the table, or something the screen answers by itself."""

from typing import Literal

import msgspec

from engine.actions import TableAction

PadName = Literal["", "amount", "card", "kill"]


class Ask(msgspec.Struct, frozen=True):
    """Ask the table for this."""

    action: TableAction


class PushAndStart(msgspec.Struct, frozen=True):
    """Push the pots as shown and, when they are pushed, start the next hand."""


class Open(msgspec.Struct, frozen=True):
    """Open a pad; the card pad at a place (a seat, `BOARD`, or None for the place most expected)."""

    pad: PadName
    where: int | None = None


class Close(msgspec.Struct, frozen=True):
    """Close the pad."""


class Key(msgspec.Struct, frozen=True):
    """Add digits to the amount."""

    digits: str


class Clear(msgspec.Struct, frozen=True):
    """Empty the amount."""


class PickRank(msgspec.Struct, frozen=True):
    """The first half of a card."""

    rank: str


class PickSeat(msgspec.Struct, frozen=True):
    """The seat whose hand the floor kills."""

    seat: int


class AskAgain(msgspec.Struct, frozen=True):
    """Have UNDO ask whether it is meant."""


Tap = Ask | AskAgain | PushAndStart | Open | Close | Key | Clear | PickRank | PickSeat
