"""Which sitting a table is at, even if the pointer file is damaged: the table is never empty."""

import os

import pytest

from kiosk.storage.journal import Journal
from kiosk.storage.sitting_files import SittingFiles
from kiosk.storage.witness import witness_path

LAST, BEFORE = "0a1b2c3d4e5f6071-12", "0a1b2c3d4e5f6071-3"


def written(path, at_s):
    Journal.open(path, lambda: 0).close()
    for one in (path, witness_path(path)):
        os.utime(one, (at_s, at_s))


@pytest.fixture
def files(tmp_path):
    """A table that was at two sittings."""
    files = SittingFiles(tmp_path / "table.journal")
    for at_s, sitting in enumerate(("", BEFORE, LAST)):
        written(files.path(sitting), 1_000 + at_s)
    files.go_to(LAST)
    return files


def flipped(pointer):
    for bit in range(8 * len(LAST)):
        text = bytearray(f"{LAST}\n".encode())
        text[bit // 8] ^= 1 << bit % 8
        pointer.write_bytes(text)
        yield


@pytest.mark.parametrize("text", [None, b"", b"\0" * 20, LAST[:9].encode(), b"\xff" * 20], ids=repr)
def test_a_missing_or_damaged_pointer_file_loses_no_hand(text, files, tmp_path):
    pointer = tmp_path / "table.journal.sitting"
    pointer.unlink()
    if text is not None:
        pointer.write_bytes(text)

    assert files.now == LAST
    assert files.repair()
    assert not files.repair()
    assert pointer.read_text() == f"{LAST}\n"


@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir], ids=["a pipe", "a folder"])
def test_a_pointer_that_is_no_regular_file_does_not_block(make, files, tmp_path):
    pointer = tmp_path / "table.journal.sitting"
    pointer.unlink()
    make(pointer)

    assert files.now == LAST


def test_no_flipped_bit_of_the_pointer_begins_a_sitting_that_never_existed(files, tmp_path):
    there = set(tmp_path.iterdir())
    for _ in flipped(tmp_path / "table.journal.sitting"):
        assert files.now in (LAST, BEFORE)  # BEFORE is more than one bit away, but another pair might not be
        assert files.path_now in there


def test_a_journal_that_only_has_its_second_copy_is_still_the_tables(files):
    files.path(LAST).unlink()

    assert files.now == LAST


def test_a_table_that_returned_to_its_own_journal_stays_there(files):
    files.go_to("")

    assert files.now == ""
    assert not files.repair()


def test_a_table_without_sittings_is_at_its_own_journal(tmp_path):
    files = SittingFiles(tmp_path / "table.journal")
    written(files.path(""), 1_000)

    assert files.now == ""
    assert not files.repair()
