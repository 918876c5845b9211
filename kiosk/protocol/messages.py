"""The messages between a table, a page and the clock, as JSON. Knows no sockets and no disk.

A change that an older program could misunderstand raises `PROTOCOL`.
"""

from typing import Annotated, Literal, TypeVar

import msgspec
from msgspec import UNSET, UnsetType

from engine.actions import TableAction
from engine.decoders import NOT_JSON, json_decoder
from engine.events import Blinds
from engine.names import one_line
from engine.tournament.levels.by_play import PlayRange
from engine.tournament.levels.level_clock import HandTime, Shift
from engine.tournament.levels.structure import Structure
from engine.tournament.seating.seats import Seating
from engine.tournament.targets import TableTarget
from kiosk.protocol.codec import Unreadable, why_undecoded
from kiosk.protocol.staff import Role, Signer
from kiosk.storage.chain import Mark, Record

PROTOCOL = 2
"""2 has sittings: a table in one is refused by a clock that would take it for another."""
OLDEST_PROTOCOL = 1
MOST_RECORDS = 200
"""In one message."""

LONGEST_TEXT = 500
LONGEST_PIN = 12
MOST_READERS = 32
"""Of one table, as the director sees them."""

Text = Annotated[str, msgspec.Meta(max_length=LONGEST_TEXT)]
Number = Annotated[int, msgspec.Meta(ge=0, le=2**63 - 1)]
M = TypeVar("M")
DiskState = Literal["", "low", "full", "failed"]
"""Of a table's disk: `low` warns, `full` deals no next hand, `failed` takes no touches; empty where all is well."""


class ClockMoment(msgspec.Struct, frozen=True):
    """The tournament at one moment, but for its structure. For one `room` the one with the higher (epoch, seq) wins.

    Times are milliseconds of the clock service's own monotonic time, which starts anew with each `epoch`.
    """

    epoch: int
    seq: int
    mark: int
    """The last record of the tournament's journal: an order names it as what was seen."""
    event: str
    index: int
    """The entry of the structure that runs, from 0."""
    running: bool
    anchor_ms: int
    """When this became so."""
    remaining_ms: int
    """What was left of the entry then."""
    blinds: Blinds
    """What a hand that starts now is played for."""
    entries: int
    players_left: int
    tables: int
    chips_issued: int
    average_stack: int
    room: str = ""
    """The tournament's id: the same event in another database has another one."""
    over_ms: int = 0
    """How long the last level had run over then."""
    recovered: bool = False
    """The clock came back from an outage, and the director has not chosen a level since: a table that has played a
    higher one keeps it."""
    play: PlayRange | None = None
    """How far the tables are where levels go by hands or orbits."""
    winner: str = ""
    """Who has won, by name, once the tournament is over: no level counts then."""
    starts_at_ms: int | None = None
    """When the clock starts by itself, if that was scheduled and is yet to come."""
    starts_ms: int | None = None
    """The same as wall time, UTC."""
    zone: str = ""
    """In which times of day are said, an IANA name; empty from an older clock."""
    shifts: tuple[Shift, ...] = ()
    """Where levels go by play: physical tables that an order of the director put ahead or behind."""
    draw: str = ""
    """Until the clock runs: the hash of the next draw's seed, for everybody to see before it."""
    hand_for_hand: bool = False
    """Whether every table plays one hand and waits for the others."""
    hand: HandTime | None = None
    """What that hand may still take off the level: then a running clock stands still. None where it runs on."""


class ClockState(ClockMoment, frozen=True, kw_only=True):
    """A moment with its structure: enough to count down alone."""

    structure: Structure


def state_at(moment: ClockMoment, structure: Structure) -> ClockState:
    """The moment with the structure that it is of."""
    return ClockState(**msgspec.structs.asdict(moment), structure=structure)


def moment_of(state: ClockState) -> ClockMoment:
    """The state without its structure."""
    return ClockMoment(*[getattr(state, name) for name in ClockMoment.__struct_fields__])


# A table to the clock


class Message(msgspec.Struct, frozen=True, tag_field="say"):
    """The family of all messages."""


class Hello(Message, frozen=True, tag="hello"):
    """The first message: the sender, the epoch of its journal, and where that journal ends."""

    token: Text
    table: Number
    epoch: Number
    head: Mark
    protocol: int = OLDEST_PROTOCOL
    """The one needed to understand this: a journal of before sittings is understood by every clock."""
    sitting: Text | None = None
    """Whose journal it is; empty for none and for one of before sittings, whose event is `event`. None from a program
    that knows no sittings."""
    event: Text = ""
    language: Text = ""
    """Of the table: what the clock answers is said in it."""
    opening: Text = ""
    """Which opening of the journal it is, by an id that a copy of the journal does not share: of two with one epoch the
    clock takes the first. Empty from an older program."""
    asks_pins: bool = False
    """Whether it asks the clock about PINs. An older program checks them itself, by hashes."""
    keeps_backups: bool = False
    """Whether it keeps backups of the clock, and sends records of sittings that it has left. An older one does not."""
    held: Number = 0
    """How many of its records the clock has acknowledged, as far as this program knows."""
    decided: Number = 0
    """The newest record of the tournament that this program has heard of."""


class MoveAsked(msgspec.Struct, frozen=True, tag="move"):
    """A player of this table is to go to this `seat` of table `to`; 0 where the room is to find one."""

    entry: Number
    to: Number
    seat: Number = 0


class BackAsked(msgspec.Struct, frozen=True, tag="back"):
    """A player of this table who was to move, and has not sat down there, belongs here again. Only for a clock that
    sends `Around`."""

    entry: Number


class EntryAsked(msgspec.Struct, frozen=True, tag="entry"):
    """A player buys in, or in again, at this free seat. `player` is the id of who played here before; empty for a new
    one."""

    name: Text
    seat: Number
    player: Text = ""


class RebuyAsked(msgspec.Struct, frozen=True, tag="rebuy"):
    """A player of this table buys more chips."""

    entry: Number


class Request(Message, frozen=True, tag="request"):
    """The dealer asks the room to book something. The same `id` twice is one request."""

    id: Text
    ask: MoveAsked | BackAsked | EntryAsked | RebuyAsked


class Answered(Message, frozen=True, tag="answered"):
    """What became of a `FloorAnswer`: empty when it was done, or why not, in the clock's language."""

    id: Text
    why: Text = ""

    def __post_init__(self) -> None:
        _put_in_one_line(self, "why")


class Records(Message, frozen=True, tag="records"):
    """What follows the clock's mark in the table's journal, in order."""

    records: Annotated[tuple[Record, ...], msgspec.Meta(max_length=MOST_RECORDS)]


def _put_in_one_line(message: msgspec.Struct, *texts: str) -> None:
    """The other side may be false or damaged: its sentences break no line and turn no writing around, on a screen or in
    a log."""
    for text in texts:
        if not getattr(message, text).isprintable():
            msgspec.structs.force_setattr(message, text, one_line(getattr(message, text)))


class ReaderStatus(msgspec.Struct, frozen=True):
    """The status of one reader: its location, whether it is a reader or a camera, and, if it does not read, the code of
    the problem and what to do. A newer table may have more codes."""

    place: Text
    kind: Text
    problem: Text = ""
    says: Text = ""

    def __post_init__(self) -> None:
        _put_in_one_line(self, "place", "kind", "problem", "says")


class TableHealth(Message, frozen=True, tag="health"):
    """The health of a table: whether cards are read, in a sentence, and how many records still wait to be sent.

    `readers` lists them one by one; None from an older table. `battery` is the percent of one that drains and is low,
    `disk` what is wrong with the one that holds the journal.
    """

    reader_ok: bool
    reader: Text
    waiting: Number = 0
    readers: Annotated[tuple[ReaderStatus, ...], msgspec.Meta(max_length=MOST_READERS)] | None = None
    battery: Annotated[int, msgspec.Meta(ge=0, le=100)] | UnsetType = UNSET
    disk: DiskState | UnsetType = UNSET

    def __post_init__(self) -> None:
        _put_in_one_line(self, "reader")


def health_of(readers: tuple[ReaderStatus, ...], battery: int | None = None, disk: DiskState = "") -> TableHealth:
    """The health of a table with these readers; the sentence is for an older clock."""
    troubles = [f"{reader.place}: {reader.says}" for reader in readers if reader.problem]
    says = "; ".join(troubles) or ("cards are read" if readers else "no card reader is set")
    return TableHealth(
        not troubles,
        says[:LONGEST_TEXT],
        readers=readers,
        battery=UNSET if battery is None else battery,
        disk=disk or UNSET,
    )


class CheckPin(Message, frozen=True, tag="check-pin"):
    """Whose PIN is this, of those who sign for the role; of that `name` only where it is given. Only for a clock that
    names the staff without hashes."""

    id: Text
    role: Role
    pin: Annotated[str, msgspec.Meta(max_length=LONGEST_PIN)]
    name: Text = ""

    def __repr__(self) -> str:
        return f"CheckPin {self.id}"


class Ping(Message, frozen=True, tag="ping"):
    """Sent at `t0`, in the sender's own milliseconds."""

    t0: int


class AskCopy(Message, frozen=True, tag="ask-copy"):
    """In place of a hello: a tablet without a sound journal asks for the clock's copy. The director approves it by the
    number `check`, which the tablet shows."""

    token: Text
    table: Number
    check: Text
    language: Text = ""


class FetchCopy(Message, frozen=True, tag="fetch-copy"):
    """What of the approved copy follows this record."""

    after: Number


class AskKeep(Message, frozen=True, tag="ask-keep"):
    """In place of a hello: a tablet whose journal and the clock's copy are two histories asks that its own counts. It
    sends `Records` from the first on, each acknowledged, up to the `head`; the director approves it by the number
    `check`, which the tablet shows. `epoch` is the last in which its journal was opened."""

    token: Text
    table: Number
    check: Text
    epoch: Number
    head: Mark
    sitting: Text = ""
    language: Text = ""


class AskPairing(Message, frozen=True, tag="ask-pairing"):
    """In place of a hello: a tablet asks to be a table, by the number that it would have; 0 for any. It is bound to a
    nonce by `commitment`, as `kiosk.protocol.pairing` has it."""

    commitment: Text
    table: Number = 0
    language: Text = ""


class TellNonce(Message, frozen=True, tag="tell-nonce"):
    """The nonce that the tablet is bound to."""

    nonce: Text


class FetchBackup(Message, frozen=True, tag="fetch-backup"):
    """What of this backup of the clock follows byte `after`; after the last one: the table holds all of it."""

    name: Text
    after: Number


class OldRecords(Message, frozen=True, tag="old-records"):
    """What a `SendAgain` asked for, in order; none where there is nothing more."""

    sitting: Text
    records: Annotated[tuple[Record, ...], msgspec.Meta(max_length=MOST_RECORDS)]


# The clock to a table


class Coming(msgspec.Struct, frozen=True):
    """A player who has left table `came_from` for this one, with chips; for this `seat`, 0 for any."""

    player: str
    name: str
    chips: int
    came_from: int
    seat: int = 0


class FreeSeats(msgspec.Struct, frozen=True):
    """A table of the same tournament where players may be seated, its number of `seats` and those that are free."""

    table: int
    seats: int
    free: tuple[int, ...]


class Gone(msgspec.Struct, frozen=True):
    """A player who has left this `seat` with chips and sits nowhere yet: on the way to a seat of table `to`; 0 where no
    move is booked."""

    player: str
    name: str
    chips: int
    seat: int
    to: int = 0
    to_seat: int = 0


class OutPlace(msgspec.Struct, frozen=True):
    """The place of a player who went out here, which some may share; provisional until the director has `confirmed`
    it."""

    player: str
    place: int
    confirmed: bool = False


class Around(msgspec.Struct, frozen=True):
    """What the room knows and a table cannot: the other `tables`, those with most room first, who is `gone` from here,
    and the places of those who went `out` in the last hand."""

    tables: tuple[FreeSeats, ...] = ()
    gone: tuple[Gone, ...] = ()
    out: tuple[OutPlace, ...] = ()


class Welcome(Message, frozen=True, tag="welcome"):
    """The table is accepted: where the clock's copy ends, its seating, the state, the staff, and the players on the
    way here. In a sitting `target` stands in place of the seating, and `around` is told; older clocks do not."""

    mark: Mark
    seating: Seating | None
    room: ClockState
    staff: tuple[Signer, ...] = ()
    coming: tuple[Coming, ...] = ()
    target: TableTarget | None = None
    around: Around | None = None


class GoTo(Message, frozen=True, tag="go-to"):
    """The sitting that this table is for now; empty while it is in no tournament. A table goes there once its hand is
    over and the clock holds all of its records."""

    sitting: str
    staff: tuple[Signer, ...] = ()


class Booked(Message, frozen=True, tag="booked"):
    """What became of a `Request`: empty when it was booked, or why not, in the table's language."""

    id: str
    why: str = ""

    def __post_init__(self) -> None:
        _put_in_one_line(self, "why")


class PinChecked(Message, frozen=True, tag="pin-checked"):
    """What a `CheckPin` led to: it is that of `name`, by the PIN `pin_id`; it is wrong; it was not looked at, for
    `wait_s` seconds yet; or the clock cannot say. After a wrong one, too, no other is looked at for `wait_s`."""

    id: str
    result: Literal["right", "wrong", "wait", "cannot"]
    name: str = ""
    pin_id: str = ""
    wait_s: int = 0


class FloorAnswer(Message, frozen=True, tag="floor-answer"):
    """The floor, `by` name, answers a call from the console: `action` is to be done at once, as of record `mark` of
    the sitting's journal; at another mark it is stale."""

    id: str
    mark: int
    by: str
    action: TableAction


class Ack(Message, frozen=True, tag="ack"):
    """The clock holds everything up to here, on disk."""

    mark: Mark


class Room(Message, frozen=True, tag="room"):
    """The state has changed; to a table also: the players on the way there, and its target where that has changed."""

    room: ClockState
    coming: tuple[Coming, ...] = ()
    target: TableTarget | None = None
    around: Around | None = None


class Levels(Message, frozen=True, tag="levels"):
    """The structure has changed: what a `Moment` says from now on is of this one."""

    structure: Structure


class Moment(Message, frozen=True, tag="moment"):
    """As `Room`, to who holds the structure: it came with the first state of the connection, or in `Levels`."""

    room: ClockMoment


class AtTable(Message, frozen=True, tag="at-table"):
    """To a table that is sent moments: the players on the way there, its target, and what is around it. Sent when any
    of them has changed."""

    coming: tuple[Coming, ...]
    target: TableTarget | None
    around: Around | None = None


class Pong(Message, frozen=True, tag="pong"):
    """The answer to a ping: received by the clock at `t1` and answered at `t2`, in the clock's milliseconds."""

    t0: int
    t1: int
    t2: int


class Refusal(Message, frozen=True, tag="refusal"):
    """The clock rejects the client, with the reason and what to do, and disconnects. If the table's journal is not the
    one it has a copy of, `held` is how many records it holds."""

    why: str
    fix: str
    held: int | None = None
    lost: bool = False
    """Another kiosk writes for the table, or this one has another history: it may only show from now on."""

    def __post_init__(self) -> None:
        _put_in_one_line(self, "why", "fix")


class CopyHeld(Message, frozen=True, tag="copy-held"):
    """The sitting that the table is for, empty in an event of before sittings, and how many records the clock holds of
    it: the director's word is awaited, of an `AskKeep` once its records are there. `lacking` ones of the table it waits
    for elsewhere."""

    sitting: str
    records: int
    lacking: int = 0


class CopyGranted(Message, frozen=True, tag="copy-granted"):
    """The director has approved an `AskCopy` or `AskKeep`: the copy ends here, and whoever writes for the table after
    it does so in a later epoch than this."""

    epoch: Number
    head: Mark


class CopyRecords(Message, frozen=True, tag="copy-records"):
    """Some of the copy, in order."""

    records: Annotated[tuple[Record, ...], msgspec.Meta(max_length=MOST_RECORDS)]


class BackupThere(Message, frozen=True, tag="backup-there"):
    """A backup of the clock for the table to keep, of so many bytes. Its `name` is its SHA-256 in hexadecimal."""

    name: str
    size: int


class BackupPart(Message, frozen=True, tag="backup-part"):
    """The bytes of a backup that follow byte `after`; none where that backup is there no more."""

    name: str
    after: int
    data: bytes


class SendAgain(Message, frozen=True, tag="send-again"):
    """The clock lacks what follows this record of a sitting that the table has left."""

    sitting: str
    after: int


class ClocksNonce(Message, frozen=True, tag="clocks-nonce"):
    """The clock's nonce, for a tablet that asks to be a table."""

    nonce: str


class PairingWaits(Message, frozen=True, tag="pairing-waits"):
    """What the tablet shows can be approved from now on."""


class Paired(Message, frozen=True, tag="paired"):
    """The director has approved it: it is this table, by this token."""

    table: int
    token: str


class TurnedAway(Message, frozen=True, tag="turned-away"):
    """The director has turned it away."""


FromTable = (
    Hello | Records | TableHealth | Ping | Request | Answered | CheckPin | AskCopy | FetchCopy | AskKeep
    | AskPairing | TellNonce | FetchBackup | OldRecords
)  # fmt: skip
ToTable = (
    Welcome | Ack | Room | Levels | Moment | AtTable | Pong | Refusal | GoTo | Booked | FloorAnswer
    | PinChecked | CopyHeld | CopyGranted | CopyRecords | ClocksNonce | PairingWaits | Paired
    | TurnedAway | BackupThere | BackupPart | SendAgain
)  # fmt: skip


def encode(message: Message) -> str:
    """A message as it goes over the link."""
    return _encoder.encode(message).decode()


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


_encoder = msgspec.json.Encoder()
