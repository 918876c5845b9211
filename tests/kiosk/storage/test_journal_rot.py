"""A journal with any byte cut, any bit flipped, or any file missing or old is whole when it opens, or reports what it
lacks.

It never has a wrong record, and never silently lacks an acknowledged one. With its second copy sound, everything can be
restored. `KIOSK_FUZZ_EXAMPLES` says how many cuts to try of each kind, and twice as many flips.
"""

import os
import random
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from engine.message import message
from kiosk.faults import Fault, Unsound
from kiosk.storage.chain import Record
from kiosk.storage.journal import Journal
from kiosk.storage.journal_reader import Damaged, Shorter, salvage
from kiosk.storage.rescue import ChangedSince, TwoHistories, restore, survey
from kiosk.storage.witness import witness_path
from tests.kit.sizes import size

EXAMPLES = size("KIOSK_FUZZ_EXAMPLES", 50, daily=25)


class DayJournal:
    """A journal of a day, copied as a kill would leave it: most of it in the file, the newest in the `-wal`; and an
    older copy of each."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "table.journal"
        self.old = folder / "old.journal"
        self.records: list[Record] = []
        live = folder / "live.journal"
        with Journal.open(live, lambda: 0) as journal:
            self._append(journal, 30)
            copy(live, self.old)
            self._append(journal, 30)
        with Journal.open(live, lambda: 0) as journal:
            self._append(journal, 12)
            copy(live, self.path)

    def _append(self, journal: Journal, times: int) -> None:
        for _ in range(times):
            n = len(self.records)
            self.records += journal.append(n, [b"record %d " % n * (1 + n % 40), b"and another"])


def wal(path: Path) -> Path:
    return path.with_name(f"{path.name}-wal")


def copy(path: Path, to: Path) -> None:
    for of in (Path, wal, witness_path):
        shutil.copy(of(path), of(to))


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> DayJournal:
    return DayJournal(tmp_path_factory.mktemp("written"))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "day" / "table.journal"


def put_back(written: DayJournal, path: Path) -> None:
    """Restore the files of the journal as they were written."""
    shutil.rmtree(path.parent, ignore_errors=True)
    path.parent.mkdir()
    copy(written.path, path)


def opened(path: Path) -> list[Record] | Fault:
    """All records as a restart would read them, or the error instead."""
    try:
        with Journal.open(path, lambda: 0) as journal:
            return journal.read(0, 10_000)
    except Fault as fault:
        return fault


def assert_nothing_lost(path: Path, written: DayJournal) -> list[Record] | Fault:
    """Opening gives every acknowledged record or an error, never an invented one; both copies restore everything."""
    saved = salvage(path)
    result = opened(path)

    assert list(saved.records) == written.records[: len(saved.records)]
    if isinstance(result, list):
        assert result == written.records
        return result
    assert "\n" not in str(result)
    assert isinstance(result, Unsound)
    found = survey(path)
    assert found.is_whole
    assert list(found.records) == written.records
    restore(path, found)
    assert opened(path) == written.records
    return result


def some(dice: random.Random, length: int) -> list[int]:
    return sorted(dice.sample(range(length), min(EXAMPLES, length)))


def flip(path: Path, dice: random.Random) -> None:
    data = bytearray(path.read_bytes())
    data[dice.randrange(len(data))] ^= 1 << dice.randrange(8)
    path.write_bytes(data)


def test_the_copied_journal_is_whole(written, path):
    put_back(written, path)

    assert assert_nothing_lost(path, written) == written.records


@pytest.mark.slow
def test_losing_the_newest_writes_at_any_byte_is_detected(written, path):
    said = set()
    for cut in some(random.Random(1), wal(written.path).stat().st_size):
        put_back(written, path)
        os.truncate(wal(path), cut)

        said.add(type(assert_nothing_lost(path, written)))

    assert said == {Shorter}


def test_a_file_cut_at_any_byte_is_detected(written, path):
    for cut in some(random.Random(2), written.path.stat().st_size):
        put_back(written, path)
        wal(path).unlink()
        os.truncate(path, cut)

        assert isinstance(assert_nothing_lost(path, written), Unsound)


@pytest.mark.slow
@pytest.mark.fuzz
@pytest.mark.parametrize("which", ["file", "wal", "file without its wal", "second copy"])
def test_a_flipped_bit_loses_nothing_silently(which, written, path):
    dice = random.Random(which)
    for _ in range(2 * EXAMPLES):
        put_back(written, path)
        if which == "file without its wal":
            wal(path).unlink()
        flip({"wal": wal(path), "second copy": witness_path(path)}.get(which, path), dice)

        result = assert_nothing_lost(path, written)

        assert which != "second copy" or result == written.records


@pytest.mark.parametrize(
    "name", [b"record", b"head", b"opening", b"seq", b"epoch", b"at_ms", b"body", b"hash", b"only"]
)
@pytest.mark.parametrize("bit", [0x02, 0x80])
def test_a_flipped_bit_in_a_name_of_the_schema_loses_nothing(name, bit, written, path):
    """A byte with its highest bit set is no longer text, but SQLite quotes it all the same."""
    put_back(written, path)
    data = bytearray(path.read_bytes())
    start = data.index(b"CREATE TABLE")
    while (start := data.find(name, start + 1, 4096)) != -1:
        put_back(written, path)
        wal(path).unlink()
        changed = bytearray(data)
        changed[start] ^= bit
        path.write_bytes(changed)

        assert_nothing_lost(path, written)


@pytest.mark.slow
@pytest.mark.parametrize("first", [0, *(pytest.param(first, marks=pytest.mark.nightly) for first in (1, 2, 3))])
def test_any_flipped_bit_of_the_files_header_is_reported_and_repaired(written, path, first):
    """Before, a flip in its format was blamed on the database, and there was no way to restore it."""
    for bit in range(first, 8 * 100, 4):
        put_back(written, path)
        wal(path).unlink()
        data = bytearray(path.read_bytes())
        data[bit // 8] ^= 1 << bit % 8
        path.write_bytes(data)

        assert_nothing_lost(path, written)


def test_damaged_bytes_with_line_breaks_are_reported_in_one_line(written, path):
    """SQLite's error quotes the damaged bytes."""
    put_back(written, path)
    Journal.open(path, lambda: 0).close()
    with closing(sqlite3.connect(path)) as db:
        db.execute("UPDATE record SET body = CAST(x'ff0a41' AS TEXT) WHERE seq = 73")
        db.commit()

    assert "text" in str(assert_nothing_lost(path, written))


def test_a_flipped_bit_in_the_log_is_reported_with_the_number_of_missing_records(written, path):
    """Before, it hid up to four fifths of the records, and the next writes buried it."""
    put_back(written, path)
    data = bytearray(wal(path).read_bytes())
    data[100] ^= 1
    wal(path).write_bytes(data)
    before = {file: file.read_bytes() for file in (path, wal(path), witness_path(path))}

    with pytest.raises(Shorter) as caught:
        Journal.open(path, lambda: 0)

    assert (caught.value.found, caught.value.promised) == (120, 144)
    assert caught.value.message == message("journal-shorter", path=str(path), found=120, promised=144, missing=24)
    assert {file: file.read_bytes() for file in before} == before
    (kept,) = path.parent.glob("*.found-*")
    assert {file.name: file.read_bytes() for file in kept.iterdir()} == {f.name: data for f, data in before.items()}


def old(of: Callable[[Path], Path]) -> Callable[[DayJournal, Path], object]:
    return lambda written, path: shutil.copy(of(written.old), of(path))


def gone(*which: Callable[[Path], Path]) -> Callable[[DayJournal, Path], object]:
    def go(_: DayJournal, path: Path) -> None:
        for of in which:
            of(path).unlink(missing_ok=True)

    return go


CHANGES: dict[str, tuple[Callable[[DayJournal, Path], object], type[Unsound] | None]] = {
    "the file is missing": (gone(Path), Shorter),
    "the log is missing": (gone(wal), Shorter),
    "both are missing": (gone(Path, wal), Shorter),
    "the second copy is missing": (gone(witness_path), None),
    "the file is old": (old(Path), Unsound),
    "the log is old": (old(wal), Unsound),
    "the second copy is old": (old(witness_path), None),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_missing_or_old_file_is_reported(change, written, path):
    do, says = CHANGES[change]
    put_back(written, path)
    do(written, path)

    result = assert_nothing_lost(path, written)

    assert isinstance(result, says) if says else result == written.records


def test_an_incomplete_second_copy_is_completed(written, path):
    for change in ("the second copy is missing", "the second copy is old"):
        put_back(written, path)
        CHANGES[change][0](written, path)
        opened(path)
        gone(wal, Path)(written, path)

        assert isinstance(assert_nothing_lost(path, written), Shorter)


@pytest.mark.slow
@pytest.mark.fuzz
def test_swapped_and_zeroed_blocks_never_become_records(written, path):
    dice = random.Random(4)
    for n in range(EXAMPLES):
        put_back(written, path)
        wal(path).unlink()
        data = bytearray(path.read_bytes())
        a, b = (4096 * block for block in dice.sample(range(len(data) // 4096), 2))
        data[a : a + 4096], data[b : b + 4096] = data[b : b + 4096], bytes(4096) if n % 2 else data[a : a + 4096]
        path.write_bytes(data)

        assert_nothing_lost(path, written)


def test_the_longest_chain_from_both_copies_is_found_if_both_are_damaged(written, path):
    put_back(written, path)
    lines = witness_path(path).read_bytes().split(b"\n")
    lines[20] = lines[20].replace(b"record", b"rec0rd")
    witness_path(path).write_bytes(b"\n".join(lines))
    os.truncate(wal(path), 3000)

    found = survey(path)

    assert found.is_whole
    assert list(found.records) == written.records


def test_records_missing_from_both_copies_are_reported_and_the_journal_resumes_before_them(written, path):
    put_back(written, path)
    lines = witness_path(path).read_bytes().split(b"\n")
    del lines[130]
    witness_path(path).write_bytes(b"\n".join(lines))
    wal(path).unlink()

    with pytest.raises(Shorter):
        Journal.open(path, lambda: 0)
    found = survey(path)
    assert (found.is_whole, found.in_file, found.promised) == (False, 120, 144)
    restore(path, found)
    with Journal.open(path, lambda: 0) as journal:
        assert journal.read(0) == written.records[: len(found.records)]
        assert journal.epoch > 2
        assert journal.append(0, [b"and on"])[0].seq == len(found.records) + 1


def test_a_second_copy_of_another_journal_is_rejected(written, path, tmp_path):
    put_back(written, path)
    other = tmp_path / "other.journal"
    with Journal.open(other, lambda: 0) as journal:
        journal.append(0, [b"something else"])
    shutil.copy(witness_path(other), witness_path(path))

    with pytest.raises(Damaged, match=r"record-not-as-in-copy \(copy=table\.journal\.witness\)"):
        Journal.open(path, lambda: 0)


def test_a_lost_opening_number_is_not_used_again(written, path):
    """The clock could not tell two histories of one epoch apart."""
    put_back(written, path)
    epochs = [journal_epoch(path), journal_epoch(path)]
    shutil.copy(written.path, path)
    shutil.copy(wal(written.path), wal(path))

    assert journal_epoch(path) == max(epochs) + 1


def journal_epoch(path: Path) -> int:
    with Journal.open(path, lambda: 0) as journal:
        return journal.epoch


def test_a_flipped_bit_in_the_second_copys_unused_end_is_no_record(written, path):
    put_back(written, path)
    data = bytearray(witness_path(path).read_bytes())
    data[-1] ^= 4
    witness_path(path).write_bytes(data)

    for _ in range(3):
        assert opened(path) == written.records


def shortened(written: DayJournal, path: Path) -> None:
    put_back(written, path)
    os.truncate(wal(path), 3000)


def test_a_journal_that_changed_since_the_survey_is_not_overwritten(written, path):
    """
    Before, a page left open for an hour erased a journal that somebody else had restored and played on from.
    """
    shortened(written, path)
    old = survey(path)
    restore(path, survey(path))
    with Journal.open(path, lambda: 0) as journal:
        journal.append(0, [b"played on"])

    with pytest.raises(ChangedSince):
        restore(path, old)

    assert len(opened(path)) == len(written.records) + 1  # type: ignore[arg-type]


def test_a_link_to_a_journal_is_followed_to_the_journal(written, path, tmp_path):
    shortened(written, path)
    link = tmp_path / "link.journal"
    link.symlink_to(path)

    restore(link, survey(link))

    assert link.is_symlink()
    assert opened(link) == opened(path) == written.records


def test_a_journal_named_by_a_relative_path_is_restored(written, path, monkeypatch):
    shortened(written, path)
    monkeypatch.chdir(path.parent)

    restore(Path(path.name), survey(Path(path.name)))

    assert opened(Path(path.name)) == written.records


def test_two_histories_are_never_combined(written, path, tmp_path):
    """
    The second copy is of another table and longer than this journal, but this journal lacks nothing.
    """
    put_back(written, path)
    other = tmp_path / "other.journal"
    with Journal.open(other, lambda: 0) as journal:
        journal.append(0, [b"something else"] * 500)
    shutil.copy(witness_path(other), witness_path(path))

    assert isinstance(opened(path), Unsound)
    with pytest.raises(TwoHistories, match="two-histories"):
        survey(path)


def test_records_that_the_file_claims_by_its_last_record_are_reported_as_missing_too(written, path):
    """
    The second copy was cut, and a record before the end is damaged. No copy has that record, and the survey says so.
    """
    put_back(written, path)
    Journal.open(path, lambda: 0).close()
    lines = witness_path(path).read_bytes().split(b"\n")
    witness_path(path).write_bytes(b"\n".join(lines[:100]) + b"\n")
    with closing(sqlite3.connect(path)) as db:
        db.execute("UPDATE record SET body = 'rotten' WHERE seq = 120")
        db.commit()

    found = survey(path)

    assert (found.is_whole, len(found.records), found.promised) == (False, 119, 144)


def test_a_damaged_kept_copy_is_made_again(written, path):
    shortened(written, path)
    kept = survey(path).kept
    (kept / path.name).write_bytes(b"")

    assert survey(path).kept == kept
    assert (kept / path.name).read_bytes() == path.read_bytes()
    assert len(list(path.parent.glob("*.damaged-*"))) == 1


def test_the_hands_of_a_shortened_journal_are_salvaged_with_the_fault(written, path):
    shortened(written, path)

    saved = salvage(path)

    assert isinstance(saved.fault, Shorter)
    assert len(saved.records) == 120
