"""After a power cut at any moment, with any sector of the pending writes on disk or not, the clock's database has
everything that was acknowledged and decided, and nothing else.

`KIOSK_CUTS` says how many moments of a run to try by day; the nightly run tries each.
"""

import re
import shutil
from pathlib import Path
from random import Random

import pytest

from kiosk.clock.store.sqlite.store import SqliteStore
from tests.kiosk.clock.store.commit_forever import COMMAND, OWN, TABLE, records_of
from tests.kiosk.storage.powercut import DiskImage, traced
from tests.kit.sizes import size

CUTS = size("KIOSK_CUTS", 60)
COMMITS, PAGES = 60, 40

pytestmark = pytest.mark.skipif(shutil.which("strace") is None, reason="needs strace, which is not installed")


@pytest.mark.parametrize(
    "wanted",
    [
        pytest.param(CUTS, marks=pytest.mark.slow, id="some"),
        pytest.param(0, marks=(pytest.mark.nightly, pytest.mark.long(40)), id="all"),
    ],
)
def test_a_power_cut_at_any_moment_loses_and_invents_nothing(wanted, tmp_path):
    run, found = tmp_path / "run", tmp_path / "found"
    run.mkdir()
    calls = traced([*COMMAND, str(run / "clock.db"), str(COMMITS), str(PAGES)], run)
    copied = [call for call in calls if call.name == "pwrite64" and call.path.endswith("clock.db")]
    written, promised, cuts = records_of(COMMITS), (0, 0), 0
    step = max(1, len(calls) // wanted) if wanted else 1
    disk, dice = DiskImage(), Random(1)
    for number, call in enumerate(calls):
        if call.name == "write" and not call.path:
            table, own = re.findall(rb"kept (\d+) (\d+)", call.data)[-1]
            promised = int(table), int(own)
        disk.take(call)
        if number % step:
            continue
        opened_again(disk, found, dice, promised, written)
        cuts += 1

    assert promised == (len(written[TABLE]), len(written[OWN]))
    assert cuts >= min(wanted or len(calls), len(calls))
    assert len(copied) > PAGES  # the log was checkpointed more than once


def opened_again(disk, found: Path, dice: Random, promised, written) -> None:
    shutil.rmtree(found, ignore_errors=True)
    found.mkdir()
    for path, data in disk.after_a_cut(dice):
        (found / Path(path).name).write_bytes(data)

    store = SqliteStore(found / "clock.db")
    try:
        assert store.shortfalls == ()
        assert store.restored == ()
        for stream, least in zip((TABLE, OWN), promised, strict=True):
            records = list(store.copy(stream).walk())
            assert len(records) >= least
            assert records == written[stream][: len(records)]
    finally:
        store.close()
