"""The instructions to the dealer."""

import pytest
from msgspec.structs import replace

from engine.actions import HandOver
from engine.events import Blinds, ReportedPot
from engine.game.game import Game
from engine.message import message
from engine.public import public
from engine.table.actions.chips import CloseRace, OpenRace
from engine.table.actions.hands import ReportHand
from engine.table.actions.people import LeaveSeat
from engine.table.actions.setup import SetLevel, SetMode, StopPlay
from engine.terms import Stop
from tests.kit.play import dealt, do, play, sat
from ui.dealer.model.surroundings import Booking, LevelTime, Link, NewSeat, ReaderHealth, Surroundings
from ui.dealer.model.values import NewSeatsView
from ui.dealer.view.prompts import new_seats, street_count, table_prompt
from ui.words.languages import words_in

ENGLISH = words_in("en")

LOW, HIGH = Blinds(2, 75, 150, chip=25), Blinds(3, 100, 200, chip=100)
FOUR = (20_000,) * 4
FLOP = "c f c k"
PLAIN = Surroundings()
BREAK = LevelTime("Break", 61_000, is_break=True)


def said(game: Game, surroundings: Surroundings = PLAIN) -> tuple[str, str, str]:
    prompt = table_prompt(public(game), surroundings, ENGLISH)
    return prompt.head, prompt.body, prompt.foot


@pytest.mark.parametrize(
    ("script", "head", "body"),
    [
        ("", "Seat 4 Dan", "200 to call"),
        ("r600 f", "Seat 2 Ben", "500 to call"),
        (FLOP, "Burn, then deal", "flop, first card"),
        (f"{FLOP} Qh", "Deal", "flop, second card"),
        (f"{FLOP} QhJd2c k k k", "Burn, then deal", "turn card"),
        (f"{FLOP} QhJd2c k k k 7s k k k", "Burn, then deal", "river card"),
        (f"{FLOP} QhJd2c k k k 7s k k k 9d k b400 c f", "Seat 3 Cleo shows", "table the hand, card 1"),
    ],
)
def test_the_prompt_says_what_to_do_next(script, head, body):
    assert said(play(dealt(FOUR), script))[:2] == (head, body)


def test_at_the_start_of_a_street_the_prompt_gives_players_and_pot_to_check():
    game = play(dealt(FOUR), FLOP)

    assert street_count(public(game), ENGLISH) == "3 players, 800"
    assert said(game)[2] == "3 players, 800"
    assert street_count(public(sat(FOUR)), ENGLISH) == ""


def test_the_reason_for_the_first_player_to_show_is_given_until_a_card_is_tabled():
    game = play(dealt(FOUR), f"{FLOP} QhJd2c k k k 7s k k k 9d k b400 c f")

    assert said(game)[2] == "last to bet shows first"
    assert said(play(game, "3:Ah"))[2] == "2 players, 1,600"


def test_the_unmatched_part_of_a_bet_goes_back():
    folded = play(dealt(FOUR), "r600 f f f")

    assert said(folded)[1] == "400 back to Seat 4 Dan"


def test_an_all_in_called_for_less_is_returned_before_the_flop_is_dealt():
    game = play(dealt((20_000, 20_000, 3_000, 20_000)), "r20000 f f c")

    assert said(game)[2] == "17,200 back to Seat 4 Dan"


def test_an_all_in_reminds_of_the_all_in_button_until_the_next_action():
    """
    A small all-in call counts too. When the betting goes on, the line is the one that it always is.
    """
    game = dealt((20_000, 20_000, 3_000, 20_000))

    assert said(play(game, "r20000"))[2] == "all-in button in front of seat 4: 20,000"
    assert said(play(game, "r20000 f"))[2] == ""
    assert said(play(game, "r6000 c f c"))[2] == "all-in button in front of seat 3: 3,000"
    assert said(play(game, "r6000 c f c QhJd2c"))[1] == "check or bet"


def test_a_player_who_can_only_raise_all_in_has_one_amount():
    game = dealt((20_000, 20_000, 20_000, 20_000, 300))

    assert said(play(game, "f"))[2] == "all-in 300 only"


def test_a_lost_reader_takes_precedence_over_the_count():
    surroundings = Surroundings(reader=ReaderHealth(works=False, says="cable out"))

    assert said(play(dealt(FOUR), FLOP), surroundings)[2] == ENGLISH.reader_lost_help


def test_a_new_level_is_announced_before_its_first_hand():
    game = do(play(dealt(FOUR, LOW), "f f f push"), SetLevel(HIGH))

    assert said(game) == ("Ready for hand 2", "New level: 100/200", "Color-up due: 25 chips")
    assert said(play(dealt(FOUR, LOW), "f f f push"))[1] == "75/150"


def test_a_break_shows_the_time_left():
    game = do(sat((4_000, 8_000), LOW), SetLevel(HIGH))

    assert said(game, Surroundings(level=BREAK))[:2] == ("BREAK", "1:01 left")


def test_an_open_color_up_comes_before_the_next_hand():
    game = do(sat((4_025, 8_025), LOW), OpenRace(25, 100))

    assert said(game)[0] == "Color-up"
    done = do(sat((4_000, 8_000), LOW), OpenRace(25, 100), CloseRace())
    assert said(done)[0] == "Ready for hand 1"


def test_in_a_backup_mode_the_prompt_asks_for_results_or_a_count_of_hands():
    game = do(sat(FOUR), SetMode("winners"), ReportHand((ReportedPot(400, (2,)),)))

    assert said(game) == ("Enter the result of hand 2", "100/200 ante 200", "stacks as of hand 0")
    assert said(do(game, SetMode("counts")))[0] == "Tap when hand 2 is over"


def test_a_table_without_a_tournament_says_what_it_waits_for():
    silent = message("clock-not-there", clock="clock:8080", error="connection refused")

    def waits(link):
        return said(Game(), Surroundings(link=link, clock="clock:8080"))

    assert waits(Link()) == ("Waiting for the room", "this table is not in a tournament yet", "")
    assert waits(Link(connected=False)) == ("Waiting for the clock", "clock:8080", "")
    assert waits(Link(False, trouble=silent))[2] == "no clock at clock:8080 (connection refused)"
    # A clock that refuses the table says what to do.
    assert waits(Link(False, trouble=silent, refused=True))[2] == str(ENGLISH.fault(silent))
    assert said(Game()) == ("No hand yet", "the table is not open yet", "")


def test_after_a_hand_the_prompt_says_that_the_next_one_lacks_players():
    over = do(dealt((5_000, 6_000)), HandOver(start=False), LeaveSeat(1))

    assert said(over)[0] == "No more hands"


@pytest.mark.parametrize(
    ("over", "head"), [("closed", "Table closed"), ("breaking", "Table broken"), ("", "No hand yet")]
)
def test_an_empty_tournament_table_says_that_it_is_closed_or_broken(over, head):
    here = do(sat((5_000, 6_000)), LeaveSeat(1))
    empty = do(here, LeaveSeat(2))

    assert said(empty, Surroundings(booking=Booking(over=over)))[0] == head
    assert said(here, Surroundings(booking=Booking(over=over)))[0] == "No hand yet"


def test_after_the_event_an_empty_table_says_so_and_not_that_it_is_broken():
    empty = do(sat((5_000, 6_000)), LeaveSeat(1), LeaveSeat(2), StopPlay(Stop("over", 0)))
    around = Surroundings(booking=Booking(over="breaking", event="Friday night"))

    assert said(empty, around) == ("Event over", "Friday night", "")


def test_an_empty_closed_or_broken_table_lists_the_new_seats_until_the_event_is_over():
    here = do(sat((5_000, 6_000)), LeaveSeat(1))
    empty = do(here, LeaveSeat(2))
    booking = Booking(over="closed", new_seats=(NewSeat("Ada", 1, 4), NewSeat("Ben", 3, 9)))

    def listed(game, booking=booking):
        return new_seats(public(game), Surroundings(booking=booking), ENGLISH)

    assert listed(empty) == NewSeatsView(
        "Table closed: new seats", (("Ada", "to table 1 seat 4"), ("Ben", "to table 3 seat 9"))
    )
    broken = listed(empty, replace(booking, over="breaking"))
    assert broken
    assert broken.title == "Table broken: new seats"
    assert listed(empty, Booking(over="closed")) is None
    assert listed(here) is None
    assert listed(do(empty, StopPlay(Stop("over", 0)))) is None


def test_an_opened_table_names_its_tournament_and_waits_for_the_draw():
    waiting = Surroundings(link=Link(connected=True), booking=Booking(event="Friday night"))

    assert said(Game(), waiting) == ("Friday night", "waiting for the seat draw", "")
    assert said(Game(), Surroundings(link=Link(connected=True)))[0] == "Waiting for the room"
