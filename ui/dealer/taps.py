"""What a touch can mean: an action asked of the table, or something the screen answers by itself."""

from typing import Literal

import msgspec

from engine.actions import TableAction

PadName = Literal["", "amount", "card"]
Role = Literal["", "dealer", "floor"]


class Leaf(msgspec.Struct, frozen=True):
    """A page as far as a tap knows it: what has been picked on it. How it is shown is `ui.dealer.pages.page.Page`."""


class Turn(msgspec.Struct, frozen=True):
    """The screen's own answer: this page next; None closes."""

    page: Leaf | None = None


class Ask(msgspec.Struct, frozen=True):
    """Ask the table for this; `then` is the page that is shown while it answers, None for the table itself.

    `needs`: who has to sign for it with a PIN first, where the table has staff.
    """

    action: TableAction
    then: Leaf | None = None
    needs: Role = ""


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


class AskAgain(msgspec.Struct, frozen=True):
    """Have UNDO ask whether it is meant."""


Tap = Turn | Ask | AskAgain | PushAndStart | Open | Close | Key | Clear | PickRank
