"""Players who come to the table or leave it: on the stage, on the keys and in the seats."""

import pytest
from msgspec.structs import replace

from engine.actions import Declare, HandOver
from engine.events import Blinds
from engine.message import message
from engine.public import public
from engine.table.actions.hands import StartHand
from engine.table.actions.people import PlanLeave, TakeSeat, TakeSeats
from engine.table.actions.setup import SetLevel, SetMode, StopPlay
from engine.terms import Mishap, Stop
from engine.tournament.tables.room_info import IncomingPlayer
from tests.kit.play import dealt, do, play
from tests.ui.dealer.view.test_screen import button, seat, seen
from ui.dealer.model.surroundings import Due, LevelTime, RefusalNotice, Surroundings
from ui.dealer.model.taps import Ask, OpenPage
from ui.dealer.pages.people.arrive import ArrivePage
from ui.dealer.pages.people.page import PeoplePage

FIVE = (5_000, 6_000, 8_000, 5_000, 0)
NIA = IncomingPlayer("n", "Nia", 7_300, 12, 5)
KAY = IncomingPlayer("k", "Kay", 900, 3, 6)
NIA_SITS = TakeSeat(5, "n", "Nia", 7_300, 12)
ZOE = Due("enters", 5, "z", "Zoe", 10_000)
REBUY = Due("buys", 2, "p2", "Ben", 5_000)
GOES = Due("leaves", 3, "p3", "Cleo", table=2)
DECIDED = play(dealt(FIVE, seats=6), "f f f")
OVER = do(DECIDED, HandOver(start=False))


@pytest.mark.parametrize(
    ("around", "small"),
    [
        (Surroundings(coming=(NIA,)), "then Nia arrives"),
        (Surroundings(due=(ZOE,)), "then Zoe sits down"),
        (Surroundings(due=(REBUY,)), "then chips to seat 2"),
        (Surroundings(due=(GOES,)), "then Cleo leaves"),
        (Surroundings(coming=(NIA,), due=(REBUY,)), "then several seats"),
    ],
)
def test_a_push_before_an_arrival_deals_no_hand_and_says_so(around, small):
    pushing = button(seen(DECIDED, around), "hand-over")
    assert (pushing.text, pushing.small, pushing.tap) == ("PUSH", small, Ask(HandOver(start=False)))


def test_the_deal_waits_for_a_player_whom_one_key_seats_and_another_leaves_out():
    shown = seen(OVER, Surroundings(coming=(NIA,)))
    seats, without = button(shown, "hand-over"), button(shown, "deal-without")

    assert (seats.text, seats.small) == ("SEAT 5", "Nia, 7,300")
    assert seats.tap == Ask(TakeSeat(5, "n", "Nia", 7_300, 12))
    assert (without.text, without.small) == ("DEAL ANYWAY", "Nia")
    assert without.tap == Ask(StartHand(without=("n",)))
    assert shown.prompt.calls
    assert (shown.prompt.head, shown.prompt.body) == ("Waiting for a player", "Seat 5: Nia, 7,300 from table 12")


def test_one_key_seats_all_of_several_players_and_another_leaves_all_out():
    shown = seen(OVER, Surroundings(coming=(NIA, KAY)))
    seats, both = button(shown, "hand-over"), TakeSeats((NIA_SITS, TakeSeat(6, "k", "Kay", 900, 3)))

    assert (seats.text, seats.small, seats.tap) == ("SEAT ALL", "2 players", Ask(both))
    assert button(shown, "deal-without").tap == Ask(StartHand(without=("n", "k")))
    assert button(shown, "deal-without").small == "2 players"
    assert (shown.prompt.head, shown.prompt.foot) == ("Waiting for 2 players", "count each player's chips first")
    seated = do(OVER, both)
    assert [there.name for there in seated.table.seats[4:] if there] == ["Nia", "Kay"]
    assert button(seen(seated), "hand-over").text == "DEAL"


def test_the_key_for_all_leaves_out_players_whose_seats_are_taken_or_not_chosen():
    taken, anywhere, twice = (replace(KAY, player=f"x{seat}", name="X", seat=seat) for seat in (2, 0, 5))
    shown = seen(OVER, Surroundings(coming=(taken, NIA, anywhere, twice, KAY)))

    assert button(shown, "hand-over").small == "2 players"
    assert button(shown, "hand-over").tap == Ask(TakeSeats((NIA_SITS, TakeSeat(6, "k", "Kay", 900, 3))))
    assert shown.prompt.head == "Waiting for 5 players"


def test_several_players_of_whom_one_has_a_free_seat_are_seated_one_by_one():
    taken = replace(KAY, seat=2)
    shown = seen(OVER, Surroundings(coming=(NIA, taken)))

    assert (button(shown, "hand-over").text, button(shown, "hand-over").small) == ("SEAT 5", "Nia, 7,300")
    assert shown.prompt.head == "Waiting for 2 players. First:"


def test_a_player_without_a_seat_is_given_one_and_an_occupied_seat_is_reported():
    anywhere = button(seen(OVER, Surroundings(coming=(IncomingPlayer("n", "Nia", 7_300, 12),))), "hand-over")
    assert anywhere.tap == OpenPage(PeoplePage())

    shown = seen(OVER, Surroundings(coming=(IncomingPlayer("n", "Nia", 7_300, 12, 2),)))
    assert (button(shown, "hand-over").tap, button(shown, "hand-over").small) == (None, "the seat is taken")
    assert button(shown, "deal-without").enabled


def test_if_no_hand_can_be_dealt_the_player_can_still_be_seated():
    stopped = do(OVER, StopPlay(Stop("held", 1)))
    shown = seen(stopped, Surroundings(coming=(NIA,)))
    assert button(shown, "hand-over").tap == Ask(TakeSeat(5, "n", "Nia", 7_300, 12))
    assert button(shown, "deal-without").tap is None

    in_break = seen(OVER, Surroundings(coming=(NIA,), level=LevelTime("Break", 60_000, is_break=True)))
    assert button(in_break, "hand-over").text == "SEAT 5"


def test_a_redeal_after_a_misdeal_does_not_wait_for_arrivals():
    again = do(dealt(FIVE, seats=6), Declare(Mishap("first-card-exposed", 1)))
    shown = seen(again, Surroundings(coming=(NIA,)))
    assert button(shown, "hand-over").tap == Ask(StartHand())


def test_a_paused_table_with_chips_to_hand_out_says_that_the_director_paused_it():
    paused = do(OVER, StopPlay(Stop("paused", 1, "ruling")))
    shown = seen(paused, Surroundings(came=(REBUY,)))

    assert shown.prompt.head == "the director paused this table: ruling"
    deal = button(shown, "hand-over")
    assert (deal.tap, deal.small) == (None, "HOLD")
    assert deal.why == message("stops-paused-for", reason="ruling")


def test_chips_brought_to_the_seats_are_listed_in_one_place_until_the_next_hand():
    more = (ZOE, REBUY, Due("buys", 4, "p4", "Dan", 5_000), Due("buys", 1, "p1", "Ada", 800))
    refused = RefusalNotice(message("chips-to-hand-out", seat=1, chips=800))
    shown = seen(OVER, Surroundings(came=more, refusal=refused))

    assert shown.prompt.calls
    assert shown.prompt.body == (
        "Seat 5: Zoe sits down with 10,000. Hand 800 to seat 1. Hand 5,000 each to seats 2 and 4"
    )
    assert shown.prompt.head == "button seat 2, big blind seat 4"
    assert [seat(shown, number).word for number in (1, 2, 3)] == ["+800", "+5,000", ""]
    assert button(shown, "hand-over").tap == Ask(StartHand())


def test_a_seat_names_the_player_who_comes_next_and_a_touch_offers_to_seat_them():
    shown = seen(dealt(FIVE, seats=6), Surroundings(due=(ZOE,), coming=(KAY,)))
    assert (seat(shown, 5).name, seat(shown, 5).word, seat(shown, 5).comes) == ("Zoe", "10,000, next hand", True)
    assert (seat(shown, 6).name, seat(shown, 6).word, seat(shown, 6).comes) == ("Kay", "900 from table 3", True)
    assert not seat(shown, 1).comes

    page = seen(dealt(FIVE, seats=6), Surroundings(due=(ZOE,)), ArrivePage(5)).page
    assert page
    keys = {key.name: key for grid in page.grids for key in grid.buttons}
    assert keys["arrive-sent-0"].tap == Ask(TakeSeat(5, "z", "Zoe", 10_000))


def test_if_hands_are_only_reported_the_hand_just_played_is_reported_first():
    counted = do(OVER, SetMode("counts", "no reader"))
    shown = seen(counted, Surroundings(coming=(NIA,), came=(REBUY,)))
    assert not shown.prompt.calls
    assert shown.buttons == seen(counted).buttons
    assert (seat(shown, 5).name, seat(shown, 5).comes) == ("Nia", True)


def test_a_leaving_player_is_announced_with_the_chips_and_the_dead_small_blind():
    """The tile says LEAVING although chips were handed to it."""
    at = public(OVER).next_at
    player = public(OVER).seats[at.small - 1]
    leaving = do(OVER, PlanLeave(player.seat))
    shown = seen(leaving, Surroundings(came=(Due("buys", player.seat, player.player, player.name, 800),)))

    chips = f"{player.chips:,}"
    assert shown.prompt.body == f"Seat {player.seat}: {player.name} leaves, {chips} out of play"
    assert shown.prompt.head == f"button seat {at.button}, small blind dead, big blind seat {at.big}"
    assert seat(shown, player.seat).word == "LEAVING"


def test_a_new_player_who_leaves_again_is_not_announced():
    game = do(OVER, TakeSeat(5, "z", "Zoe", 10_000), PlanLeave(5))
    shown = seen(game, Surroundings(came=(ZOE,)))

    assert shown.prompt.body == "Seat 5: Zoe leaves, 10,000 out of play"
    staying = seen(do(OVER, TakeSeat(5, "z", "Zoe", 10_000)), Surroundings(came=(ZOE,)))
    assert seat(staying, 5).word == ""


def test_undo_names_the_deal_before_which_a_player_left():
    """With a dead small blind and no ante, the big blind wins its own chips."""
    small = public(OVER).next_at.small
    game = do(OVER, SetLevel(Blinds(level=4, small=100, big=200, chip=100)), PlanLeave(small), StartHand())
    shown = seen(game)

    assert button(shown, "undo").small == "deal of hand 2"
    assert button(shown, "hand-over").small == "seat 4 wins 200"
