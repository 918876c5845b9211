"""A kiosk that takes a table over keeps it, even if the previous one is started again."""

import shutil
import sqlite3
from contextlib import closing

from kiosk.storage.journal import Journal
from tests.kit.clock import RandomTable, eventually
from tests.kit.full_tables import sitting_of, stream_of


def newest_opening(clock):
    """The newest opening of table 1 that the clock knows."""
    with closing(sqlite3.connect(clock.file())) as db:
        return db.execute("SELECT epoch FROM opening WHERE stream = ?", (stream_of(1),)).fetchone()[0]


def test_a_replaced_kiosk_learns_it_before_anything_is_played(clock, tmp_path):
    """Both hold the same records; the newer opening has sent hello and nothing else."""
    for name in ("old", "new"):
        (tmp_path / name).mkdir()
    with RandomTable(tmp_path / "old", clock.socket) as old:
        old.sit()
        old.wait_until_held(clock)
    for file in (tmp_path / "old").iterdir():
        shutil.copy(file, tmp_path / "new" / file.name)
    Journal.open(tmp_path / "new" / f"table1-{sitting_of(1)}.journal", lambda: 0).close()

    with RandomTable(tmp_path / "new", clock.socket) as new:
        new.wait(lambda: new.face.away is None)
        eventually(lambda: newest_opening(clock) == 3)
        with RandomTable(tmp_path / "old", clock.socket) as old:
            old.wait(lambda: old.face.away is not None and old.face.away.refused)
            away = old.face.away

    assert away is not None
    assert "another kiosk has taken over this table" in str(away.trouble)
