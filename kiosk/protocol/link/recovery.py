"""The messages with which a table and the clock restore each other's lost data, and the first line of a clock backup. A
table reads only that line, because it does not have the key to the rest."""

from typing import Annotated

import msgspec

from engine.decoders import NOT_JSON, json_decoder
from kiosk.protocol.link.wire import MOST_RECORDS, Number, Text, WireMessage
from kiosk.storage.chain import Mark, Record

LONGEST_LINE = 1024
"""The maximum length of a clock backup's first line, in bytes."""


class Age(msgspec.Struct, frozen=True, order=True):
    """A backup's age. Of two backups of one room, the newer one compares greater.

    The fields compare in order: the newest `epoch` of the clock's own streams, the number of `records` in them, and the
    wall-clock time.
    """

    epoch: int
    records: int
    made_ms: int


class Header(msgspec.Struct, frozen=True):
    """The first line of a clock backup. The `salt` belongs to the room: a different room, or one with a different
    recovery code, has a different salt."""

    kiosk_backup: int
    """The version of the backup format."""
    age: Age
    salt: bytes
    nonce: bytes


def header_of(data: bytes) -> Header | None:
    """Parse the header of a file or of its first bytes. None if there is no valid header."""
    line, end, _ = data[:LONGEST_LINE].partition(b"\n")
    try:
        return json_decoder(Header).decode(line) if end else None
    except NOT_JSON:
        return None


class AskCopy(WireMessage, frozen=True, tag="ask-copy"):
    """Sent instead of a hello: a tablet without an intact journal asks for the clock's copy. The director compares the
    number `check`, which the tablet shows, and approves."""

    token: Text
    table: Number
    check: Text
    language: Text = ""


class FetchCopy(WireMessage, frozen=True, tag="fetch-copy"):
    """Ask for the records of the approved copy that follow record number `after`."""

    after: Number


class AskKeep(WireMessage, frozen=True, tag="ask-keep"):
    """Sent instead of a hello when a tablet's journal and the clock's copy have different histories: the tablet asks to
    keep its own.

    It sends `Records` from the first one up to the `head`, and each batch is acknowledged. The director compares the
    number `check`, which the tablet shows, and approves. `epoch` is the newest one in which the tablet's journal was
    opened.
    """

    token: Text
    table: Number
    check: Text
    epoch: Number
    head: Mark
    sitting: Text = ""
    language: Text = ""


class FetchBackup(WireMessage, frozen=True, tag="fetch-backup"):
    """Ask for the bytes of this clock backup after byte `after`. If `after` equals the backup's size, the table already
    holds all of it."""

    name: Text
    after: Number


class OldRecords(WireMessage, frozen=True, tag="old-records"):
    """The records requested by a `SendAgain`, in order; empty if no records are left."""

    sitting: Text
    records: Annotated[tuple[Record, ...], msgspec.Meta(max_length=MOST_RECORDS)]


class CopyHeld(WireMessage, frozen=True, tag="copy-held"):
    """The tablet's request is waiting for the director's approval; an `AskKeep` can be approved only once the clock has
    its records.

    `sitting` is the table's current sitting. `records` is how many of the sitting's records the clock holds. `lacking`
    is the number of the table's records that the clock is still waiting for from elsewhere.
    """

    sitting: str
    records: int
    lacking: int = 0


class CopyGranted(WireMessage, frozen=True, tag="copy-granted"):
    """The director has approved an `AskCopy` or `AskKeep`. The copy ends at `head`, and the table's next writer uses a
    later epoch than `epoch`."""

    epoch: Number
    head: Mark


class CopyRecords(WireMessage, frozen=True, tag="copy-records"):
    """A batch of the copy, in order."""

    records: Annotated[tuple[Record, ...], msgspec.Meta(max_length=MOST_RECORDS)]


class BackupThere(WireMessage, frozen=True, tag="backup-there"):
    """The clock has a backup for the table to keep. `name` is its SHA-256 in hexadecimal, and `size` is in bytes."""

    name: str
    size: int


class BackupPart(WireMessage, frozen=True, tag="backup-part"):
    """The bytes of a backup that come after byte `after`; empty if the clock no longer has that backup."""

    name: str
    after: int
    data: bytes


class SendAgain(WireMessage, frozen=True, tag="send-again"):
    """The clock lacks the records after number `after` in a sitting that the table has left."""

    sitting: str
    after: int
