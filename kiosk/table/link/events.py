"""The events of a table's link to the clock, and the table's identity, as plain values. Knows nothing about sockets."""

import msgspec

from engine.message import Message
from engine.tournament.tables.room_info import IncomingPlayer
from engine.tournament.targets import TableTarget
from kiosk.protocol.link.clock_state import ClockState
from kiosk.protocol.messages import Ack, FloorAnswer, GoTo, Hello, PinChecked, RequestResult, RoomInfo, Welcome
from kiosk.storage.chain import Mark


class StateReceived(msgspec.Struct, frozen=True):
    """The clock's new state and the players on the way here; also the target and the surroundings, if they have
    changed."""

    room: ClockState
    coming: tuple[IncomingPlayer, ...] = ()
    target: TableTarget | None = None
    room_info: RoomInfo | None = None


class OffsetMeasured(msgspec.Struct, frozen=True):
    """The offset from this machine's milliseconds (the link's `now_ms`) to the clock's."""

    offset_ms: int


class Away(msgspec.Struct, frozen=True):
    """The table is not connected, and why. `refused`: waiting is pointless, because the clock refused or holds a
    different history. `lost`: another kiosk writes for the table, or the history differs; this one may only show the
    table."""

    why: Message
    refused: bool = False
    lost: bool = False


LinkEvent = Welcome | StateReceived | GoTo | RequestResult | FloorAnswer | PinChecked | OffsetMeasured | Ack | Away
"""Most events are the clock's own messages. States, offsets and lost connections are derived from several messages."""


class TableCredentials(msgspec.Struct, frozen=True):
    """A table's credentials, and the clock's `url` such as ws://clock:8080/table. `epoch` belongs to the journal of
    this `sitting`. `opening` distinguishes this opening of the journal from the opening of a copy. The clock answers in
    `language`. `fingerprint` identifies the room's certificate authority, if one is pinned. `version` is that of this
    program."""

    url: str
    table: int
    token: str
    epoch: int
    sitting: str = ""
    language: str = ""
    fingerprint: str = ""
    opening: str = ""
    version: str = ""

    def hello(self, head: Mark, held: int = 0, decided: int = 0) -> Hello:
        """The hello for a journal that ends at `head`. The clock has acknowledged `held` records and reported decisions
        up to `decided`."""
        return Hello(
            self.token,
            self.table,
            self.epoch,
            head,
            sitting=self.sitting,
            language=self.language,
            opening=self.opening,
            held=held,
            decided=decided,
            version=self.version,
        )
