"""What a table hears of its link to the clock, and who it is to it, as plain values. Knows no socket."""

import msgspec

from engine.tournament.seats import Seating
from kiosk.protocol.messages import ClockState, Coming
from kiosk.protocol.staff import Member


class LinkEvent(msgspec.Struct, frozen=True):
    """The family of what a table hears of its link."""


class Welcomed(LinkEvent, frozen=True):
    """Connected: what the clock gave out to this table, the room as it is, and how many records the clock holds."""

    seating: Seating
    room: ClockState
    held: int = 0
    staff: tuple[Member, ...] = ()
    coming: tuple[Coming, ...] = ()


class StateReceived(LinkEvent, frozen=True):
    """The room has changed, or who is on the way to this table."""

    room: ClockState
    coming: tuple[Coming, ...] = ()


class OffsetMeasured(LinkEvent, frozen=True):
    """What to add to this machine's milliseconds (the link's `now_ms`) to have the clock's."""

    offset_ms: int


class Delivered(LinkEvent, frozen=True):
    """The clock holds the first `held` records of the journal."""

    held: int


class Away(LinkEvent, frozen=True):
    """Not connected: why, what to do, and whether the clock said no, or holds another history: then waiting is of no
    use."""

    why: str
    fix: str
    refused: bool = False


class Identity(msgspec.Struct, frozen=True):
    """Who a table is, and to which clock: `url` such as ws://clock:8080/table. `epoch` is the opening in which the
    table's journal is written."""

    url: str
    table: int
    token: str
    epoch: int
