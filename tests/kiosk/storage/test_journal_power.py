"""After a power cut at any moment, with any sector of what was under way there or not, nothing promised is missing.

`KIOSK_CUTS` says how many moments of the run to try, evenly spread; all of them where it is 0.
"""

import re
import shutil
from pathlib import Path
from random import Random

import pytest

from kiosk.storage.journal import Journal
from tests.kiosk.storage.play_hands import COMMAND
from tests.kiosk.storage.powercut import Disk, traced
from tests.kit.sizes import size

CUTS = size("KIOSK_CUTS", 120)
HANDS = 50

pytestmark = pytest.mark.skipif(shutil.which("strace") is None, reason="needs strace, which is not installed")


@pytest.mark.slow
@pytest.mark.fuzz
def test_a_power_cut_at_any_moment_of_fifty_hands_loses_and_invents_nothing(tmp_path):
    """
    It opens without a word, too: a mere power cut is no damage.
    """
    folder, found = tmp_path / "run", tmp_path / "found"
    folder.mkdir()
    calls = traced([*COMMAND, str(folder / "table.journal"), str(HANDS)], folder)
    with Journal.open(folder / "table.journal", lambda: 0) as journal:
        written = journal.read(0, 1_000_000)
    step = max(1, len(calls) // CUTS) if CUTS else 1
    disk, dice, promised, cuts = Disk(), Random(1), 0, 0
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
    assert cuts >= min(CUTS or len(calls), len(calls))
