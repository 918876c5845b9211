"""The events of a table's link to the clock, and the table's identity, as plain values. Knows no socket."""

import msgspec

from engine.message import Message
from engine.tournament.seating.seats import Seating
from engine.tournament.targets import TableTarget
from kiosk.protocol.messages import (
    LONGEST_TEXT,
    OLDEST_PROTOCOL,
    PROTOCOL,
    Around,
    ClockState,
    Coming,
    FloorAnswer,
    Hello,
    PinChecked,
)
from kiosk.protocol.staff import Signer
from kiosk.storage.chain import Mark


class LinkEvent(msgspec.Struct, frozen=True):
    """The family of all link events."""


class Welcomed(LinkEvent, frozen=True):
    """Connected: the table's seating where no target stands in its place, the clock's state, how many records the
    clock holds, and what is around the table; None from a clock that does not say."""

    seating: Seating | None
    room: ClockState
    held: int = 0
    staff: tuple[Signer, ...] = ()
    coming: tuple[Coming, ...] = ()
    target: TableTarget | None = None
    around: Around | None = None


class StateReceived(LinkEvent, frozen=True):
    """A new state of the clock, the players on the way to this table; what should be there, and what is around it,
    where that is news."""

    room: ClockState
    coming: tuple[Coming, ...] = ()
    target: TableTarget | None = None
    around: Around | None = None


class SentTo(LinkEvent, frozen=True):
    """The table is for this sitting now; for none if it is empty."""

    sitting: str
    staff: tuple[Signer, ...] = ()


class RequestBooked(LinkEvent, frozen=True):
    """The room booked what was asked for, or says why not."""

    id: str
    why: str


class FloorAnswered(LinkEvent, frozen=True):
    """The floor answers a call."""

    answer: FloorAnswer


class PinAnswered(LinkEvent, frozen=True):
    """What the clock says to a PIN that it was asked about."""

    checked: PinChecked


class OffsetMeasured(LinkEvent, frozen=True):
    """The offset from this machine's milliseconds (the link's `now_ms`) to the clock's."""

    offset_ms: int


class Delivered(LinkEvent, frozen=True):
    """The clock holds the first `held` records of the journal."""

    held: int


class Away(LinkEvent, frozen=True):
    """Not connected: what fault it is, and whether the clock refused or holds another history: then waiting does not
    help. `lost`: the table is another kiosk's, or has another history at the clock, so that this one may only show."""

    why: Message
    refused: bool = False
    lost: bool = False


class Identity(msgspec.Struct, frozen=True):
    """A table's credentials, and the clock's `url` such as ws://clock:8080/table. `epoch` is the journal's, of this
    `sitting`, or of an `event` of before sittings; `opening` tells this opening of it from one of a copy. What the
    clock answers is said in `language`. The `fingerprint` is of the room's certificate authority, where one is
    pinned."""

    url: str
    table: int
    token: str
    epoch: int
    sitting: str = ""
    event: str = ""
    language: str = ""
    fingerprint: str = ""
    opening: str = ""

    def hello(self, head: Mark, keeps_backups: bool = False, held: int = 0, decided: int = 0) -> Hello:
        """How it introduces itself with a journal that ends here, of which the clock has acknowledged `held` records,
        and has said that it decided so much."""
        protocol = PROTOCOL if self.sitting else OLDEST_PROTOCOL
        event = self.event[:LONGEST_TEXT]
        return Hello(
            self.token,
            self.table,
            self.epoch,
            head,
            protocol,
            self.sitting,
            event,
            self.language,
            self.opening,
            asks_pins=True,
            keeps_backups=keeps_backups,
            held=held,
            decided=decided,
        )
