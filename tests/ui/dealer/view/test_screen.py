"""The text and the choices of the screen, without a screen: real games by the engine, seen through `view`."""

import subprocess
import sys
from itertools import islice
from random import Random

import pytest
from msgspec.structs import replace

from engine.actions import BOARD, Answer, Check, Fold, HandOver, Muck, PutIn, SeeCard
from engine.cards import Card, parse_cards
from engine.events import Blinds
from engine.game.game import Game, decide
from engine.message import message
from engine.public import public
from engine.refused import Refused
from engine.table.actions.hands import StartHand
from engine.table.actions.penalties import Penalize
from engine.table.actions.people import LeaveSeat, TakeSeat
from engine.table.actions.setup import SetLevel, StopPlay
from engine.terms import Stop
from tests.kit.play import dealt, do, play, sat
from tests.kit.randomplay import tables
from ui.dealer.layout.table import ACTION_NAMES
from ui.dealer.model.surroundings import (
    LevelTime,
    Link,
    PlayLeft,
    ReaderHealth,
    RefusalNotice,
    Surroundings,
    after,
    settle,
)
from ui.dealer.model.taps import Ask, OpenPage, PickSeat
from ui.dealer.model.values import ButtonView, PageView, SeatTileView, View
from ui.dealer.pages.amounts.amount import AmountPage
from ui.dealer.pages.contents import MENU
from ui.dealer.pages.entry.card import CardPage
from ui.dealer.pages.history.hand import HandPage
from ui.dealer.pages.menu import MenuPage
from ui.dealer.pages.page import Page, PageContext
from ui.dealer.pages.people.arrive import ArrivePage
from ui.dealer.pages.people.kill import KillPage
from ui.dealer.pages.people.page import PeoplePage
from ui.dealer.pages.people.seat import SeatPage
from ui.dealer.pages.push import PushPage
from ui.dealer.pages.repair import RepairPage
from ui.dealer.pages.start.page import StartPage
from ui.dealer.view.screen import view
from ui.words.languages import words_in

PLAIN = Surroundings()
RENAMED = {"push-all": "check", "push-pot": "hand-over", "walk": "hand-over"}
FOUR = (5_000, 5_000, 5_000, 5_000)
NEXT = Blinds(level=4, small=200, big=400, ante=400, ante_form="big-blind", chip=100)
ALL_IN = "r25000 f c f c f f c"
EIGHT = (18_300, 42_100, 9_900, 25_000, 61_700, 12_400, 33_000, 7_500)


def seen(game: Game, surroundings: Surroundings = PLAIN, page: Page | None = None) -> View:
    return view(PageContext(public(game), game, surroundings), page)


def button(shown: View, name: str) -> ButtonView:
    return next(each for each in shown.buttons if each.name == name)


def key(shown: View, name: str) -> ButtonView:
    return next(each for each in cells(shown) if each.name == name)


def side(shown: View, number: int) -> ButtonView:
    found = seat(shown, number).side
    assert found is not None
    return found


def seat(shown: View, number: int) -> SeatTileView:
    return shown.seats[number - 1]


def every_button(*views: View) -> list[ButtonView]:
    found: list[ButtonView] = []
    for shown in views:
        found += [each.side for each in shown.seats if each.side]
        found += [*(each.tile for each in shown.seats), *(each.tile for each in shown.board)]
        found += [*shown.buttons, *cells(shown)]
        found += [shown.question.sure] if shown.question else []
    return found


def cells(shown: View) -> list[ButtonView]:
    return [each for grid in shown.page.grids for each in grid.buttons if each.name] if shown.page else []


# Whose turn, and what a touch means


def test_facing_a_bet_a_tile_has_two_zones():
    """
    CALL with the amount to add, and RAISE, which opens the amounts. Every seat that could be next has them, whoever is
    skipped.
    """
    shown = seen(play(dealt(FOUR), "r600 c"))

    assert seat(shown, 2).mood == "turn"
    for number, chips in ((2, "500"), (3, "400")):
        assert (seat(shown, number).act, seat(shown, number).chips) == ("CALL", chips)
        assert seat(shown, number).tile.tap == Ask(PutIn(number))
        assert side(shown, number).tap == OpenPage(AmountPage(number), slides=True)
    assert seat(shown, 4).act == ""
    assert shown.prompt.body == "500 to call"
    assert shown.prompt.foot == "raise to 1,000–5,000"


def test_with_no_bet_a_touch_opens_the_amounts():
    """
    The amounts are those of the touched seat. FOLD and CHECK are for the seat whose turn it is.
    """
    shown = seen(play(dealt(FOUR), "c c c k QhJd2c"))

    assert [each.tile.tap for each in shown.seats] == [OpenPage(AmountPage(each), slides=True) for each in (1, 2, 3, 4)]
    assert {each.act for each in shown.seats} == {"BET"}
    assert (button(shown, "check").tap, button(shown, "check").small) == (Ask(Check(2)), "Seat 2")
    assert button(shown, "fold").tap == Ask(Fold(2))
    assert shown.prompt.body == "check or bet"


def test_a_touch_on_a_seat_that_cannot_act_opens_its_repair():
    """
    A seat that has raised, and one that was skipped, open their last action.
    """
    shown = seen(do(play(dealt((5_000,) * 5), "r600"), PutIn(1)))

    for number in (1, 4, 5):
        tap = seat(shown, number).tile.tap
        assert isinstance(tap, OpenPage)
        assert isinstance(tap.page, RepairPage)
    assert [seat(shown, number).word for number in (1, 4, 5)] == ["CALLED", "RAISED", "FOLDED (auto)"]


def test_a_player_who_cannot_raise_is_not_offered_a_raise():
    """
    All others are all-in, so the player calls or folds.
    """
    shown = seen(play(dealt((9_000, 400, 400)), "r9000 c"))

    assert seat(shown, 3).side is None
    assert seat(seen(play(dealt((9_000, 400, 500)), "r9000 c")), 3).side is None


def test_the_same_eight_buttons_are_there_in_every_state():
    """
    Nothing moves: names and their order never change. With several pots, PUSH ALL replaces CHECK, and a pot's own key
    replaces HAND OVER.
    """
    for step in islice(tables(Random(5)), 400):
        if step.after.table.seats:
            names = tuple(each.name for each in seen(step.after).buttons)
            assert tuple(RENAMED.get(name, name) for name in names) == ACTION_NAMES


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.nightly) for seed in range(2, 6))])
def test_the_engine_accepts_everything_that_the_screen_offers(seed):
    """
    Over random tables, with every pad open in turn, no enabled button asks for a refused action.
    """
    for step in islice(tables(Random(seed)), 250):
        if not step.after.table.seats:
            continue
        table = public(step.after)
        pages: list[Page] = [KillPage(*table.legal.kill[:1]), CardPage(rank="Q"), MenuPage(), HandPage()]
        pages += [PushPage()] if table.ends else []
        pages += [AmountPage(offer.seat) for offer in table.offers]
        pages += [RepairPage(line.mark) for line in table.lines[-2:]]
        for each in every_button(*(seen(step.after, page=page) for page in [None, *pages])):
            if isinstance(each.tap, Ask):
                decide(step.after, each.tap.action)


@pytest.mark.slow
def test_every_button_has_words_for_a_screen_reader():
    """
    It has a name, and a text or spoken words, in every state.
    """
    for step in islice(tables(Random(7)), 300):
        if step.after.table.seats:
            pages = [page() for page in MENU.values() if page.offered(PageContext(public(step.after), step.after))]
            for each in every_button(*(seen(step.after, page=page) for page in [None, *pages])):
                assert each.name
                assert each.said or each.text


# Seats, board, pots


def test_a_seat_shows_name_stack_bet_and_marks():
    """Button, blinds, all-in and folded are words and marks, never only a color."""
    shown = seen(play(dealt((5_000, 150, 5_000, 5_000, 900)), "r600 c f"))

    assert [each.discs for each in shown.seats] == [("D",), ("SB",), ("BB",), (), ()]
    assert (seat(shown, 4).name, seat(shown, 4).stack, seat(shown, 4).bet) == ("Dan", "4,400", "600")
    assert (seat(shown, 1).mood, seat(shown, 1).word) == ("out", "FOLDED")
    assert seat(seen(play(dealt((5_000, 5_000, 5_000, 900)), "r900 f")), 4).all_in == "900"


def test_once_the_hand_is_over_a_seats_last_action_is_no_longer_shown():
    """A seat that folded is as bright as the others, and nothing is marked as inferred in a hand that has not begun."""
    shown = seen(play(dealt(FOUR), "r600 f f f push"))

    assert {each.mood for each in shown.seats} == {"live"}
    assert {each.word for each in shown.seats} == {""}


def test_heads_up_the_button_is_also_the_small_blind():
    """
    One seat has both marks.
    """
    assert seat(seen(dealt((5_000, 5_000))), 1).discs == ("D", "SB")


def test_heads_up_the_winnings_do_not_cover_the_button():
    """
    There is room for one disc beside the winnings.
    """
    shown = seen(play(dealt((5_000, 5_000)), "r5000 c 1:AhAd 2:KhKd QhJd2c3c4s"))

    assert seat(shown, 1).discs == ("D",)
    assert "SB" in seat(shown, 1).tile.said


def test_empty_seats_and_new_players_are_shown_differently():
    """A player who sat down in the middle of a hand waits."""
    game = do(dealt((5_000, 0, 5_000, 0)), TakeSeat(4, "new", "Zoe", 5_000))
    shown = seen(game)

    assert (seat(shown, 2).mood, seat(shown, 4).mood, seat(shown, 4).word) == ("empty", "waits", "NEXT HAND")


def test_a_seat_whose_player_left_after_the_hand_is_for_the_next_player():
    """
    Neither the departed player's actions nor a card tabled there count as the new player's. Between hands, a touch on a
    seat is about its player and not about the last hand.
    """
    left = do(play(dealt(FOUR), "f f f push"), LeaveSeat(2, 8))
    taken = do(left, TakeSeat(2, "new", "Zoe", 5_000))

    assert seat(seen(left), 2).tile.tap == OpenPage(ArrivePage(2))
    assert seat(seen(taken), 2).tile.tap == OpenPage(SeatPage(2))
    assert (public(taken).seats[1].dealt, public(taken).seats[1].put_in) == (False, 0)
    assert seat(seen(taken), 1).tile.tap == OpenPage(SeatPage(1))


def test_side_pots_are_shown_with_their_players():
    """
    The main pot comes first, and each has its chips and seats.
    """
    shown = seen(play(dealt(EIGHT), ALL_IN))

    assert shown.aside is not None
    assert (shown.aside.name, shown.aside.chips) == ("TOTAL", "42,300")
    assert [(pot.name, pot.chips, pot.who) for pot in shown.pots] == [
        ("MAIN", "30,300", "3 4 6 8"),
        ("SIDE 1", "6,600", "3 4 6"),
        ("SIDE 2", "5,400", "4 6"),
    ]


def test_the_board_marks_where_the_next_card_goes():
    """
    After two cards of a flop it is the third place. A tap on it opens the card pad there.
    """
    shown = seen(play(dealt(FOUR), "c c c k QhJd"))

    assert [place.due for place in shown.board] == [False, False, True, False, False]
    assert shown.board[2].tile.tap == OpenPage(CardPage(BOARD))
    assert (shown.prompt.head, shown.prompt.body) == ("Deal", "flop, third card")


# Amounts


def amounts(game: Game, page: AmountPage) -> PageView:
    shown = seen(game, page=page).page
    assert shown is not None
    return shown


@pytest.mark.parametrize(
    ("typed", "sure", "said"),
    [
        ("", False, "min 1,000, all-in 5,000"),
        ("999", False, "min 1,000"),
        ("1000", True, "5 BB · leaves 4,000"),
        ("1032", False, "smallest chip 100"),
        ("1100", True, "5.5 BB · leaves 3,900"),
        ("5000", True, "25 BB · leaves 0"),
        ("5001", False, "all-in is 5,000"),
    ],
)
def test_an_amount_outside_the_limits_cannot_be_confirmed_and_says_why(typed, sure, said):
    """The keyed amount is always shown, with the chips that it leaves or the reason."""
    game = play(dealt(FOUR), "r600 c")
    shown = amounts(game, AmountPage(2, typed))

    assert shown.title == "Seat 2 Ben: raise to"
    assert [line.text for line in shown.lines] == ["500 to call, pot 1,700"]
    assert shown.entry
    assert (shown.entry.text, shown.entry.small) == (f"{int(typed):,}" if typed else "", said)
    expected = Ask(PutIn(2, int(typed))) if sure else None
    assert key(seen(game, page=AmountPage(2, typed)), "amount-ok").tap == expected


def test_min_and_all_in_are_one_tap():
    """
    They act at once and show the amount.
    """
    shown = seen(play(dealt(FOUR), "c c c k QhJd2c"), page=AmountPage(2))

    assert (key(shown, "min").tap, key(shown, "min").said) == (Ask(PutIn(2, 200)), "bet 200, min")
    assert (key(shown, "all-in").tap, key(shown, "all-in").said) == (Ask(PutIn(2, 4_800)), "bet 4,800, ALL-IN")


def test_keys_add_digits_and_backspace_removes_them():
    """
    00 and 000 are keys. Leading zeros do not count, nor do more digits than any table has chips.
    """
    game = play(dealt(FOUR), "r600 c")
    page = AmountPage(2)
    for digits in ("000", "1", "2", "00"):
        tap = key(seen(game, page=page), f"key-{digits}").tap
        assert isinstance(tap, OpenPage)
        assert isinstance(tap.page, AmountPage)
        page = tap.page

    assert page.typed == "1200"
    assert key(seen(game, page=page), "erase").tap == OpenPage(AmountPage(2, "120"))
    assert not key(seen(game, page=AmountPage(2, "123456789012")), "key-3").enabled


def test_a_new_level_while_an_amount_is_keyed_does_not_disturb_it():
    """
    The level waits for the next hand and is shown. The page stays open with its digits.
    """
    game = play(dealt(FOUR), "r600 c")
    later = do(game, SetLevel(NEXT))

    assert AmountPage(2, "12").stays(PageContext(public(game), game), PageContext(public(later), later))
    blinds = seen(later).strip[1]
    assert (blinds.text, blinds.small) == ("100/200 ante 200", "NEXT HAND 200/400 ante 400")
    assert (blinds.note, blinds.trouble) == (True, False)


def test_an_amount_is_dropped_when_the_turn_passes():
    """
    A page never asks for an earlier action.
    """
    game = play(dealt(FOUR), "r600 c")
    later = play(game, "c")

    assert not AmountPage(2, "12").stays(PageContext(public(game), game), PageContext(public(later), later))


# A card by hand


def test_two_taps_name_a_card_and_it_goes_where_it_is_due():
    """
    Rank, then suit. The page names the place, and opens again for the next card of the flop.
    """
    game = play(dealt(FOUR), "c c c k Qh")
    shown = seen(game, page=CardPage())

    assert shown.page is not None
    assert shown.page.title == "flop, second card"
    assert not key(shown, "pad-suit-s").enabled
    assert key(shown, "pad-rank-A").tap == OpenPage(CardPage(rank="A"))
    picked = seen(game, page=CardPage(rank="A"))
    assert key(picked, "pad-suit-s").tap == Ask(SeeCard(Card("As"), BOARD), then=CardPage(BOARD))


def test_a_card_that_was_seen_cannot_be_tapped_again():
    """
    Its suit cannot be tapped, and neither can a rank of which all four are seen.
    """
    game = play(dealt(EIGHT), f"{ALL_IN} QhQdQc 3:Qs8c")

    assert not key(seen(game, page=CardPage()), "pad-rank-Q").enabled
    eights = seen(game, page=CardPage(rank="8"))
    assert [key(eights, f"pad-suit-{suit}").enabled for suit in "shdc"] == [True, True, True, False]


def test_the_card_page_goes_on_to_the_next_place_and_can_be_set_to_another():
    """
    A seat stays chosen until it has tabled both cards.
    """
    game = play(dealt(EIGHT), ALL_IN)
    one = play(game, "6:7h")

    assert key(seen(game, page=CardPage(6, "7")), "pad-suit-h").tap == Ask(SeeCard(Card("7h"), 6), CardPage(6))
    assert key(seen(one, page=CardPage(6, "7")), "pad-suit-d").tap == Ask(SeeCard(Card("7d"), 6), CardPage())
    assert key(seen(play(one, "6:7d"), page=CardPage()), "pad-where").tap == OpenPage(CardPage(4))


def test_the_card_page_closes_when_no_card_is_due():
    """
    The betting continues.
    """
    game = play(dealt(FOUR), "c c c k QhJd")
    later = play(game, "2c")

    assert not CardPage().over(PageContext(public(game), game))
    assert CardPage().over(PageContext(public(later), later))


def test_without_a_reader_the_next_board_place_opens_the_pad_and_the_first_card_ends_the_betting():
    """
    The touch on the place changes nothing, so the big blind keeps the option if the dealer closes the pad.
    """
    game = play(dealt(FOUR), "c c c k QhJd2c")
    page = CardPage(BOARD)

    assert seen(game).board[3].tile.tap == OpenPage(page)
    assert not page.over(PageContext(public(game), game))
    opened = seen(game, page=page).page
    assert opened
    assert words_in("en").cards.ends_betting in [line.text for line in opened.lines]
    assert key(seen(game, page=CardPage(BOARD, "4")), "pad-suit-h").tap == Ask(SeeCard(Card("4h"), BOARD), CardPage())
    assert public(do(game, SeeCard(Card("4h"), BOARD))).street == "turn"


def test_a_card_of_a_seat_does_not_say_that_it_ends_the_betting():
    """
    A caller may ask to see a mucked hand after the betting is over.
    """
    game = play(dealt(FOUR), "f f c k QhJd2c k k 4c k k 9s b400 c m3")
    opened = seen(game, page=CardPage(3)).page

    assert opened
    assert words_in("en").cards.ends_betting not in [line.text for line in opened.lines]


# Questions


def test_the_table_asks_who_called_and_the_seats_answer_on_their_tiles():
    """
    Several players were silent, nobody called, and a card came. The card waits, faint, in its place.
    """
    game = play(play(dealt(FOUR), "c c c k QhJd2c k b400"), "9s")
    shown = seen(game)

    assert shown.question is not None
    assert shown.question.text == "Who called 400?"
    nobody = shown.question.sure
    assert (nobody.text, nobody.tap, nobody.small) == ("NOBODY", Ask(Answer(())), "all others folded")
    assert [each.mood for each in shown.seats] == ["asked", "asked", "live", "asked"]
    assert seat(shown, 4).tile.tap == PickSeat(4)
    assert shown.board[3].held == Card("9s")

    surroundings = after(after(PLAIN, PickSeat(4)), PickSeat(1))
    answered = seen(game, surroundings)
    assert answered.question is not None
    assert (answered.question.sure.tap, answered.question.sure.small) == (Ask(Answer((1, 4))), "seats 1, 4 called")
    assert seat(answered, 4).mood == "picked"
    assert after(surroundings, PickSeat(1)).picked == (4,)
    assert settle(surroundings, public(game), public(do(game, Answer((4,))))).picked == ()


# The showdown


def test_every_pot_is_named_in_the_rule_books_order_before_the_push():
    """
    The last side pot comes first, with winner, amount, words and reason.
    """
    sheet = seen(play(dealt(EIGHT), f"{ALL_IN} 9h7s2cKd3h 3:9d9c 4:AhKc 6:7h7d 8:KsQs")).sheet

    assert sheet is not None
    assert [(award.name, award.chips) for award in sheet.awards] == [
        ("SIDE POT 2", "5,400"),
        ("SIDE POT 1", "6,600"),
        ("MAIN POT", "30,300"),
    ]
    assert [award.winners[0].text for award in sheet.awards] == [
        "Seat 6 Finn wins 5,400",
        "Seat 3 Cleo wins 6,600",
        "Seat 3 Cleo wins 30,300",
    ]
    assert sheet.awards[0].why == "set of sevens, king-nine kickers: three of a kind beats a pair"


def test_the_five_cards_that_play_are_marked_and_the_rest_dimmed():
    """
    They are marked on the board and in the winner's hand.
    """
    shown = seen(play(dealt((5_000, 5_000)), "c k Qh7d2c k k 9s k k 3h k k 1:AhQd 2:KdQc"))

    assert shown.sheet is not None
    assert shown.sheet.awards[0].winners[0].five == parse_cards("QhQdAh9s7d")
    marks = [place.card.plays for place in shown.board if place.card]
    assert marks == [True, True, False, True, False]
    assert all(card.plays for card in seat(shown, 1).cards)
    assert all(card.dimmed for card in seat(shown, 2).cards)


def test_a_split_names_all_winners_and_who_gets_the_odd_chip():
    """
    Each winner's own five cards are marked. The clause says why the odd chip goes there.
    """
    checked = "k k k k"
    shown = seen(
        play(dealt(FOUR), f"r600 c c c 9h7s2c {checked} Kd {checked} 3h {checked} 2:AdQs 3:AhQc 4:AsQd 1:4c5d")
    )

    assert shown.sheet is not None
    award = shown.sheet.awards[0]
    assert award.split == "SPLIT"
    assert [winner.text for winner in award.winners] == [
        "Seat 2 Ben wins 900",
        "Seat 3 Cleo wins 900",
        "Seat 4 Dan wins 800",
    ]
    assert award.notes == ("odd chips to seats 2 and 3, first clockwise from the button (TDA 2024 rule 20)",)
    assert all(card.plays for number in (2, 3, 4) for card in seat(shown, number).cards)


def test_a_walk_that_wins_nothing_has_no_sheet():
    """
    Without a small blind and an ante there is no pot to name, but the hand can still be ended.
    """
    table = replace(public(play(dealt(FOUR), "f f f")), awards=(), pots=(), pot=0)
    shown = view(PageContext(table, Game()))

    assert shown.sheet is None
    assert button(shown, "hand-over").enabled


def test_no_sheet_is_shown_before_the_hand_is_decided():
    """
    One hand is still unread. HAND OVER would muck it, and show the sheet then.
    """
    shown = seen(play(dealt((5_000, 5_000)), "c k Qh7d2c k k 9s k k 3h k k 1:AhQd"))

    assert shown.sheet is None
    assert button(shown, "hand-over").small == "muck the rest"
    assert seat(shown, 2).mood == "shows"
    assert seat(shown, 2).tile.tap == OpenPage(CardPage(2))


def test_a_live_hand_can_be_mucked_only_at_the_showdown_and_before_it_is_tabled():
    """The engine decides when a muck is allowed."""
    river = play(dealt((5_000, 5_000)), "c k Qh7d2c k k 9s k k 3h k k")

    assert (offer := seat(seen(dealt((5_000, 5_000))), 1).side) is not None
    assert offer.name == "raise-1"
    assert side(seen(river), 1).tap == Ask(Muck(1))
    assert seat(seen(play(river, "1:Ah")), 1).side is None


def test_one_tap_confirms_the_push_and_starts_the_next_hand():
    """
    The key says which hand comes next.
    """
    push = button(seen(play(dealt(FOUR), "f f f")), "hand-over")

    assert (push.text, push.small, push.tap) == ("PUSH & NEXT", "hand 2", Ask(HandOver()))


def test_the_push_announces_no_next_hand_if_one_stack_is_left():
    """
    The key for the last hand of a tournament once announced a hand that never comes.
    """
    shown = "r5000 c 1:AhAd 2:KhKd QhJd2c3c4s"
    last, not_last = seen(play(dealt((5_000, 5_000)), shown)), seen(play(dealt((5_000, 6_000)), shown))

    assert (button(last, "hand-over").text, button(last, "hand-over").small) == ("PUSH", "one stack left")
    assert button(not_last, "hand-over").text == "PUSH & NEXT"


@pytest.mark.parametrize(
    ("stop", "said"),
    [
        (Stop("over", 0), ("PUSH", "EVENT OVER")),
        (Stop("paused", 1), ("PUSH", "HOLD")),
        (Stop("held", 1), ("PUSH", "HOLD")),
        (Stop("hand-for-hand", 1), ("PUSH", "HOLD")),
        (Stop("held", 2), ("PUSH & NEXT", "hand 2")),
        (Stop("players-left", 1), ("PUSH & NEXT", "hand 2")),
    ],
)
def test_the_push_announces_no_next_hand_if_the_room_stops_the_table(stop, said):
    push = button(seen(play(do(dealt(FOUR), StopPlay(stop)), "f f f")), "hand-over")
    assert (push.text, push.small) == said


def test_the_blind_of_a_dead_hand_is_won_and_not_returned():
    """
    The big blind serves a penalty: its chips stay in the pot (TDA 2024 rule 30), and the small blind wins all of them.
    """
    table = public(dealt(FOUR))
    game = do(sat(FOUR), Penalize(table.big, "floor", "conduct", hands=1), StartHand())
    small = table.small

    shown = button(seen(game), "hand-over")

    assert shown.small == f"seat {small} wins 500"
    over = do(game, HandOver(start=False)).table.seats[small - 1]
    assert over is not None
    assert over.chips == FOUR[small - 1] - 100 + 500


def test_hand_over_says_who_wins_and_how_much():
    """
    All silent players fold to the last bettor. The unmatched part of the bet is the bettor's own.
    """
    shown = button(seen(play(dealt(FOUR), "r600")), "hand-over")

    assert (shown.text, shown.small, shown.tap) == ("HAND OVER", "seat 4 wins 700 (400 returned)", Ask(HandOver()))
    after_it = do(play(dealt(FOUR), "r600"), HandOver(start=False))
    assert after_it.table.seats[3] is not None
    assert after_it.table.seats[3].chips == 5_000 - 200 + 700


def test_the_screen_says_why_the_next_hand_cannot_start():
    """A single player waits for another. The key leads to the seats, and deals nothing."""
    shown = seen(play(dealt((5_000, 5_000)), "r5000 c 1:AhAd 2:KhKd QhJd2c3c4s push"))

    assert button(shown, "hand-over").tap == OpenPage(PeoplePage())
    assert shown.prompt.body == "a hand needs two players with chips"


def test_between_hands_one_tap_deals():
    """
    The key says which hand.
    """
    first, second = seen(sat(FOUR)), seen(play(dealt(FOUR), "f f f push"))

    assert (button(first, "hand-over").text, button(first, "hand-over").tap) == ("DEAL", Ask(StartHand()))
    assert (button(second, "hand-over").small, button(second, "hand-over").tap) == ("hand 2", Ask(StartHand()))


def test_during_the_break_one_tap_pushes_and_deals_no_hand():
    """
    A hand that is still in play is finished. The next one is dealt only by a key that says that it is the break.
    """
    pause = Surroundings(level=LevelTime("Break", 300_000, is_break=True))
    pushing, waiting = seen(play(dealt(FOUR), "f f f"), pause), seen(play(dealt(FOUR), "f f f push"), pause)

    assert (button(pushing, "hand-over").text, button(pushing, "hand-over").tap) == ("PUSH", Ask(HandOver(start=False)))
    assert button(waiting, "hand-over").small == "BREAK: deal anyway"
    assert button(waiting, "hand-over").emphasis == "quiet"


def test_if_the_clock_has_new_seats_for_the_table_no_hand_follows_the_one_in_play():
    """Found by the fault simulation: one touch ended each hand and began the next, and the table never left."""
    pushing = button(seen(play(dealt(FOUR), "f f f"), Surroundings(leaves=True)), "hand-over")

    assert (pushing.text, pushing.small, pushing.tap) == ("PUSH", "then new seats", Ask(HandOver(start=False)))


# Repair, floor, trouble


def test_undo_says_what_it_takes_back():
    """
    It names the last action in a few words. At the very start there is nothing to undo.
    """
    game = play(dealt(FOUR), "r600")

    assert button(seen(game), "undo").small == "seat 4 raised to 600"
    assert button(seen(dealt(FOUR)), "undo").small == "deal of hand 1"
    flop = play(dealt(FOUR), "c c c k QhJd2c")
    assert button(seen(flop), "undo").small == "2♣ on board"
    assert button(seen(play(flop, "Th")), "undo").small == "10♥ on board"  # with the checks before it
    assert not button(seen(sat(FOUR)), "undo").enabled


def test_every_step_has_words_for_undo():
    """
    Whatever a random table last did, UNDO can name it.
    """
    for step in islice(tables(Random(11)), 600):
        if step.after.undo_stack:
            assert button(seen(step.after), "undo").small


def test_a_hand_is_killed_by_seat_and_reason():
    """
    No reason can be pressed before a seat is chosen, and the reason key names the seat.
    """
    game = play(dealt(FOUR), "r600")
    unchosen = seen(game, page=KillPage())
    chosen = seen(game, page=KillPage(3))

    assert not key(unchosen, "kill-absent").enabled
    assert key(chosen, "kill-absent").small == "dead hand: Seat 3 Cleo"
    assert key(chosen, "kill-seat-3").chosen


def test_a_refusal_is_shown_with_its_clause_until_the_next_touch():
    """
    It is shown in the prompt, on the sheet and on an open pad.
    """
    game = play(dealt(FOUR), "r600")
    surroundings = Surroundings(refusal=RefusalNotice(message("not-their-turn", seat=3, turn=1), "TDA 2024 rule 50-A"))

    prompt = seen(game, surroundings).prompt
    assert (prompt.body, prompt.foot, prompt.refused) == (
        "the action is on seat 1, not seat 3",
        "TDA 2024 rule 50-A",
        True,
    )
    assert prompt.beside == "Seat 1 Ada: 600 to call"  # the step stays in sight
    page = seen(game, surroundings, KillPage()).page
    assert page is not None
    assert page.refused == "the action is on seat 1, not seat 3 TDA 2024 rule 50-A"
    sheet = seen(play(game, "f f f"), surroundings).sheet
    assert sheet is not None
    assert sheet.note == replace(prompt, beside="")
    assert after(surroundings, OpenPage()).refusal is None


def test_a_cut_link_is_reported_and_stops_nothing():
    """
    The strip says for how long, and how much waits. Every button works as before.
    """
    game = dealt(FOUR)
    cut = seen(game, Surroundings(link=Link(connected=False, away_ms=12_400, waiting=14)))

    link = cut.strip[3]
    assert (link.text, link.small, link.trouble) == ("CLOCK OFFLINE 12 s", "playing on, 14 events waiting", True)
    assert cut.buttons == seen(game).buttons


def test_a_clock_that_refuses_the_table_is_shown_differently_from_one_that_is_away():
    """
    Before the table is open, the prompt says what is wrong and what to do.
    """
    link = Link(connected=False, trouble=message("table-not-known"), refused=True)
    opened, unopened = seen(dealt(FOUR), Surroundings(link=link)), seen(Game(), Surroundings(link=link))

    assert opened.strip[3].text == "CLOCK REFUSES"
    assert unopened.prompt.foot.startswith(
        "the clock does not accept this token for this table: check the table's number"
    )


@pytest.mark.parametrize(("away_ms", "said"), [(59_999, "59 s"), (60_000, "1 min"), (3_720_000, "1 h 2 min")])
def test_the_time_without_a_clock_is_given_in_a_suitable_unit(away_ms, said):
    """
    Seconds, minutes, or hours and minutes.
    """
    assert seen(dealt(FOUR), Surroundings(link=Link(False, away_ms, 0))).strip[3].text == f"CLOCK OFFLINE {said}"


def test_a_lost_reader_says_where_to_tap():
    """
    The strip shows the reader's sentence, and the place of the next card opens the card page.
    """
    game = play(dealt(FOUR), "c c c k")
    lost = seen(game, Surroundings(reader=ReaderHealth(works=False, says="cable out")))

    assert (lost.strip[4].text, lost.strip[4].small) == ("READER LOST", "cable out")
    assert lost.board[0].tile.tap == OpenPage(CardPage(BOARD))
    assert lost.prompt.foot == "tap the place"


@pytest.mark.parametrize(
    ("left_ms", "said"), [(754_000, "12:34"), (1, "0:01"), (0, "0:00"), (59_001, "1:00"), (3_600_000, "1:00:00")]
)
def test_the_time_left_counts_whole_seconds_down_to_zero(left_ms, said):
    """
    0:00 means that the time is over.
    """
    assert seen(dealt(FOUR), Surroundings(level=LevelTime("Level 3", left_ms))).strip[2].text == said


@pytest.mark.parametrize(
    ("level", "said"),
    [
        (LevelTime("Level 9", 0, over_ms=192_900), ("+3:12", "overtime")),
        (LevelTime("Level 9", 0, running=False, over_ms=192_900), ("+3:12", "PAUSED")),
        (LevelTime("Level 1", 1_200_000, running=False, started=False), ("20:00", "NOT STARTED")),
        (LevelTime("Level 3", 0, play=PlayLeft("hands", 7)), ("7 hands left", "")),
        (LevelTime("Level 3", 0, play=PlayLeft("orbits", 1)), ("1 orbit left", "")),
        (LevelTime("Level 3", 0, play=PlayLeft("orbits", 0)), ("last level", "")),
    ],
)
def test_levels_without_a_countdown_show_overtime_or_hands_or_orbits_left(level, said):
    """
    The screen never shows 0:00 all night.
    """
    cell = seen(dealt(FOUR), Surroundings(level=level)).strip[2]

    assert (cell.text, cell.small) == said


def test_a_scheduled_start_is_counted_down_to():
    """
    The clock that does not run yet is not called paused.
    """
    level = LevelTime("Level 1", 1_200_000, running=False, starts_in_ms=3_725_000)

    time = seen(dealt(FOUR), Surroundings(level=level)).strip[2]

    assert (time.text, time.small, time.trouble) == ("1:02:05", "until the start", False)


def test_a_paused_clock_says_so():
    """It says so with a word, and not only with an edge."""
    time = seen(dealt(FOUR), Surroundings(level=LevelTime("Level 3", 5_000, running=False))).strip[2]

    assert (time.small, time.note) == ("PAUSED", True)


@pytest.mark.parametrize(
    ("level", "said"),
    [
        (LevelTime("Level 3", 5_000, hand_for_hand=True), ("Hand for hand", True)),
        (LevelTime("Level 3", 5_000, hand_for_hand=True, held=True), ("CLOCK STOPPED", True)),
        (LevelTime("Level 3", 5_000, running=False, hand_for_hand=True, held=False), ("PAUSED", True)),
    ],
)
def test_hand_for_hand_says_whether_the_clock_runs(level, said):
    time = seen(dealt(FOUR), Surroundings(level=level)).strip[2]

    assert (time.small, time.note) == said


def test_the_view_needs_no_qt():
    """
    So it can be tested, and drawn, anywhere.
    """
    look = "import sys, ui.dealer.view.screen, ui.dealer.layout.table; sys.exit('PySide6' in sys.modules)"

    assert subprocess.run([sys.executable, "-c", look], check=False, timeout=120).returncode == 0


def test_an_empty_table_offers_no_action_and_the_engine_refuses_one():
    """
    A table that is not open yet can be drawn. No button asks the table for anything.
    """
    shown = seen(Game())

    assert [each.name for each in every_button(shown) if each.enabled] == ["more", "floor", "hand-over"]
    assert button(shown, "hand-over").tap == OpenPage(StartPage())
    with pytest.raises(Refused):
        decide(Game(), StartHand())


def test_between_hands_the_board_and_the_hands_are_marked_as_those_of_the_last_hand():
    """
    The cards are dimmed, none is marked as winning, and the hand's number is below the board.
    """
    game = play(dealt((5_000, 5_000)), "c k QhJd2c k k 4h k k 9s k k 1:AhAd 2:KcKd push")
    after = seen(game)

    cards = [place.card for place in after.board] + [card for seat in after.seats for card in seat.cards]
    assert len(cards) == 9
    assert all(card and card.dimmed and not card.plays for card in cards)
    assert [pot.name for pot in after.pots] == ["board of hand 1"]
    assert [pot.name for pot in seen(play(game, "start")).pots] == ["POT"]
