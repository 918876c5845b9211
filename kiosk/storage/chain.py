"""Records and the hash chain that keeps history from changing unnoticed. Knows nothing about disks or poker."""

import hashlib
import struct
from collections.abc import Iterable
from typing import Annotated

import msgspec

# The limits of eight hashed bytes, and a SHA-256. They are checked when a record is decoded.
Number = Annotated[int, msgspec.Meta(ge=0, le=2**63 - 1)]
Hash = Annotated[bytes, msgspec.Meta(min_length=32, max_length=32)]


class Record(msgspec.Struct, frozen=True):
    seq: Number  # 1, 2, 3, ... without gaps
    epoch: Number  # the opening of the journal in which it was written
    at_ms: Number  # the writer's wall-clock time; it never determines the order
    body: bytes
    hash: Hash  # SHA-256 over the previous record's hash and all of the above


class Mark(msgspec.Struct, frozen=True):
    """A position in a journal: after record `seq`, whose hash is `hash`."""

    seq: Number
    hash: Hash

    def __str__(self) -> str:
        return f"record {self.seq}"


START = Mark(0, bytes(32))


def mark_of(record: Record) -> Mark:
    return Mark(record.seq, record.hash)


def record_of(row: tuple[object, ...]) -> Record | None:
    """A record from a database row with its fields in order; None if a field has the wrong type."""
    seq, epoch, at_ms, body, digest = row  # a match statement would be ten times slower over a whole evening
    if not (isinstance(seq, int) and isinstance(epoch, int) and isinstance(at_ms, int)):
        return None
    if not (isinstance(body, bytes) and isinstance(digest, bytes)):
        return None
    return Record(seq, epoch, at_ms, body, digest)


def chain(mark: Mark, epoch: int, at_ms: int, bodies: Iterable[bytes]) -> list[Record]:
    records: list[Record] = []
    for body in bodies:
        seq = mark.seq + 1
        records.append(Record(seq, epoch, at_ms, body, _hash(mark.hash, seq, epoch, at_ms, body)))
        mark = mark_of(records[-1])
    return records


def follows(mark: Mark, record: Record) -> bool:
    """Whether the record is the very next one after the mark, and unaltered."""
    expected = _hash(mark.hash, record.seq, record.epoch, record.at_ms, record.body)
    return record.seq == mark.seq + 1 and record.hash == expected


def chained(found: Iterable[Record]) -> list[Record]:
    """The records that form a chain from the start. If several have the same number, the first that fits is used."""
    by_seq: dict[int, list[Record]] = {}
    for record in found:
        by_seq.setdefault(record.seq, []).append(record)
    mark = START
    reached: list[Record] = []
    while following := next((one for one in by_seq.get(mark.seq + 1, ()) if follows(mark, one)), None):
        reached.append(following)
        mark = mark_of(following)
    return reached


def _hash(previous: bytes, seq: int, epoch: int, at_ms: int, body: bytes) -> bytes:
    """Hash fixed-width fields before the body, so that no two records hash the same bytes."""
    return hashlib.sha256(previous + struct.pack(">qqq", seq, epoch, at_ms) + body).digest()
