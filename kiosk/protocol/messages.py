"""The messages between a table, a page and the clock, as JSON. Knows nothing about sockets or the disk. A change that
an earlier release could misunderstand must increase `PROTOCOL`."""

from typing import Annotated, Literal, TypeVar

import msgspec

from engine.actions import TableAction
from engine.decoders import NOT_JSON, json_decoder
from engine.tournament.levels.structure import Structure
from engine.tournament.tables.room_info import FreeSeats, Gone, IncomingPlayer, OutPlace, Relief
from engine.tournament.targets import TableTarget
from kiosk.protocol.codec import Unreadable, why_undecoded
from kiosk.protocol.link.clock_state import ClockMoment, ClockState
from kiosk.protocol.link.pairing import AskPairing, ClocksNonce, Paired, PairingWaits, TellNonce, TurnedAway
from kiosk.protocol.link.recovery import (
    AskCopy,
    AskKeep,
    BackupPart,
    BackupThere,
    CopyGranted,
    CopyHeld,
    CopyRecords,
    FetchBackup,
    FetchCopy,
    OldRecords,
    SendAgain,
)
from kiosk.protocol.link.wire import MOST_RECORDS, Number, Text, WireMessage, put_in_one_line
from kiosk.protocol.staff import Role, Signer
from kiosk.storage.chain import Mark, Record

PROTOCOL = 1
"""The version of these messages. A clock refuses a table with a later version."""
LONGEST_PIN = 12
MOST_READERS = 32
"""The maximum number of readers that a table can report to the director."""
M = TypeVar("M")
DiskState = Literal["", "low", "full", "failed"]
"""The state of a table's disk; empty if all is well. With `low`, the table warns; with `full`, it does not deal the
next hand; with `failed`, it does not accept touches."""


class Hello(WireMessage, frozen=True, tag="hello"):
    """The first message: the sender, the epoch of its journal, and the end of that journal."""

    token: Text
    table: Number
    epoch: Number
    head: Mark
    protocol: int = PROTOCOL
    """The protocol version needed to understand this message."""
    sitting: Text = ""
    """The sitting that the journal belongs to, or empty if it belongs to none."""
    language: Text = ""
    """The table's language. The clock answers in it."""
    opening: Text = ""
    """An id for this opening of the journal. Opening a copy of the journal gives a different id. If two openings have
    the same epoch, the clock accepts the first."""
    held: Number = 0
    """The number of the table's records that the clock has acknowledged, as far as the table knows."""
    decided: Number = 0
    """The newest tournament record that the table has received."""
    version: Text = ""
    """The version of the table's program."""

    def __post_init__(self) -> None:
        put_in_one_line(self, "version")


class MoveAsked(msgspec.Struct, frozen=True, tag="move"):
    """Move a player from this table to this `seat` at table `to`. If `seat` is 0, the room finds one."""

    entry: Number
    to: Number
    seat: Number = 0


class BackAsked(msgspec.Struct, frozen=True, tag="back"):
    """Cancel a player's move: the player has not sat down at the other table and belongs here again."""

    entry: Number


class EntryAsked(msgspec.Struct, frozen=True, tag="entry"):
    """A player buys in, or re-enters, at this free seat. `player` is the id of a player who played here before;
    empty for a new player."""

    name: Text
    seat: Number
    player: Text = ""


class RebuyAsked(msgspec.Struct, frozen=True, tag="rebuy"):
    """A player at this table buys more chips."""

    entry: Number


class Request(WireMessage, frozen=True, tag="request"):
    """The dealer asks the room to record something. Two messages with the same `id` count as one request."""

    id: Text
    ask: MoveAsked | BackAsked | EntryAsked | RebuyAsked


class Answered(WireMessage, frozen=True, tag="answered"):
    """The result of a `FloorAnswer`: empty if the action was carried out, otherwise the reason why not, in the clock's
    language."""

    id: Text
    why: Text = ""

    def __post_init__(self) -> None:
        put_in_one_line(self, "why")


class Records(WireMessage, frozen=True, tag="records"):
    """The records after the clock's mark in the table's journal, in order."""

    records: Annotated[tuple[Record, ...], msgspec.Meta(max_length=MOST_RECORDS)]


class ReaderStatus(msgspec.Struct, frozen=True):
    """One reader's status: its location, whether it is a reader or a camera, and, if it is not reading, the code for
    the problem and what to do. A newer table may send additional codes."""

    place: Text
    kind: Text
    problem: Text = ""
    says: Text = ""

    def __post_init__(self) -> None:
        put_in_one_line(self, "place", "kind", "problem", "says")


class TableHealth(WireMessage, frozen=True, tag="health"):
    """A table's health: whether all readers are reading cards, the status of each reader, and how many records are
    still waiting to be sent.

    `battery` is the charge in percent of a battery that is low and draining. `disk` is the state of the disk that holds
    the journal.
    """

    reader_ok: bool
    readers: Annotated[tuple[ReaderStatus, ...], msgspec.Meta(max_length=MOST_READERS)] = ()
    waiting: Number = 0
    battery: Annotated[int, msgspec.Meta(ge=0, le=100)] | None = None
    disk: DiskState = ""


def health_of(readers: tuple[ReaderStatus, ...], battery: int | None = None, disk: DiskState = "") -> TableHealth:
    is_well = not any(reader.problem for reader in readers)
    return TableHealth(is_well, readers, battery=battery, disk=disk)


class CheckPin(WireMessage, frozen=True, tag="check-pin"):
    """Ask whose PIN this is, among the staff who may sign for the role, or only among those with the given `name`."""

    id: Text
    role: Role
    pin: Annotated[str, msgspec.Meta(max_length=LONGEST_PIN)]
    name: Text = ""

    def __repr__(self) -> str:
        return f"CheckPin {self.id}"


class Ping(WireMessage, frozen=True, tag="ping"):
    """A ping, sent at time `t0` according to the sender's own clock, in milliseconds."""

    t0: int


class RoomInfo(msgspec.Struct, frozen=True):
    """Facts that the room knows and a table cannot know. They are the other `tables` (those with the most free seats
    first), the players `gone` from this table, the finishing places of those who went `out` in the last hand, and the
    dealer's `relief`."""

    tables: tuple[FreeSeats, ...] = ()
    gone: tuple[Gone, ...] = ()
    out: tuple[OutPlace, ...] = ()
    relief: Relief | None = None


class Welcome(WireMessage, frozen=True, tag="welcome"):
    """The clock accepts the table. The message says where the clock's copy ends, and has the state, the staff, the
    arriving players and the table's target."""

    mark: Mark
    room: ClockState
    staff: tuple[Signer, ...] = ()
    coming: tuple[IncomingPlayer, ...] = ()
    target: TableTarget | None = None
    room_info: RoomInfo | None = None
    clocks: tuple[Text, ...] = ()
    """The addresses of all of the room's clocks, if there are several. The table tries them in turn."""
    version: Text = ""
    """The version of the clock's program."""

    def __post_init__(self) -> None:
        put_in_one_line(self, "version")


class GoTo(WireMessage, frozen=True, tag="go-to"):
    """The sitting that this table now belongs to; empty if it is not in a tournament. A table switches once its hand is
    over and the clock holds all of its records."""

    sitting: str
    staff: tuple[Signer, ...] = ()
    clocks: tuple[Text, ...] = ()
    """The addresses of all of the room's clocks, as in `Welcome`."""
    version: Text = ""
    """The version of the clock's program."""

    def __post_init__(self) -> None:
        put_in_one_line(self, "version")


class RequestResult(WireMessage, frozen=True, tag="request-result"):
    """The result of a `Request`: empty if it was recorded, otherwise the reason why not, in the table's language."""

    id: str
    why: str = ""

    def __post_init__(self) -> None:
        put_in_one_line(self, "why")


class PinChecked(WireMessage, frozen=True, tag="pin-checked"):
    """The result of a `CheckPin`: whose PIN it is, that it is wrong, or that it was not checked.

    A correct PIN belongs to `name` and has the id `pin_id`. The PIN was not checked if the table must wait `wait_s`
    more seconds, or if the clock cannot check it. After a wrong PIN, the next one is also checked only after `wait_s`
    seconds.
    """

    id: str
    result: Literal["right", "wrong", "wait", "cannot"]
    name: str = ""
    pin_id: str = ""
    wait_s: int = 0


class FloorAnswer(WireMessage, frozen=True, tag="floor-answer"):
    """The floor's answer to a call, given at the console; `by` is the name of the floor person. The table carries out
    `action` immediately if record `mark` is the newest in the sitting's journal; otherwise, the answer is stale."""

    id: str
    mark: int
    by: str
    action: TableAction


class Ack(WireMessage, frozen=True, tag="ack"):
    """The clock has stored everything up to this mark on disk."""

    mark: Mark


class Room(WireMessage, frozen=True, tag="room"):
    """The state of the tournament, for a page that receives the structure with every state."""

    room: ClockState


class Levels(WireMessage, frozen=True, tag="levels"):
    """The structure has changed. Every later `Moment` refers to this one."""

    structure: Structure


class Moment(WireMessage, frozen=True, tag="moment"):
    """Like `Room`, for a client that already has the structure, from the first state of the connection or from
    `Levels`."""

    room: ClockMoment


class AtTable(WireMessage, frozen=True, tag="at-table"):
    """A table's arriving players, its target, and the room's information for it. Sent when any of them has changed."""

    coming: tuple[IncomingPlayer, ...]
    target: TableTarget | None
    room_info: RoomInfo | None = None


class Pong(WireMessage, frozen=True, tag="pong"):
    """The answer to a ping, which the clock received at `t1` and answered at `t2`, in milliseconds of its own time."""

    t0: int
    t1: int
    t2: int


class Refusal(WireMessage, frozen=True, tag="refusal"):
    """The clock rejects the client, with the reason and what to do, and disconnects. If the clock holds a copy of a
    different journal than the table's, `held` is the number of records in that copy."""

    why: str
    fix: str
    held: int | None = None
    lost: bool = False
    """Whether another kiosk writes for the table, or this kiosk has a different history. If so, this kiosk may only
    show the table from now on."""
    code: str = ""
    """The code of the reason, for a page that has its own words."""

    def __post_init__(self) -> None:
        put_in_one_line(self, "why", "fix")


FromTable = (
    Hello | Records | TableHealth | Ping | Request | Answered | CheckPin | AskCopy | FetchCopy | AskKeep
    | AskPairing | TellNonce | FetchBackup | OldRecords
)  # fmt: skip
ToTable = (
    Welcome | Ack | Levels | Moment | AtTable | Pong | Refusal | GoTo | RequestResult | FloorAnswer
    | PinChecked | CopyHeld | CopyGranted | CopyRecords | ClocksNonce | PairingWaits | Paired
    | TurnedAway | BackupThere | BackupPart | SendAgain
)  # fmt: skip


def decode_from_table(text: str | bytes) -> FromTable:
    """A message from a table. Raises `Unreadable`."""
    message: FromTable = _decoded(json_decoder(FromTable), text)
    return message


def decode_to_table(text: str | bytes) -> ToTable:
    """A message from the clock to a table. Raises `Unreadable`."""
    message: ToTable = _decoded(json_decoder(ToTable), text)
    return message


def _decoded(decoder: msgspec.json.Decoder[M], text: str | bytes) -> M:
    try:
        return decoder.decode(text)
    except NOT_JSON as error:
        raise Unreadable("not-of-protocol", protocol=str(PROTOCOL), why=why_undecoded(error)) from error
