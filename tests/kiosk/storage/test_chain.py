"""The hash chain by itself: it accepts the next record, and nothing else."""

import hashlib

import msgspec
import pytest

from kiosk.storage.chain import START, Mark, Record, chain, follows, mark_of


def test_the_hash_of_a_record_covers_everything_before_it():
    one, two = chain(START, 3, 1000, [b"raised", b""])

    first = hashlib.sha256(bytes(32) + (1).to_bytes(8) + (3).to_bytes(8) + (1000).to_bytes(8) + b"raised").digest()
    second = hashlib.sha256(first + (2).to_bytes(8) + (3).to_bytes(8) + (1000).to_bytes(8)).digest()
    assert (one, two) == (Record(1, 3, 1000, b"raised", first), Record(2, 3, 1000, b"", second))
    assert follows(START, one)
    assert follows(mark_of(one), two)


def test_only_the_next_record_follows():
    one, two, three = chain(START, 1, 0, [b"a", b"a", b"a"])

    assert not follows(START, two)
    assert not follows(mark_of(one), three)
    assert not follows(mark_of(two), two)
    skipped = chain(Mark(2, one.hash), 1, 0, [b"a"])[0]
    assert not follows(mark_of(one), skipped)


@pytest.mark.parametrize("wrong", [{"seq": -1}, {"epoch": 2**63}, {"at_ms": 1.5}, {"hash": "AAAA"}])
def test_a_record_that_this_program_would_not_write_is_not_decoded(wrong):
    record = msgspec.to_builtins(chain(START, 1, 0, [b"a"])[0])

    assert msgspec.convert(record, Record).seq == 1
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(record | wrong, Record)
