"""A journal cut at any byte or with any bit flipped is found out, or gives a true beginning; never a wrong record.

`KIOSK_FUZZ_EXAMPLES` says how many cuts and flips to try.
"""

import os
import random
import shutil
from pathlib import Path

import pytest

from kiosk.chain import Record
from kiosk.faults import Fault
from kiosk.journal import Journal, salvage

EXAMPLES = int(os.environ.get("KIOSK_FUZZ_EXAMPLES", "150"))


class Written:
    """A journal of a day, copied as a power cut would leave it: most of it in the file, the newest in the `-wal`."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "table.journal"
        self.records: list[Record] = []
        self.wal_sizes: list[tuple[int, int]] = []  # (bytes of the -wal, records held by then)
        live = folder / "live.journal"
        with Journal.open(live, lambda: 0) as journal:
            self._append(journal, 60)
        with Journal.open(live, lambda: 0) as journal:
            self.in_file = len(self.records)
            for _ in range(12):
                self._append(journal, 1)
                self.wal_sizes.append((wal(live).stat().st_size, len(self.records)))
            shutil.copy(live, self.path)
            shutil.copy(wal(live), wal(self.path))

    def _append(self, journal: Journal, times: int) -> None:
        for _ in range(times):
            n = len(self.records)
            self.records += journal.append(n, [b"record %d " % n * (1 + n % 40), b"and another"])

    def kept_by(self, wal_bytes: int) -> int:
        """How many records had been promised when the -wal was no longer than this."""
        return max([held for size, held in self.wal_sizes if size <= wal_bytes], default=self.in_file)


def wal(path: Path) -> Path:
    return path.with_name(f"{path.name}-wal")


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Written:
    return Written(tmp_path_factory.mktemp("written"))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "table.journal"


def restore(written: Written, path: Path) -> None:
    """The journal as it was written, in place of whatever has become of it."""
    for left in path.parent.glob("table.journal*"):
        left.unlink()
    shutil.copy(written.path, path)
    shutil.copy(wal(written.path), wal(path))


def read_all(path: Path) -> list[Record] | None:
    """All records as a restart would read them, or None where it says that it cannot."""
    try:
        with Journal.open(path, lambda: 0) as journal:
            return journal.read(0, 10_000)
    except Fault:
        return None


def assert_true_beginning(path: Path, written: Written) -> list[Record] | None:
    saved = salvage(path)
    records = read_all(path)

    assert list(saved.records) == written.records[: len(saved.records)]
    if records is None:
        assert saved.fault is not None
    else:
        assert records == written.records[: len(records)] == list(saved.records)
    return records


def some(dice: random.Random, size: int) -> list[int]:
    return sorted(dice.sample(range(size), min(EXAMPLES, size)))


def test_the_copy_is_whole(written, path):
    restore(written, path)

    assert assert_true_beginning(path, written) == written.records


def test_a_power_cut_at_any_byte_of_the_newest_writes_loses_nothing_that_was_promised(written, path):
    for cut in some(random.Random(1), wal(written.path).stat().st_size):
        restore(written, path)
        os.truncate(wal(path), cut)

        records = assert_true_beginning(path, written)

        assert records is not None
        assert len(records) >= written.kept_by(cut)


def test_a_file_cut_at_any_byte_is_found_out(written, path):
    for cut in some(random.Random(2), written.path.stat().st_size):
        restore(written, path)
        wal(path).unlink()
        os.truncate(path, cut)

        records = assert_true_beginning(path, written)

        assert records is None or len(records) >= written.in_file


@pytest.mark.parametrize("which", ["file", "wal", "file without its wal"])
def test_a_flipped_bit_never_becomes_a_record(which, written, path):
    dice = random.Random(which)
    for _ in range(EXAMPLES):
        restore(written, path)
        if which == "file without its wal":
            wal(path).unlink()
        flip(wal(path) if which == "wal" else path, dice)

        assert_true_beginning(path, written)


def test_swapped_and_zeroed_blocks_never_become_records(written, path):
    dice = random.Random(4)
    for n in range(EXAMPLES):
        restore(written, path)
        wal(path).unlink()
        data = bytearray(path.read_bytes())
        a, b = (4096 * block for block in dice.sample(range(len(data) // 4096), 2))
        data[a : a + 4096], data[b : b + 4096] = data[b : b + 4096], bytes(4096) if n % 2 else data[a : a + 4096]
        path.write_bytes(data)

        assert_true_beginning(path, written)


def flip(path: Path, dice: random.Random) -> None:
    data = bytearray(path.read_bytes())
    data[dice.randrange(len(data))] ^= 1 << dice.randrange(8)
    path.write_bytes(data)
