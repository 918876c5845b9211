"""A crash across the end of a level: the tables played on by themselves, and neither they nor the clock go back."""

from contextlib import closing

import pytest

from engine.table.actions.setup import LevelSet
from kiosk.protocol.codec import decode_event
from kiosk.storage.journal_reader import open_reader
from tests.kit.clock import DirectorsPage, RandomTable, eventually, in_a_process

LEVEL_MS = 180_000


def levels(table):
    """Every level that the table started, in order."""
    with closing(open_reader(table.record)) as reader:
        events = [decode_event(record.body) for record in reader.walk()]
    return [event.blinds.level for event in events if isinstance(event, LevelSet)]


def level_of(table):
    """The level that the table plays."""
    blinds = table.game.table.blinds
    return blinds.level if blinds else 0


def ticked(table, happened):
    """The table's own time advances until the condition holds."""

    def looked():
        table.host.tick()
        return happened()

    eventually(looked)


@pytest.fixture
def left_behind(clock, tmp_path):
    """A table that has played the second level without the clock; the clock stopped in the first and is back."""
    with RandomTable(tmp_path, clock.socket) as table:
        table.sit()
        with DirectorsPage(clock) as page:
            page.order("start")
            ticked(table, lambda: table.face.surroundings.level and table.face.surroundings.level.running)
        clock.kill()
        clock.be_away_long()
        table.ahead_ms = LEVEL_MS
        ticked(table, lambda: level_of(table) == 2)
        yield table


@in_a_process
def test_the_clock_moves_to_the_tables_level_and_no_hand_is_dealt_at_a_lower_one(clock, left_behind):
    clock.start()

    ticked(left_behind, lambda: left_behind.face.away is None)
    eventually(lambda: clock.room()["blinds"]["level"] == 2)
    assert (clock.room()["running"], clock.room()["recovered"]) == (False, True)
    recovery = clock.tables()["totals"]["recovery"]
    assert (recovery["index"], recovery["table"], recovery["left_ms"]) == (1, 1, LEVEL_MS)
    left_behind.play(1)
    left_behind.wait_until_held(clock)

    assert levels(left_behind) == [1, 2]
    assert clock.table(1)["flags"] == []


@in_a_process
def test_the_clock_knows_the_level_from_its_own_copy_at_the_next_start(clock, left_behind):
    clock.start()
    eventually(lambda: (left_behind.host.tick(), clock.room()["index"] == 1)[1])
    left_behind.wait_until_held(clock)
    clock.kill()

    clock.start()

    assert clock.room()["index"] == 1


@in_a_process
def test_the_director_can_still_go_back_a_level(clock, left_behind):
    clock.start()
    eventually(lambda: (left_behind.host.tick(), clock.room()["index"] == 1)[1])

    with DirectorsPage(clock) as page:
        assert page.order("previous") == ""
        ticked(left_behind, lambda: level_of(left_behind) == 1)
        left_behind.wait_until_held(clock)
        assert clock.room()["index"] == 0
        assert page.order("undo-clock") == ""
        ticked(left_behind, lambda: level_of(left_behind) == 2)
