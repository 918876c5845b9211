"""The clock as one table follows it: its levels, its time and its connection, from what the link reports."""

from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from engine.table.state import Table
from engine.tournament.levels.structure import blinds, duration_ms
from engine.tournament.tables.room_info import IncomingPlayer
from kiosk.protocol.messages import Welcome
from kiosk.storage.chain import START, Mark
from kiosk.table.link.events import Away, StateReceived
from kiosk.table.link.follower import ClockFollower
from kiosk.table.services import Services
from tests.kiosk.table.test_host import AWAY, STRUCTURE, word
from ui.dealer.model.surroundings import Link

FIRST_MS = duration_ms(STRUCTURE, 0)
FIRST, SECOND = blinds(STRUCTURE, 0), blinds(STRUCTURE, 1)
RUNS = word(2, running=True, anchor_ms=500_000)
"""The first level, which began when the clock's own time was 500,000 ms."""


class Follows:
    """The follower of a table without hands. The test sets its time."""

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


def test_before_the_clocks_first_message_nothing_is_known(table: Follows) -> None:
    """
    There are no stakes and no time, and the table waits for neither.
    """
    assert table.stakes(0) is None
    assert (table.follower.level, table.follower.doubt, table.follower.starting_stack) == (None, None, 0)


def test_a_level_goes_by_the_clocks_time_and_not_by_this_machines(table: Follows) -> None:
    """
    The clock is 499 s ahead. A level that it began at 500 s is one second old at two seconds here.
    """
    table.follower.welcomed(Welcome(START, RUNS))
    table.follower.time_measured(499_000)

    assert table.stakes(2_000) == FIRST
    assert table.follower.level is not None
    assert table.follower.level.left_ms == FIRST_MS - 1_000


def test_the_next_level_begins_by_itself_while_the_clock_is_away(table: Follows) -> None:
    """
    It begins exactly on time.
    """
    table.follower.welcomed(Welcome(START, RUNS))
    table.follower.time_measured(500_000)
    table.follower.away(Away(AWAY))

    assert table.stakes(FIRST_MS - 1) == FIRST
    assert table.stakes(FIRST_MS) == SECOND


def test_a_better_estimate_of_the_clocks_time_does_not_take_back_a_level_that_has_just_begun(tmp_path: Path) -> None:
    """
    As in seed 1954: the table started at the end of a level, and its first ping was slow. The level is taken back only
    if the clock says so by more than a round trip.
    """
    table, begun = Follows(tmp_path), Table(blinds=SECOND)
    table.follower.welcomed(Welcome(START, RUNS))
    table.follower.time_measured(500_100)
    assert table.stakes(FIRST_MS - 100) == SECOND

    table.follower.time_measured(500_000)
    assert table.follower.follow(begun) == SECOND

    table.follower.time_measured(497_000)
    assert table.follower.follow(begun) == FIRST


def test_a_stopped_clock_is_shown_without_knowing_its_time(table: Follows) -> None:
    """The time left is what the clock sent, before any ping has returned and however late it is here."""
    table.follower.welcomed(Welcome(START, word()))

    assert table.stakes(10 * FIRST_MS) == FIRST
    assert table.follower.level is not None
    assert (table.follower.level.left_ms, table.follower.level.running) == (FIRST_MS, False)


def test_a_scheduled_start_counts_down_once_the_clocks_time_is_known(table: Follows) -> None:
    table.follower.welcomed(Welcome(START, replace(word(), starts_at_ms=560_000)))
    table.stakes(0)
    assert table.follower.level is not None
    assert table.follower.level.starts_in_ms == 0

    table.follower.time_measured(500_000)
    table.stakes(1_000)
    assert table.follower.level.starts_in_ms == 59_000
    table.stakes(61_000)
    assert table.follower.level.starts_in_ms == 0


def test_a_late_state_never_replaces_a_newer_one(table: Follows) -> None:
    """
    States may overtake each other on a connection that came back.
    """
    table.follower.state_received(StateReceived(word(5, index=1)))
    table.follower.state_received(StateReceived(word(4, index=0)))

    assert table.stakes(0) == SECOND


def test_a_welcome_with_an_older_state_means_that_the_clock_lost_the_newer_one(table: Follows) -> None:
    """Found by the fault simulation: a clock whose disk had lost writes restarted the same run.
    The table followed the clock's earlier messages until the clock had sent as many again. Its time had also started
    over.
    """
    table.follower.welcomed(Welcome(START, word(5, index=1)))
    table.follower.time_measured(500_000)
    table.follower.welcomed(Welcome(START, word(2, running=True)))

    assert table.stakes(1_000) == FIRST


def test_a_restarted_clock_has_a_new_time(table: Follows) -> None:
    """
    The old offset would say that hours had passed. Until a ping returns, the known level is played.
    """
    table.follower.welcomed(Welcome(START, RUNS))
    table.follower.time_measured(500_000)
    table.follower.state_received(StateReceived(word(1, running=True, epoch=2)))

    assert table.stakes(1_000) == FIRST
    table.follower.time_measured(FIRST_MS)
    assert table.stakes(1_000) == SECOND


def test_the_time_of_a_restarted_clock_is_not_applied_to_the_state_of_the_earlier_one(table: Follows) -> None:
    """Found by the fault simulation: a restarted clock knew nothing of the table's sitting, and sent it elsewhere.
    Its time had started over, and by that time the table went back a level in the hand that it had not finished.
    """
    table.follower.welcomed(Welcome(START, RUNS))
    table.follower.time_measured(500_000)
    assert table.stakes(FIRST_MS) == SECOND
    table.follower.away(Away(AWAY))

    table.follower.sent_to()
    table.follower.time_measured(-FIRST_MS)

    assert table.stakes(FIRST_MS) == SECOND


def test_arriving_players_are_those_of_the_last_message(table: Follows) -> None:
    """A player who has arrived is left out of the next message."""
    table.follower.state_received(StateReceived(word(), (IncomingPlayer("n", "Nia", 7_300, 12),)))
    assert list(table.follower.coming) == [IncomingPlayer("n", "Nia", 7_300, 12)]

    table.follower.state_received(StateReceived(word(2)))
    assert list(table.follower.coming) == []


def test_a_table_without_a_clock_shows_no_link(tmp_path: Path) -> None:
    """
    No connection is missing, because the table expects none.
    """
    assert Follows(tmp_path, has_clock=False).follower.link(mark=12) is None


def test_the_link_says_how_long_it_has_been_down_and_how_many_records_wait(tmp_path: Path) -> None:
    """The time counts from the first report that the clock is away, not the last. Records that were delivered in the
    meantime no longer wait.
    """
    table = Follows(tmp_path, held=10)
    assert table.follower.link(mark=12) == Link(connected=False, waiting=2)

    for now_ms in (1_000, 3_000):
        table.now_ms = now_ms
        table.follower.away(Away(AWAY, refused=now_ms == 3_000))
    table.follower.delivered(11)
    table.now_ms = 5_000

    assert table.follower.link(mark=12) == Link(False, away_ms=4_000, waiting=1, trouble=AWAY, refused=True)
    table.follower.welcomed(Welcome(Mark(12, START.hash), word()))
    assert table.follower.link(mark=12) == Link()


def test_a_start_without_the_clock_continues_from_the_last_state(tmp_path: Path) -> None:
    """
    The same machine was not switched off, so its own time says exactly how long it has been.
    """
    before = Follows(tmp_path)
    before.follower.welcomed(Welcome(START, RUNS))
    before.follower.time_measured(500_000)
    before.stakes(1_000)

    after = Follows(tmp_path, now_ms=60_000)

    assert after.stakes(FIRST_MS - 1) == FIRST
    assert after.stakes(FIRST_MS) == SECOND
    assert after.follower.doubt is None
