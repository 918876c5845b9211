"""The first line of a clock backup that tables keep. A table reads only this line, because it has no key to the
rest."""

import msgspec

from engine.decoders import NOT_JSON, json_decoder

LONGEST_LINE = 1024
"""The limit, in bytes."""


class Age(msgspec.Struct, frozen=True, order=True):
    """A backup's age. Of two backups of one room, the newer one compares greater.

    The fields compare in order: the newest `epoch` of the clock's own streams, the number of `records` in them, and the
    wall-clock time.
    """

    epoch: int
    records: int
    made_ms: int


class Header(msgspec.Struct, frozen=True):
    """The first line. The `salt` belongs to the room: a different room, or one with a different recovery code, has a
    different salt."""

    kiosk_backup: int
    """The version of the form."""
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
