"""A journal of hands with touches, questions, repairs, undo and redo always opens, and gives the same table."""

import shutil
from pathlib import Path

from engine.events import Amended, CardHeld, QuestionPut, TakenBack, Touched
from engine.game.game import replay
from engine.history.record import hands
from engine.public import public
from kiosk.protocol.codec import decode_event
from kiosk.storage.journal import open_reader

SAMPLE = Path(__file__).parents[2] / "journals" / "touches-1.journal"


def test_the_touches_journal_replays_to_the_table_that_wrote_it(tmp_path):
    path = tmp_path / "table.journal"
    shutil.copy(SAMPLE, path)
    with open_reader(path) as journal:
        events = [decode_event(record.body) for record in journal.walk()]

    table = public(replay(events))

    assert {Touched, Amended, CardHeld, QuestionPut, TakenBack} <= {type(event) for event in events}
    assert (table.mark, table.hand, table.playing) == (112, 3, False)
    assert [seat.chips for seat in table.seats] == [4_650, 4_400, 4_850, 4_250, 5_000, 6_850]
    assert [len(record.events) for record in hands(events)] == [31, 13, 11]
