"""Players who come to a table that deals without a pause: one touch ends a hand, and would deal the next one."""

import pytest
from msgspec.structs import replace

from engine.actions import Answer, Declare, HandOver, Undo
from engine.table.actions.hands import StartHand
from engine.table.actions.people import TakeSeat
from engine.table.state import chips_at, is_playing
from engine.terms import Mishap
from engine.tournament.tables.room_info import IncomingPlayer
from engine.tournament.targets import Purchase, RosterSeat
from tests.kit.play import actions_of
from tests.kit.table_bench import TableBench, begins, leaves, target
from ui.dealer.model.surroundings import Due

LATE = RosterSeat(9, 12, "Zoe", 5000)
MOVED = RosterSeat(9, 12, "Zoe", 0, 3)
ZOE = IncomingPlayer("12", "Zoe", 7200, 3, 9)


@pytest.fixture
def bench(tmp_path):
    bench = TableBench(tmp_path)
    bench.at_friday(1, 4, 7)
    bench.host.orders.ask(StartHand())
    yield bench
    bench.stop()


def test_a_late_player_is_seated_by_the_touch_that_ends_the_hand(bench):
    bench.hears_target(target(2, *begins(1, 4, 7), LATE))
    assert bench.face.surroundings.due == (Due("enters", 9, "12", "Zoe", 5000),)
    bench.host.orders.ask(HandOver())

    assert not is_playing(bench.table)
    assert chips_at(bench.table, 9) == 5000
    assert bench.face.surroundings.due == ()
    bench.host.orders.ask(StartHand())
    assert 9 in bench.table.hand.deal.seats


def test_bought_chips_are_on_the_table_before_the_next_hand(bench):
    bench.hears_target(target(2, *begins(1, 4, 7), bought=(Purchase(1, 4, 500), Purchase(2, 7, 800))))
    assert bench.face.surroundings.due == (Due("buys", 4, "4", "Player 4", 500), Due("buys", 7, "7", "Player 7", 800))
    issued = bench.table.issued
    bench.host.orders.ask(HandOver())

    assert bench.table.issued == issued + 1300
    assert not is_playing(bench.table)
    assert bench.said == ["chips-to-hand-out"] * 2
    bench.host.orders.ask(StartHand())
    bench.host.orders.ask(HandOver())
    assert bench.table.hands == 3  # the table no longer waits for anyone
    assert bench.table.issued == issued + 1300


def test_a_departure_whose_notice_was_undone_still_empties_the_seat_before_the_next_hand(bench):
    bench.hears_target(target(2, *begins(1, 4, 7), leaving=leaves(1)))
    bench.host.orders.ask(Undo())
    assert bench.table.seats[0].leaves_for is None
    bench.host.orders.ask(StartHand())
    bench.host.orders.ask(HandOver())

    assert bench.table.seats[0] is None
    assert bench.face.surroundings.due == ()


def test_an_arriving_player_holds_the_deal_until_the_dealer_seats_them(bench):
    bench.hears_target(target(2, *begins(1, 4, 7), MOVED), ZOE)
    bench.host.orders.ask(HandOver())
    assert not is_playing(bench.table)
    bench.host.orders.ask(StartHand())
    assert not is_playing(bench.table)
    assert bench.said == ["waits-for-arrival"]

    bench.host.orders.ask(TakeSeat(9, "12", "Zoe", 7200, 3))
    bench.host.orders.ask(StartHand())
    assert bench.table.seats[8].chips == 7200
    assert is_playing(bench.table)


def test_the_dealer_must_decide_again_each_hand_to_deal_without_a_missing_player(bench):
    bench.hears_target(target(2, *begins(1, 4, 7), MOVED), ZOE)
    for hand in (2, 3):
        bench.host.orders.ask(HandOver())
        assert bench.table.hands == hand - 1
        bench.host.orders.ask(StartHand(without=("12",)))
        assert bench.table.hands == hand
    bench.host.orders.ask(Undo())
    bench.host.orders.ask(StartHand())
    assert not is_playing(bench.table)


def test_a_player_announced_as_the_dealer_deals_without_another_holds_the_deal(bench):
    bench.hears_target(target(2, *begins(1, 4, 7), MOVED), ZOE)
    bench.host.orders.ask(HandOver())
    bench.hears_target(target(3, *begins(1, 4, 7), MOVED), ZOE, IncomingPlayer("13", "Sam", 800, 2, 8))
    bench.host.orders.ask(StartHand(without=("12",)))
    assert not is_playing(bench.table)


def test_the_seat_key_stays_with_the_player_shown_when_another_is_announced(bench):
    """
    The clock lists the players by seat. A corrected count of the first player's chips shows on the same key.
    """
    sam, ida = IncomingPlayer("13", "Sam", 800, 2, 2), IncomingPlayer("14", "Ida", 900, 2, 3)
    bench.hears_target(target(2, *begins(1, 4, 7), MOVED), ZOE)
    bench.host.orders.ask(HandOver())
    counted = replace(ZOE, chips=7100)
    bench.hears_target(target(3, *begins(1, 4, 7), MOVED), sam, counted)
    assert bench.face.surroundings.coming == (counted, sam)
    bench.hears_target(target(4, *begins(1, 4, 7), MOVED), sam, ida, counted)
    assert bench.face.surroundings.coming == (counted, sam, ida)

    bench.host.orders.ask(TakeSeat(9, "12", "Zoe", 7100, 3))

    assert bench.face.surroundings.coming == (sam, ida)


def test_a_redeal_after_a_misdeal_waits_for_nobody(bench):
    bench.hears_target(target(2, *begins(1, 4, 7), MOVED), ZOE)
    bench.host.orders.ask(Declare(Mishap("first-card-exposed", 1)))
    assert bench.table.redeal
    bench.host.orders.ask(StartHand())
    assert is_playing(bench.table)


def test_a_player_announced_while_the_dealer_is_asked_who_won_is_still_seated(bench):
    for word in ["c", "c", "k", "QhJd2c", "k", "k", "k", "9s", "k", "k", "k", "3h", "k", "k", "k"]:
        for action in actions_of(bench.game, word):
            bench.host.orders.ask(action)
    bench.host.orders.ask(HandOver())
    assert bench.game.state.waiting.kind == "who-won"
    bench.hears_target(target(2, *begins(1, 4, 7), LATE))
    bench.host.orders.ask(Answer((4,)))

    assert (bench.table.hands, is_playing(bench.table)) == (1, False)
    assert chips_at(bench.table, 9) == 5000
    bench.host.orders.ask(Undo())
    bench.host.orders.ask(Answer((7,)))
    assert 9 in bench.table.hand.deal.seats


def test_undo_takes_back_the_end_of_the_hand_and_leaves_the_new_player_seated(bench):
    in_hand = bench.table.hand
    bench.hears_target(target(2, *begins(1, 4, 7), LATE))
    bench.host.orders.ask(HandOver())
    bench.host.orders.ask(StartHand())
    bench.host.orders.ask(Undo())
    bench.host.orders.ask(Undo())

    assert bench.table.hand == in_hand
    assert chips_at(bench.table, 9) == 5000
    bench.host.orders.ask(HandOver())
    assert 9 in bench.table.hand.deal.seats  # seated already, so the table waits for nobody


def test_arrivals_and_purchases_survive_a_power_cut(bench):
    bench.hears_target(target(2, *begins(1, 4, 7), LATE, bought=(Purchase(1, 4, 500),)))
    bench.stop()
    bench.boot()
    issued = bench.table.issued
    bench.host.orders.ask(HandOver())

    assert bench.table.issued == issued + 5500
    bench.stop()
    bench.boot()
    assert bench.table.issued == issued + 5500


def test_the_screen_says_who_and_what_came_to_each_seat_until_the_next_hand(bench):
    bench.hears_target(target(2, *begins(1, 4, 7), LATE, bought=(Purchase(1, 4, 500),)))
    assert [said.code for said in bench.face.notices] == ["several-come"]
    bench.host.orders.ask(HandOver())
    assert {(one.what, one.seat, one.chips) for one in bench.face.surroundings.came} == {
        ("buys", 4, 500), ("enters", 9, 5000),
    }  # fmt: skip
    bench.host.orders.ask(StartHand())
    assert bench.face.surroundings.came == ()


def test_each_arrival_departure_and_purchase_is_announced_only_once(bench):
    bench.hears_target(target(2, *begins(1, 4, 7), MOVED), ZOE)
    bench.hears_target(target(2, *begins(1, 4, 7), MOVED), ZOE)
    bench.hears_target(target(3, *begins(1, 4, 7), MOVED, leaving=leaves(1)), ZOE)
    bench.hears_target(target(4, *begins(1, 4, 7), MOVED, leaving=leaves(1), bought=(Purchase(1, 4, 500),)), ZOE)
    assert [said.code for said in bench.face.notices] == ["player-comes", "player-goes-next", "player-buys-next"]
