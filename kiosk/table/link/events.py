"""The events of a table's link to the clock, and the table's identity, as plain values. Knows no socket."""

import msgspec

from engine.message import Message
from engine.tournament.seats import Seating
from kiosk.protocol.messages import ClockState, Coming
from kiosk.protocol.staff import Member


class LinkEvent(msgspec.Struct, frozen=True):
    """The family of all link events."""


class Welcomed(LinkEvent, frozen=True):
    """Connected: the table's seating where no target stands in its place, the clock's state, and how many records the
    clock holds."""

    seating: Seating | None
    room: ClockState
    held: int = 0
    staff: tuple[Member, ...] = ()
    coming: tuple[Coming, ...] = ()


class StateReceived(LinkEvent, frozen=True):
    """A new state of the clock, and the players on the way to this table."""

    room: ClockState
    coming: tuple[Coming, ...] = ()


class OffsetMeasured(LinkEvent, frozen=True):
    """The offset from this machine's milliseconds (the link's `now_ms`) to the clock's."""

    offset_ms: int


class Delivered(LinkEvent, frozen=True):
    """The clock holds the first `held` records of the journal."""

    held: int


class Away(LinkEvent, frozen=True):
    """Not connected: what fault it is, and whether the clock refused or holds another history: then waiting does not
    help."""

    why: Message
    refused: bool = False


class Identity(msgspec.Struct, frozen=True):
    """A table's credentials, and the clock's `url` such as ws://clock:8080/table. `epoch` is the journal's."""

    url: str
    table: int
    token: str
    epoch: int
