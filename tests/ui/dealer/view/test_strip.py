"""The strip along the far edge: each fact once, and amber for none of them."""

import pytest

from engine.game.game import Game
from engine.public import public
from engine.table.actions.setup import StopPlay
from engine.table.actions.staff import SignIn
from engine.terms import Blinds, Stop
from tests.kit.play import dealt, do, play, sat
from ui.dealer.model.sign_in import Staff
from ui.dealer.model.surroundings import Booking, LevelTime, Link, NextDealer, Surroundings
from ui.dealer.model.taps import Ask, OpenPage
from ui.dealer.model.values import ButtonView, CellView
from ui.dealer.pages.page import PageContext
from ui.dealer.pages.people.signin import SignInPage
from ui.dealer.view.screen import view
from ui.dealer.view.strip import strip
from ui.words.languages import words_in

FOUR = (5_000, 5_000, 5_000, 5_000)
NEXT = Blinds(level=4, small=200, big=400, ante=400, ante_form="big-blind", chip=100)


def cells(game: Game, level: LevelTime | None = None) -> dict[str, CellView]:
    return {cell.name: cell for cell in strip(public(game), Surroundings(level=level), words_in("en"))}


def test_the_level_is_named_once_with_the_blinds_that_follow():
    """
    The dealer announces the new level before it begins. Beside the time left, its name would only be there twice.
    """
    shown = cells(dealt(FOUR), LevelTime("Level 3", 60_000, next_blinds=NEXT))

    assert (shown["blinds"].text, shown["blinds"].small) == (
        "100/200 ante 200",
        "Level 3  next 200/400 ante 400",
    )
    assert shown["time"].small == ""


def test_the_last_level_has_no_next_blinds():
    assert cells(dealt(FOUR), LevelTime("Level 3", 60_000))["blinds"].small == "Level 3"


def test_a_table_without_a_clock_has_no_level():
    """
    Its blinds are set by hand, and their position in the list says nothing to the players.
    """
    alone = Surroundings(link=Link(connected=False), plays_alone=True)

    assert {each.name: each.small for each in strip(public(dealt(FOUR)), alone, words_in("en"))}["blinds"] == ""
    assert cells(dealt(FOUR))["blinds"].small == ""


def test_before_the_first_hand_of_a_table_without_a_clock_only_what_is_known_is_shown():
    shown = cells(sat(FOUR))

    assert (shown["table"].small, shown["time"].text, shown["time"].small) == ("", "", "")


def test_a_break_is_named_beside_its_time():
    """
    Otherwise, its time would look like the level's.
    """
    assert cells(sat(FOUR), LevelTime("Dinner break", 60_000, is_break=True))["time"].small == "Dinner break"


@pytest.mark.parametrize(("left_ms", "part"), [(600_000, 0.5), (1_200_000, 1.0), (1_500_000, 1.0), (0, 0.0)])
def test_a_bar_shows_how_much_of_the_level_is_left(left_ms, part):
    """
    It is full as long as the director has added time.
    """
    assert cells(dealt(FOUR), LevelTime("Level 3", left_ms, full_ms=1_200_000))["time"].part == part


def test_a_clock_of_unknown_length_has_no_bar():
    assert cells(dealt(FOUR), LevelTime("Level 3", 60_000))["time"].part < 0


def test_a_dealer_who_has_not_signed_in_can_do_so_beside_the_prompt():
    """
    The key is there between hands, if dealers have PINs, until somebody is signed in.
    """
    staff = (Staff("Ana", "dealer"),)

    def key(game: Game, *people: Staff) -> ButtonView | None:
        return view(PageContext(public(game), game, Surroundings(staff=people))).next

    waits = key(sat(FOUR), *staff)
    assert waits
    assert waits.tap == OpenPage(SignInPage())
    assert key(do(sat(FOUR), SignIn("Ana")), *staff) is None
    assert key(dealt(FOUR), *staff) is None
    assert key(sat(FOUR)) is None


def test_a_break_that_follows_the_level_is_announced():
    """
    The dealer tells the players, and does not start a long count of chips.
    """
    shown = cells(dealt(FOUR), LevelTime("Level 3", 60_000, next_blinds=NEXT, then_break=True))

    assert shown["blinds"].small == "Level 3  break, then 200/400 ante 400"


@pytest.mark.parametrize(
    ("stop", "said"),
    [
        (Stop("paused", 1), ("LAST HAND", "then hold")),
        (Stop("paused", 1, "Missing 500 chip"), ("LAST HAND", "Missing 500 chip")),
        (Stop("held", 3), ("2 hands left", "then hold")),
        (Stop("last-round", 1), ("LAST ORBIT", "then hold")),
        (Stop("over", 0), ("EVENT OVER", "finish this hand")),
    ],
)
def test_the_last_hands_before_the_room_stops_the_table_are_counted(stop, said):
    """
    The dealer learns it during the hand, and not only when DEAL is refused.
    """
    cell = cells(do(dealt(FOUR), StopPlay(stop)))["stop"]

    assert (cell.text, cell.small, cell.note) == (*said, True)


def test_hand_for_hand_is_shown_once():
    """
    It has its place beside the time.
    """
    shown = cells(do(dealt(FOUR), StopPlay(Stop("hand-for-hand", 1))), LevelTime("Level 3", 5_000, hand_for_hand=True))

    assert "stop" not in shown
    assert (shown["time"].small, shown["time"].note) == ("Hand for hand", True)


@pytest.mark.parametrize(
    ("one", "small"), [(NextDealer("Bo", "14:35"), "next dealer, 14:35"), (NextDealer("Bo"), "next dealer")]
)
def test_the_dealer_sees_who_comes_next_and_when(one, small):
    game = dealt(FOUR)
    shown = strip(public(game), Surroundings(booking=Booking(next_dealer=one)), words_in("en"))

    assert [(cell.text, cell.small) for cell in shown if cell.name == "relief"] == [("Bo", small)]


def test_after_the_event_a_hand_ends_as_usual_and_the_gray_key_names_the_cards_that_come_first():
    """
    With an all-in player, HAND OVER cannot be pressed before the board is complete and the hands are shown.
    """
    end = StopPlay(Stop("over", 0))
    all_in = do(play(dealt((3_000, 3_000)), "r2900 c"), end)
    shown = cells(all_in)["stop"]
    assert (shown.text, shown.small) == ("EVENT OVER", "finish this hand")

    board, hand = hand_over(all_in), hand_over(play(all_in, "1:AhAd 2:KhKd"))
    assert board.tap is hand.tap is None
    assert {board.small, hand.small} == {"board first", "cards first"}
    assert None not in (board.why, hand.why)
    assert board.why != hand.why

    finished = hand_over(play(all_in, "1:AhAd 2:KhKd 2c3c4s9h9d"))
    assert isinstance(finished.tap, Ask)


def hand_over(game: Game) -> ButtonView:
    shown = view(PageContext(public(game), game, Surroundings()))
    return next(button for button in shown.buttons if button.name == "hand-over")
