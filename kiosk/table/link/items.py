"""What a table hears of its link to the clock, and who it is to it, as plain values. Knows no socket."""

from dataclasses import dataclass

from engine.tournament.seats import Seating
from kiosk.protocol.messages import ClockState, Coming
from kiosk.protocol.staff import Member


class LinkEvent:
    """The family of what a table hears of its link."""


@dataclass(frozen=True, slots=True)
class Welcomed(LinkEvent):
    """Connected: what the clock gave out to this table, the room as it is, and how many records the clock holds."""

    seating: Seating
    room: ClockState
    held: int = 0
    staff: tuple[Member, ...] = ()
    coming: tuple[Coming, ...] = ()


@dataclass(frozen=True, slots=True)
class RoomHeard(LinkEvent):
    """The room has changed, or who is on the way to this table."""

    room: ClockState
    coming: tuple[Coming, ...] = ()


@dataclass(frozen=True, slots=True)
class TimeHeard(LinkEvent):
    """What to add to this machine's milliseconds (the link's `now_ms`) to have the clock's."""

    offset_ms: int


@dataclass(frozen=True, slots=True)
class Delivered(LinkEvent):
    """The clock holds the first `held` records of the journal."""

    held: int


@dataclass(frozen=True, slots=True)
class Away(LinkEvent):
    """Not connected: why, what to do, and whether the clock said no, or holds another history: then waiting is of no
    use."""

    why: str
    fix: str
    refused: bool = False


@dataclass(frozen=True, slots=True)
class Identity:
    """Who a table is, and to which clock: `url` such as ws://clock:8080/table. `epoch` is the opening in which the
    table's journal is written."""

    url: str
    table: int
    token: str
    epoch: int
