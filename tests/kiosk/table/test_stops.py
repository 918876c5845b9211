"""A target's orders about play: when the table stops, and that all players leave with a bag. They apply even in
mid-hand, and
while the clock is away.
"""

import pytest

from engine.actions import HandOver
from engine.table.actions.hands import StartHand
from engine.table.actions.people import SeatLeft
from engine.table.state import is_playing
from engine.terms import Stop
from engine.tournament.targets import Leaving
from tests.kit.table_bench import FRIDAY, SATURDAY, SILENT, TableBench, begins, target

ALL = (1, 4, 7)


@pytest.fixture
def bench(tmp_path):
    bench = TableBench(tmp_path)
    bench.at_friday(*ALL)
    yield bench
    bench.stop()


def test_the_hand_in_play_is_the_last_before_the_stop(bench):
    bench.host.orders.ask(StartHand())
    bench.hears_target(target(2, *begins(*ALL), stop=Stop("hand-for-hand", 1)))
    bench.host.orders.ask(HandOver())

    assert (bench.table.hands, is_playing(bench.table)) == (1, False)
    bench.host.orders.ask(StartHand())
    assert bench.said[-1] == "stops-hand-for-hand"

    bench.hears_target(target(3, *begins(*ALL), stop=Stop("hand-for-hand", 2)))
    bench.host.orders.ask(StartHand())
    assert bench.table.hands == 2


def test_a_stop_holds_while_the_clock_is_away_and_over_a_restart(bench):
    bench.hears_target(target(2, *begins(*ALL), stop=Stop("held", 0)))
    bench.hears(SILENT)
    bench.stop()
    bench.boot()

    bench.host.orders.ask(StartHand())

    assert bench.said[-1] == "stops-held"


def test_after_a_stop_is_lifted_the_next_hand_can_start(bench):
    bench.hears_target(target(2, *begins(*ALL), stop=Stop("held", 0)))
    bench.hears_target(target(3, *begins(*ALL)))

    bench.host.orders.ask(StartHand())

    assert is_playing(bench.table)


def test_a_table_in_a_hand_when_the_tournament_ends_is_told_and_finishes_the_hand(bench):
    bench.host.orders.ask(StartHand())
    bench.hears_target(target(2, *begins(*ALL), stop=Stop("over", 0)))
    assert [one.code for one in bench.face.notices] == ["tournament-over"]

    bench.host.orders.ask(HandOver(start=True))

    assert not is_playing(bench.table)
    bench.host.orders.ask(StartHand())
    assert bench.said[-1] == "stops-over"


def test_a_table_in_a_hand_when_the_tournament_ends_goes_to_the_next_one_after_the_hand(bench):
    bench.host.orders.ask(StartHand())
    bench.hears_target(target(2, *begins(*ALL), stop=Stop("over", 0)))
    bench.sent_to(SATURDAY)
    assert bench.line.opened[-1].sitting == FRIDAY

    bench.host.orders.ask(HandOver())
    bench.delivered()

    assert bench.line.opened[-1].sitting == SATURDAY


def test_once_the_flight_is_over_all_players_leave_with_their_chips(bench):
    bench.host.orders.ask(StartHand())
    bags = tuple(Leaving(entry, 0, 0) for entry in ALL)
    bench.hears_target(target(2, leaving=bags, stop=Stop("players-left", 3)))
    assert is_playing(bench.table)

    bench.host.orders.ask(HandOver())

    assert not any(bench.table.seats)
    assert bench.table.issued == 0
    gone = [event for event in bench.events(bench.line.opened[-1].path) if isinstance(event, SeatLeft)]
    assert sorted((event.player, event.to) for event in gone) == [("1", 0), ("4", 0), ("7", 0)]
    assert sum(event.chips for event in gone) == 15_000
