"""A journal of an evening with backup modes, counts and a color-up still opens, and gives the same table."""

import shutil
from pathlib import Path

from engine.events import ChipsRaced, HandReported, ModeSet, RaceCardDealt, RaceOpened, StacksCounted
from engine.game.game import replay
from engine.public import public
from kiosk.protocol.codec import decode_event
from kiosk.storage.journal import open_reader

SAMPLE = Path(__file__).parents[2] / "journals" / "fallbacks-1.journal"


def test_the_journal_replays_to_the_table_that_wrote_it(tmp_path):
    path = tmp_path / "table.journal"
    shutil.copy(SAMPLE, path)
    with open_reader(path) as journal:
        events = [decode_event(record.body) for record in journal.walk()]

    table = public(replay(events))

    kinds = {type(event) for event in events}
    assert {ModeSet, HandReported, StacksCounted, RaceOpened, RaceCardDealt, ChipsRaced} <= kinds
    assert (table.hand, table.mode, table.uncounted, table.chip) == (4, "readers", 0, 100)
    assert [seat.chips + seat.bet for seat in table.seats if seat.player] == [5_500, 4_100, 5_500]
    assert table.raced == table.adjusted == 25
