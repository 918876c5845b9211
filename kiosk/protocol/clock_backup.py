"""The first line of a backup of the clock that tables keep: all that a table reads of it, which has no code for the
rest."""

import msgspec

from engine.decoders import NOT_JSON, json_decoder

LONGEST_LINE = 1024
"""Bytes."""


class Age(msgspec.Struct, frozen=True, order=True):
    """Of two backups of a room the newer one is greater: the newest `epoch` of the clock's own streams, how many
    `records` they have, and the wall time."""

    epoch: int
    records: int
    made_ms: int


class Header(msgspec.Struct, frozen=True):
    """The first line. The `salt` is the room's: another room, or one with another recovery code, has another."""

    kiosk_backup: int
    """The form."""
    age: Age
    salt: bytes
    nonce: bytes


def header_of(data: bytes) -> Header | None:
    """That of a file, or of its beginning; None where there is none."""
    line, end, _ = data[:LONGEST_LINE].partition(b"\n")
    try:
        return json_decoder(Header).decode(line) if end else None
    except NOT_JSON:
        return None
