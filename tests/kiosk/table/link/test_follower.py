"""The clock as one table follows it: its levels, its time and its line, from what the link reports."""

from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from engine.table.state import Table
from engine.tournament.levels.structure import blinds, duration_ms
from kiosk.protocol.messages import Coming as Sent
from kiosk.table.link.events import Away, Delivered, OffsetMeasured, SentTo, StateReceived, Welcomed
from kiosk.table.link.follower import ClockFollower
from kiosk.table.services import Services
from tests.kiosk.table.test_host import AWAY, SEATING, STRUCTURE, word
from ui.dealer.model.surroundings import Coming, Link

FIRST_MS = duration_ms(STRUCTURE, 0)
FIRST, SECOND = blinds(STRUCTURE, 0), blinds(STRUCTURE, 1)
RUNS = word(2, running=True, anchor_ms=500_000)
"""The first level, begun when the clock's own time was 500,000."""


class Follows:
    """A follower of a table without hands, with its time in the test's hands."""

    def __init__(self, folder: Path, held: int = 0, has_clock: bool = True, now_ms: int = 0) -> None:
        self.now_ms = now_ms
        services = Services(lambda: self.now_ms, lambda: 0, Random(1), lambda: None, "this boot")
        self.follower = ClockFollower(folder / "cache", services, Table(), held, has_clock)

    def stakes(self, now_ms: int) -> object:
        """The stakes at a time of this machine."""
        self.now_ms = now_ms
        return self.follower.follow(Table())


@pytest.fixture
def table(tmp_path: Path) -> Follows:
    return Follows(tmp_path)


def test_before_any_clock_has_spoken_nothing_is_known(table: Follows) -> None:
    """
    No stakes and no time: the table waits for neither.
    """
    assert table.stakes(0) is None
    assert (table.follower.level, table.follower.doubt, table.follower.starting_stack) == (None, None, 0)


def test_a_level_goes_by_the_clocks_time_and_not_by_this_machines(table: Follows) -> None:
    """
    The clock is 499 s ahead: what it began at 500 s is one second old at two seconds here.
    """
    table.follower.receive(Welcomed(SEATING, RUNS))
    table.follower.receive(OffsetMeasured(499_000))

    assert table.stakes(2_000) == FIRST
    assert table.follower.level is not None
    assert table.follower.level.left_ms == FIRST_MS - 1_000


def test_the_next_level_begins_by_itself_while_the_clock_is_away(table: Follows) -> None:
    """
    At its moment, and not before.
    """
    table.follower.receive(Welcomed(SEATING, RUNS))
    table.follower.receive(OffsetMeasured(500_000))
    table.follower.receive(Away(AWAY))

    assert table.stakes(FIRST_MS - 1) == FIRST
    assert table.stakes(FIRST_MS) == SECOND


def test_a_clock_that_stands_needs_no_time_of_its_own(table: Follows) -> None:
    """The time left is what the clock sent, before any ping has returned and however late it is here."""
    table.follower.receive(Welcomed(SEATING, word()))

    assert table.stakes(10 * FIRST_MS) == FIRST
    assert table.follower.level is not None
    assert (table.follower.level.left_ms, table.follower.level.running) == (FIRST_MS, False)


def test_a_scheduled_start_is_counted_down_to_once_the_clocks_time_is_known(table: Follows) -> None:
    table.follower.receive(Welcomed(SEATING, replace(word(), starts_at_ms=560_000)))
    table.stakes(0)
    assert table.follower.level is not None
    assert table.follower.level.starts_in_ms == 0

    table.follower.receive(OffsetMeasured(500_000))
    table.stakes(1_000)
    assert table.follower.level.starts_in_ms == 59_000
    table.stakes(61_000)
    assert table.follower.level.starts_in_ms == 0


def test_a_late_word_never_rewinds_a_newer_one(table: Follows) -> None:
    """
    States may overtake each other on a line that came back.
    """
    table.follower.receive(StateReceived(word(5, index=1)))
    table.follower.receive(StateReceived(word(4, index=0)))

    assert table.stakes(0) == SECOND


def test_a_clock_that_welcomes_with_an_older_word_has_lost_the_newer_one(table: Follows) -> None:
    """Found by `kiosk simulate --faults`: a clock whose disk had lied restarted the same run.

    A table followed the clock's earlier messages until it had sent as many again. Its time had also started over.
    """
    table.follower.receive(Welcomed(SEATING, word(5, index=1)))
    table.follower.receive(OffsetMeasured(500_000))
    table.follower.receive(Welcomed(SEATING, word(2, running=True)))

    assert table.stakes(1_000) == FIRST


def test_a_clock_that_was_started_again_has_another_time(table: Follows) -> None:
    """
    The offset to the old one would say that hours had passed; until a ping returns the known level is played.
    """
    table.follower.receive(Welcomed(SEATING, RUNS))
    table.follower.receive(OffsetMeasured(500_000))
    table.follower.receive(StateReceived(word(1, running=True, epoch=2)))

    assert table.stakes(1_000) == FIRST
    table.follower.receive(OffsetMeasured(FIRST_MS))
    assert table.stakes(1_000) == SECOND


def test_the_time_of_a_clock_that_has_not_said_how_the_room_is_is_not_that_of_the_last_word(table: Follows) -> None:
    """Found by `kiosk simulate --faults`: a restarted clock knew nothing of the table's sitting, and sent it elsewhere.

    Its time had started over, and by that time the table went back a level in the hand that it had not finished.
    """
    table.follower.receive(Welcomed(SEATING, RUNS))
    table.follower.receive(OffsetMeasured(500_000))
    assert table.stakes(FIRST_MS) == SECOND
    table.follower.receive(Away(AWAY))

    table.follower.receive(SentTo("0a-1"))
    table.follower.receive(OffsetMeasured(-FIRST_MS))

    assert table.stakes(FIRST_MS) == SECOND


def test_players_on_the_way_are_those_of_the_last_word(table: Follows) -> None:
    """A player who has arrived is left out of the next message."""
    table.follower.receive(StateReceived(word(), (Sent("n", "Nia", 7_300, 12),)))
    assert list(table.follower.coming) == [Coming("n", "Nia", 7_300, 12)]

    table.follower.receive(StateReceived(word(2)))
    assert list(table.follower.coming) == []


def test_a_table_without_a_clock_has_no_line(tmp_path: Path) -> None:
    """
    Nothing is lost that nobody waits for.
    """
    assert Follows(tmp_path, has_clock=False).follower.link(mark=12) is None


def test_the_line_says_how_long_it_is_away_and_what_waits(tmp_path: Path) -> None:
    """From the first message that it is away, not the last; records delivered in the meantime are not
    waiting any more.
    """
    table = Follows(tmp_path, held=10)
    assert table.follower.link(mark=12) == Link(connected=False, waiting=2)

    for now_ms in (1_000, 3_000):
        table.now_ms = now_ms
        table.follower.receive(Away(AWAY, refused=now_ms == 3_000))
    table.follower.receive(Delivered(11))
    table.now_ms = 5_000

    assert table.follower.link(mark=12) == Link(False, away_ms=4_000, waiting=1, trouble=AWAY, refused=True)
    table.follower.receive(Welcomed(SEATING, word(), held=12))
    assert table.follower.link(mark=12) == Link()


def test_a_start_without_the_clock_goes_on_by_its_last_word(tmp_path: Path) -> None:
    """
    The same machine, not switched off: its own time says exactly how long it has been.
    """
    before = Follows(tmp_path)
    before.follower.receive(Welcomed(SEATING, RUNS))
    before.follower.receive(OffsetMeasured(500_000))
    before.stakes(1_000)

    after = Follows(tmp_path, now_ms=60_000)

    assert after.stakes(FIRST_MS - 1) == FIRST
    assert after.stakes(FIRST_MS) == SECOND
    assert after.follower.doubt is None
