"""What the screen shows besides the table: the room's clock, the link, the reader, and what is half tapped."""

import msgspec
from msgspec.structs import replace

from engine.events import Blinds
from engine.public import PublicTable
from ui.dealer.taps import AskAgain, Clear, Close, Key, Open, PadName, PickRank, Tap

MOST_DIGITS = 12


class LevelTime(msgspec.Struct, frozen=True):
    """The room's level and what is left of it; `running` is false while the clock is paused."""

    name: str
    left_ms: int
    running: bool = True
    is_break: bool = False
    chips: tuple[int, ...] = ()
    """The denominations in play, smallest first."""
    colour_up: tuple[int, ...] = ()
    """Those that are taken out of play in this break."""
    next_blinds: Blinds | None = None
    """What the next level is played for."""


class Link(msgspec.Struct, frozen=True):
    """The line to the clock: connected, or away for so long with so many events waiting to be sent.

    `trouble` says why it is not connected and what to do; `refused` is set where the clock itself said no.
    """

    connected: bool = True
    away_ms: int = 0
    waiting: int = 0
    trouble: str = ""
    refused: bool = False


class Reader(msgspec.Struct, frozen=True):
    """The card reader: working or not, and one sentence about it."""

    works: bool = True
    says: str = ""


class Refusal(msgspec.Struct, frozen=True):
    """Why the last thing asked was not done, with the clause where the rules say so."""

    why: str
    clause: str = ""


class Surroundings(msgspec.Struct, frozen=True):
    """All that is not the table."""

    level: LevelTime | None = None
    link: Link | None = None
    """None where the table plays without a clock."""
    reader: Reader | None = None
    """None where there is no reader."""
    refusal: Refusal | None = None
    pad: PadName = ""
    typed: str = ""
    """Digits of the amount so far."""
    rank: str = ""
    """The first half of a card."""
    where: int | None = None
    """The place chosen for the next card, None for the one most expected."""
    undo_meant: bool = False
    """UNDO was tapped once where it takes two taps; any other touch calls it off."""


def after(around: Surroundings, tap: Tap) -> Surroundings:
    """The surroundings after a touch that the screen answers by itself; any touch puts a refusal away."""
    around = replace(around, refusal=None, undo_meant=False)
    match tap:
        case AskAgain():
            around = replace(around, undo_meant=True)
        case Open(pad, where):
            around = replace(_shut(around), pad=pad, where=where)
        case Close():
            around = _shut(around)
        case Key(digits):
            typed = (around.typed + digits).lstrip("0")
            around = replace(around, typed=typed) if len(typed) <= MOST_DIGITS else around
        case Clear():
            around = replace(around, typed="")
        case PickRank(rank):
            around = replace(around, rank=rank)
    return around


def settle(around: Surroundings, before: PublicTable | None, table: PublicTable) -> Surroundings:
    """The surroundings as the table changes: a pad that asks about what is past closes, the card pad goes on."""
    if before is not None and _question(before) == _question(table):
        return around
    around = replace(around, refusal=None, undo_meant=False)
    if around.pad != "card":
        return _shut(around)
    if not table.legal.due:
        return _shut(around)
    return replace(around, rank="", where=around.where if around.where in table.legal.due else None)


def _shut(around: Surroundings) -> Surroundings:
    return replace(around, pad="", typed="", rank="", where=None)


def _question(table: PublicTable) -> object:
    """What the table waits for: a level that comes in the middle of an amount changes nothing of it."""
    return table.hand, table.street, table.board, table.legal, tuple(seat.cards for seat in table.seats)
