"""A table after a redraw: it ends one sitting and begins the next, with a button that was drawn."""

import pytest
from msgspec.structs import replace

from engine.refused import Refused
from engine.table.actions.hands import StartHand
from engine.table.actions.people import SeatTaken, TakeSeat
from engine.table.actions.setup import PlaceButton
from engine.table.rules import decide
from engine.tournament.targets import EntryName, Leaving, RosterSeat
from kiosk.table.seating.target import steps_towards
from tests.kit.table_bench import TableBench, begins, target
from ui.dealer.model.surroundings import AskedMove, NewSeat


@pytest.fixture
def bench(tmp_path):
    bench = TableBench(tmp_path)
    bench.at_friday(1, 4, 7)
    yield bench
    bench.stop()


def test_a_player_who_goes_on_to_a_round_of_fresh_stacks_changes_chips_and_leaves(bench):
    bench.hears_target(target(1, *begins(1, 4, 7)))
    had = bench.table.seats[3].chips

    bench.hears_target(target(2, leaving=(Leaving(4, 2, 1, fresh=2_000),), breaking=True))

    assert "4" not in {seat.player for seat in bench.table.seats if seat}
    assert bench.table.adjusted == 2_000 - had
    assert bench.table.issued == 2 * had


def test_a_player_who_stays_at_this_physical_table_leaves_its_sitting_for_the_next_one(bench):
    bench.hears_target(target(1, *begins(1, 4, 7)))
    bench.hears_target(target(2, leaving=(Leaving(4, 0, 1),), breaking=True))

    assert "4" not in {seat.player for seat in bench.table.seats if seat}


def test_during_the_hand_the_screen_knows_where_the_players_go(bench):
    """
    A player who stays at this physical table gets another seat there.
    """
    bench.hears_target(target(1, *begins(1, 4, 7)))
    bench.host.orders.ask(StartHand())
    bench.hears_target(target(2, leaving=(Leaving(4, 2, 5), Leaving(7, 0, 1), Leaving(1, 0, 0)), breaking=True))

    table = bench.table.number
    assert bench.face.surroundings.booking.moves == (AskedMove("4", 2, 5), AskedMove("7", table, 1))


def test_a_table_that_a_redraw_ended_knows_the_new_seats_by_name(bench):
    names = tuple(EntryName(number, f"Player {number}") for number in (1, 4, 7))
    bench.hears_target(target(1, *begins(1, 4, 7)))
    assert bench.face.surroundings.booking.new_seats == ()

    leaving = (Leaving(7, 0, 1), Leaving(4, 2, 5), Leaving(1, 0, 0))
    for rev, state in ((2, {"breaking": True}), (3, {"breaking": True, "closed": True})):
        bench.hears_target(replace(target(rev, leaving=leaving, **state), names=names))
        table = bench.table.number
        assert bench.face.surroundings.booking.new_seats == (NewSeat("Player 4", 2, 5), NewSeat("Player 7", table, 1))


def test_only_after_a_redraw_can_a_player_come_from_the_table_itself(bench):
    bench.hears_target(target(1, *begins(1, 4, 7)))
    with pytest.raises(Refused, match="comes-from-here"):
        decide(bench.table, TakeSeat(2, "2", "Player 2", 500, 1))

    taken = decide(bench.table, TakeSeat(2, "2", "Player 2", 500, 1, redrawn=True))
    assert taken == [SeatTaken(2, "2", "Player 2", 500, 1)]


def test_the_first_button_is_at_the_seat_that_drew_it(bench):
    goal = target(1, RosterSeat(3, 3, "Player 3", came_from=2), RosterSeat(5, 5, "Player 5", came_from=1), button=5)
    new = replace(bench.table, seats=(None,) * 9, button=0, hands=0, issued=0)

    assert PlaceButton(5) in list(steps_towards(goal, new, frozenset()))
