"""After a power cut at any moment, with any sector of the pending writes on disk or not, no acknowledged record is
missing.

`KIOSK_CUTS` says how many moments of fifty hands to try by day, and `KIOSK_CUTS_BY_NIGHT` of two hundred, evenly
spread; 0 means all. The nightly run tries every moment of twenty short journals, two hundred hands together.
"""

import re
import shutil
from pathlib import Path
from random import Random

import pytest

from kiosk.storage.journal import Journal
from tests.kiosk.storage.play_hands import COMMAND
from tests.kiosk.storage.powercut import DiskImage, traced
from tests.kit.sizes import size

CUTS = size("KIOSK_CUTS", 120)
BY_NIGHT = size("KIOSK_CUTS_BY_NIGHT", 200)

pytestmark = pytest.mark.skipif(shutil.which("strace") is None, reason="needs strace, which is not installed")


@pytest.mark.parametrize(
    ("hands", "wanted"),
    [
        pytest.param(50, CUTS, marks=(pytest.mark.slow, pytest.mark.fuzz), id="fifty hands"),
        pytest.param(200, BY_NIGHT, marks=(pytest.mark.nightly, pytest.mark.long(150)), id="two hundred hands"),
    ],
)
def test_a_power_cut_at_any_moment_loses_and_invents_nothing(hands, wanted, tmp_path):
    """It also opens silently: a mere power cut is no damage."""
    calls, cuts = cut_at_moments(hands, 50, wanted, tmp_path)

    assert cuts >= min(wanted or calls, calls)


@pytest.mark.nightly
@pytest.mark.long(60)
@pytest.mark.parametrize("first", range(0, 20, 5))
def test_a_power_cut_at_every_moment_of_a_short_journal_loses_and_invents_nothing(first, tmp_path):
    """The cost of opening a journal grows with its length: every moment of a long one takes a third of an hour."""
    for seed in range(first, first + 5):
        folder = tmp_path / str(seed)
        folder.mkdir()

        calls, cuts = cut_at_moments(10, seed, 0, folder)

        assert cuts == calls > 500


def cut_at_moments(hands: int, seed: int, wanted: int, folder: Path) -> tuple[int, int]:
    """Play into a journal, cut the power at so many moments (0 means all) and open what is left.

    Return how many moments there were, and at how many the power was cut.
    """
    run, found = folder / "run", folder / "found"
    run.mkdir()
    calls = traced([*COMMAND, str(run / "table.journal"), str(hands), str(seed)], run)
    with Journal.open(run / "table.journal", lambda: 0) as journal:
        written = journal.read(0, 1_000_000)
    step = max(1, len(calls) // wanted) if wanted else 1
    disk, dice, promised, cuts = DiskImage(), Random(1), 0, 0
    for number, call in enumerate(calls):
        if call.name == "write" and not call.path:
            promised = int(re.findall(rb"kept (\d+)", call.data)[-1])
        disk.take(call)
        if number % step:
            continue
        shutil.rmtree(found, ignore_errors=True)
        found.mkdir()
        for path, data in disk.after_a_cut(dice):
            (found / Path(path).name).write_bytes(data)

        with Journal.open(found / "table.journal", lambda: 0) as journal:
            records = journal.read(0, 1_000_000)

        assert len(records) >= promised
        assert records == written[: len(records)]
        cuts += 1

    assert promised == len(written)
    assert any(call.name == "fdatasync" and call.path.endswith(".journal") for call in calls[: len(calls) // 2])
    return len(calls), cuts
