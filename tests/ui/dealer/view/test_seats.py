"""The seats: the button and the blinds before and after the deal, why a hand is dead, and one amber at a time."""

import pytest
from msgspec.structs import replace

from engine.books.rulebook import load_book
from engine.cards import Card
from engine.game.game import Game
from engine.hand.actions import KillHand
from engine.public import public
from engine.table.actions.hands import StartHand
from engine.table.actions.penalties import Penalize
from engine.table.actions.people import LeaveSeat, MarkAway, PlanLeave, TakeSeat
from engine.table.actions.setup import OpenTable, PlaceButton, SetLevel
from tests.kit.play import LEVEL, dealt, do, play, sat
from ui.dealer.model.surroundings import AskedMove, Booking, Surroundings
from ui.dealer.model.taps import OpenPage
from ui.dealer.model.values import SeatTileView, View
from ui.dealer.pages.page import PageContext
from ui.dealer.pages.people.arrive import ArrivePage
from ui.dealer.pages.people.seat import SeatPage
from ui.dealer.view.screen import view

FOUR = (5_000, 5_000, 5_000, 5_000)


def seen(game: Game) -> View:
    return view(PageContext(public(game), game, Surroundings()))


def discs(shown: View) -> dict[int, tuple[str, ...]]:
    return {seat.seat: seat.discs for seat in shown.seats if seat.discs}


def straddled() -> Game:
    book = load_book("tda")
    own = replace(book, straddle=replace(book.straddle, value="under-the-gun"))
    sit = [TakeSeat(seat, f"p{seat}", f"P{seat}", 5_000) for seat in range(1, 6)]
    return do(Game(), OpenTable(7, "", own, 5), *sit, PlaceButton(1), SetLevel(LEVEL), StartHand(straddle=True))


@pytest.mark.parametrize("game", [sat(FOUR), play(dealt(FOUR), "f f f push")], ids=["first hand", "second hand"])
def test_before_the_deal_the_button_and_the_blinds_are_those_of_the_next_hand(game):
    """
    The dealer moves the button and sees whose big blind it is before touching DEAL.
    """
    before = seen(game)
    after = seen(do(game, StartHand()))

    assert discs(before) == discs(after)
    big = next(seat for seat, there in discs(after).items() if "BB" in there)
    button = next(seat for seat, there in discs(after).items() if "D" in there)
    assert before.prompt.foot == f"button seat {button}, big blind seat {big}"
    assert before.prompt.body == "100/200 ante 200"


def test_nobody_has_a_blind_at_a_table_that_cannot_deal():
    """
    With one player, nobody has the next big blind.
    """
    game = do(Game(), OpenTable(7, "", load_book("tda"), 4), TakeSeat(1, "p", "Ada", 5_000))

    assert discs(seen(game)) == {}


def test_the_player_who_straddled_has_a_mark():
    """
    The mark is on the felt for the whole hand, and is gone once the hand is over.
    """
    assert discs(seen(straddled()))[4] == ("ST",)
    assert "ST" not in {disc for seat in seen(play(straddled(), "f f f f push")).seats for disc in seat.discs}


@pytest.mark.parametrize(
    ("game", "word"),
    [
        (do(dealt(FOUR), KillHand(4, "mucked by mistake")), "DEAD HAND"),
        (do(sat(FOUR), Penalize(4, "Flo", "late", hands=2), StartHand()), "PENALTY"),
        (do(sat(FOUR), MarkAway(4), StartHand()), "AWAY"),
        (play(dealt(FOUR), "f"), "FOLDED"),
    ],
    ids=["killed", "penalty", "away", "folded"],
)
def test_a_seat_without_a_live_hand_says_why(game, word):
    """
    A player whose hand was killed did not fold, and asks what the screen says.
    """
    seat: SeatTileView = seen(game).seats[3]

    assert (seat.mood, seat.word) == ("out", word)


def test_while_hands_are_tabled_only_the_seat_to_show_is_marked():
    """
    The next card of the board can be touched, but it is not the dealer's next step.
    """
    shown = seen(play(dealt((18_300, 42_100, 9_900, 25_000)), "r25000 c c c"))

    assert [seat.seat for seat in shown.seats if seat.mood == "shows"] != []
    assert [place.due for place in shown.board] == [False] * 5
    assert shown.board[0].tile.tap is not None


def test_show_is_a_key_beside_muck_until_the_first_card():
    """
    A touch on the middle of the tile is next to MUCK, so both are keys with air between them.
    """
    game = play(dealt(FOUR), "c c c k QhJd2c k k k b400 c f f 4c k k 9s k k")
    shows = next(seat for seat in seen(game).seats if seat.mood == "shows").seat
    before = seen(game).seats
    after = seen(play(game, f"{shows}:As")).seats

    assert sum(tile.act == "SHOW" for tile in before) == 2
    assert all(tile.side and tile.side.text == "MUCK" for tile in before if tile.act)
    assert before[shows - 1].act == "SHOW"
    assert after[shows - 1].act == ""


def test_a_card_that_is_due_on_the_board_is_marked():
    shown = seen(play(dealt(FOUR), "c c c k Qh7d"))

    assert [place.due for place in shown.board] == [False, False, True, False, False]
    assert shown.board[0].card is not None
    assert shown.board[0].card.card == Card("Qh")


def test_the_prompt_carries_the_number_of_the_seat_to_act():
    """
    It is drawn in the color of the seat's tile, with the player's name.
    """
    prompt = seen(dealt(FOUR)).prompt

    assert (prompt.seat, prompt.name, prompt.head) == (4, "Dan", "Seat 4 Dan")


def test_hand_over_is_not_green_while_a_bet_is_open():
    """
    Green is for the one next act. As long as a player can still call, that is the player's act.
    """
    raised = next(each for each in seen(play(dealt(FOUR), "r600 f f")).buttons if each.name == "hand-over")
    ended = next(each for each in seen(play(dealt(FOUR), "r600 f f f")).buttons if each.name == "hand-over")

    assert (raised.emphasis, raised.small) == ("plain", "seat 4 wins 700 (400 returned)")
    assert ended.emphasis == "go"


def test_a_long_amount_to_call_is_shortened_only_if_that_is_exact():
    """
    The tile writes the short form where all digits would be too small.
    """
    shown = seen(play(dealt((5_000_000,) * 4), "r1225000"))

    assert {(seat.chips, seat.short_chips) for seat in shown.seats if seat.chips} == {
        ("1,225,000", "1.225M"),
        ("1,224,900", "1,224,900"),
        ("1,224,800", "1,224,800"),
    }


def test_between_hands_a_seat_leads_to_its_player_and_an_empty_one_to_a_new_player():
    """
    The last hand is corrected in the log.
    """
    shown = seen(play(dealt(FOUR, seats=5), "f f f push"))

    assert [seat.tile.tap for seat in shown.seats] == [*(OpenPage(SeatPage(seat)) for seat in (1, 2, 3, 4)),
                                                       OpenPage(ArrivePage(5))]  # fmt: skip


def test_the_empty_seat_with_the_small_blind_or_the_button_says_that_it_is_dead():
    """
    The big blind leaves. In the next hand nobody posts the small blind, and then the button is at an empty seat.
    """
    left = do(play(dealt((5_000,) * 5), "f f f f push"), LeaveSeat(3))
    small = seen(left).seats[2]
    assert (small.word, small.discs) == ("DEAD SB", ("SB",))

    playing = do(left, StartHand())
    assert seen(playing).seats[2].word == "DEAD SB"
    assert [seat.word for seat in seen(playing).seats if "DEAD" in seat.word] == ["DEAD SB"]

    button = seen(play(playing, "f f f push")).seats[2]
    assert (button.word, button.discs) == ("DEAD BUTTON", ("D",))


@pytest.mark.parametrize(
    ("to", "booking", "said"),
    [
        (2, Booking(moves=(AskedMove("p2", 2, 5),)), "to table 2 seat 5"),
        (0, Booking(moves=(AskedMove("p2", 7, 5),)), "to table 7 seat 5"),
        (2, Booking(), "to table 2"),
        (0, Booking(over="breaking"), "new seat from the director"),
        (0, Booking(), "LEAVING"),
    ],
)
def test_a_player_who_leaves_after_the_hand_is_shown_with_the_new_seat_as_far_as_it_is_known(to, booking, said):
    game = do(dealt(FOUR), PlanLeave(2, to))
    shown = view(PageContext(public(game), game, Surroundings(booking=booking)))

    assert shown.seats[1].word == said
