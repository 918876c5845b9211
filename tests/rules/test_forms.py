"""Betting by each book: how much and how often, in no-limit, pot-limit and limit, who opens and who shows first.

Vectors are those of the rule books; in these stories seat 1 is left of the button and the last seat has the button.
"""

import pytest
from msgspec.structs import replace

from engine.actions import Call, Check, Fold, Muck, SeeCard
from engine.books.rulebook import RuleBook, in_limit, load_book, shipped_ids
from engine.cards import parse_cards
from engine.game.game import Game
from engine.hand.pots import split
from engine.hand.rules import legal
from engine.hand.showdown import awards, pots_of, showing_order
from engine.refused import Refused
from engine.table.actions.hands import StartHand
from engine.table.actions.people import LeaveSeat
from engine.table.state import book_of
from tests.kit.randomplay import ask
from tests.kit.story import Story, book, flop
from tests.rules.seated import next_deal, table

HOUSE = load_book("house")
TOURNAMENT = load_book("tournament")
LIMIT = in_limit(TOURNAMENT)
POT_LIMIT = book(betting="pot-limit")
DEEP = (20_000,) * 4


def bounds(story: Story) -> tuple[int, int, int]:
    """The seats that may bet or raise, with their limits; 0 if one may not."""
    may = legal(story.hand, story.by)
    return may.seat, may.least, may.most


def refusal(story: Story, *sentence: str) -> str:
    with pytest.raises(Refused) as refused:
        story.tell(*sentence)
    return str(refused.value)


# Raises


def test_vector_1_house_a_raise_doubles():
    """
    House rules, Raises: 200, then 400 or more; after 600, 1,200.
    """
    story = flop(*DEEP, blinds=(100, 200), by=HOUSE).tell("1 bets 200")

    assert refusal(story, "2 raises 399") == "minimum-raise (chips=400) (House rules, Raises)"
    assert bounds(flop(*DEEP, blinds=(100, 200), by=HOUSE).tell("1 bets 200", "2 raises 400"))[1] == 800
    story.tell("2 raises 600")
    assert refusal(story, "3 raises 1199") == "minimum-raise (chips=1200) (House rules, Raises)"
    assert story.tell("3 raises 1200").hand.price == 1_200


def test_vector_1_tournament_a_raise_adds_the_last_one():
    """
    Rule 9: after 200 and a raise to 600, 1,000.
    """
    story = flop(*DEEP, blinds=(100, 200), by=TOURNAMENT).tell("1 bets 200", "2 raises 600")

    assert refusal(story, "3 raises 999") == "minimum-raise (chips=1000) (Rule 9)"
    assert story.tell("3 raises 1000").hand.price == 1_000


def test_an_all_in_below_the_minimum_is_allowed_and_reopens_as_the_book_says():
    """By doubling: a player who answered 200 may raise again only when facing 400 or more."""
    short = flop(20_000, 300, 20_000, blinds=(100, 200), by=HOUSE).tell("1 bets 200", "2 raises 300", "3 calls")
    full = flop(20_000, 400, 20_000, blinds=(100, 200), by=HOUSE).tell("1 bets 200", "2 raises 400", "3 calls")

    assert bounds(short) == (1, 0, 0)
    assert bounds(full) == (1, 800, 20_000)


def test_by_doubling_a_short_all_in_bet_does_not_let_a_player_who_checked_raise():
    """A player who checked has matched no bet, and may raise only when facing a whole bet."""
    story = flop(20_000, 150, 20_000, blinds=(100, 200), by=HOUSE).tell("1 checks", "2 bets 150", "3 calls")

    assert bounds(story) == (1, 0, 0)


# Caps

FOUR_BETS = ("1 bets 200", "2 raises 400", "1 raises 800", "2 raises 1600")
LIMIT_BETS = ("1 bets 200", "2 raises 400", "3 raises 600", "1 raises 800")


def test_vector_2_house_a_bet_and_three_raises_cap_the_round_even_between_two():
    """
    House rules, Raises: then only fold or call.
    """
    between_two = flop(*DEEP[:2], blinds=(100, 200), by=HOUSE).tell(*FOUR_BETS)
    among_four = flop(*DEEP, blinds=(100, 200), by=HOUSE).tell(*FOUR_BETS[:2], "3 raises 800", "4 raises 1600")

    for story in (between_two, among_four):
        seat, least, most = bounds(story)
        assert (least, most) == (0, 0)
        assert refusal(story, f"{seat} raises 3200") == ("betting-capped (House rules, Raises)")
        story.tell(f"{seat} calls")


def test_vector_2_the_big_blind_counts_as_the_bet_before_the_flop():
    """
    Three raises over it, then the cap; the next street is open again.
    """
    story = Story(*DEEP, blinds=(100, 200), by=HOUSE).tell("3 raises 400", "4 raises 800", "1 raises 1600")

    assert bounds(story) == (2, 0, 0)
    story.tell("2 calls", "3 calls", "4 calls", "board 2h7dKs")
    assert bounds(story) == (1, 200, 18_400)


def test_vector_2_tournament_limit_is_capped_with_three_and_not_with_two_in_the_hand():
    """
    Rule 10.
    """
    among_three = flop(*DEEP[:3], blinds=(100, 200), by=LIMIT).tell(*LIMIT_BETS)
    assert bounds(among_three) == (2, 0, 0)
    assert refusal(among_three, "2 raises 1000") == "betting-capped (Rule 10)"

    between_two = among_three.tell("2 folds")
    assert bounds(between_two) == (3, 1_000, 1_000)
    between_two.tell("3 raises 1000", "1 raises 1200", "3 raises 1400")
    assert bounds(between_two) == (1, 1_600, 1_600)


def test_tournament_no_limit_has_no_cap():
    """
    Rule 10 is for limit.
    """
    story = flop(*DEEP, blinds=(100, 200), by=TOURNAMENT).tell(*FOUR_BETS[:2], "3 raises 600", "4 raises 800")

    assert bounds(story.tell("1 raises 1000")) == (2, 1_200, 20_000)


def test_an_all_in_below_a_full_raise_does_not_count_toward_the_cap_of_three():
    """It neither caps the round nor counts toward the cap."""
    story = flop(20_000, 300, 20_000, 20_000, blinds=(100, 200), by=HOUSE)
    story.tell("1 bets 200", "2 raises 300", "3 raises 600", "4 raises 1200")

    assert bounds(story)[:2] == (1, 2_400)
    assert bounds(story.tell("1 raises 2400")) == (3, 0, 0)


# Minimum bets by street


def test_vector_3_house_minimum_bets_are_200_200_400_400():
    """
    House rules, Betting Amounts, at 100/200: preflop the price is 200 and a raise is to 400.
    """
    story = Story(*DEEP[:2], blinds=(100, 200), by=HOUSE)
    assert (story.hand.price, bounds(story)[1]) == (200, 400)
    least = []
    for street in ("board 2h7dKs", "board 8c", "board 9c"):
        if street == "board 2h7dKs":
            story.tell("2 calls", "1 checks", street)
        else:
            story.tell("1 checks", "2 checks", street)
        least.append(bounds(story)[1])

    assert least == [200, 400, 400]
    assert refusal(story, "1 bets 399") == "minimum-bet (chips=400) (House rules, Betting Amounts)"
    assert bounds(story.tell("1 bets 500"))[:2] == (2, 1_000)


# Pot-limit


def test_a_book_may_double_the_minimum_bet_on_the_turn_in_no_limit_too():
    """
    With raises by the last one: a bet of 200 behind a big blind of 100, and a raise to 400.
    """
    story = flop(*DEEP[:2], by=book(min_bet="doubles-on-turn")).tell("1 checks", "2 checks", "board 8c")

    assert bounds(story) == (1, 200, 20_000)
    assert bounds(story.tell("1 bets 200")) == (2, 400, 20_000)


def test_vector_5_pot_limit_call_and_raise_the_pot():
    """
    500 in the middle, the bet of 200 counted: call 200, then the pot of 700, to 900.
    """
    story = flop(*DEEP[:3], blinds=(50, 100), by=POT_LIMIT).tell("1 bets 200")

    assert story.hand.pot == 500
    assert bounds(story) == (2, 400, 900)
    assert refusal(story, "2 raises 901") == "pot-limit (chips=900) (TDA 2024 rule 54)"


def test_pot_limit_the_first_raise_is_to_three_and_a_half_big_blinds():
    """
    50/100: a call makes the pot 250, so the raise is to 350.
    """
    assert bounds(Story(*DEEP, by=POT_LIMIT)) == (3, 200, 350)


def test_rule_54_b_dead_and_short_blinds_count_as_full_before_the_flop():
    """
    The big blind is all-in for 30: the pot is computed as if 100 lay there.
    """
    assert bounds(Story(20_000, 30, 20_000, 20_000, by=POT_LIMIT)) == (3, 200, 350)


def test_rule_54_b_a_dead_small_blind_counts_as_full():
    """The big blind left, so the next small blind falls on its empty seat: 100 in the pot count as 150."""
    game, _ = next_deal(table(1, 2, 3, 4, 5, button=1, by=POT_LIMIT))
    game = ask(ask(game, LeaveSeat(3)).after, StartHand()).after
    assert game.table.hand is not None
    may = legal(game.table.hand, POT_LIMIT)

    assert (game.table.hand.pot, may.call, may.most) == (100, 100, 350)


def test_rule_54_b_after_the_flop_the_pot_is_the_chips_that_are_in_it():
    """
    The big blind was all-in for 30: three calls of 100 and the 30 are 330.
    """
    story = Story(20_000, 30, 20_000, 20_000, by=POT_LIMIT).tell("3 calls", "4 calls", "1 calls", "board 2h7dKs")

    assert bounds(story) == (1, 100, 330)


# Limit


def test_limit_bets_are_of_one_size_doubled_on_the_turn():
    """The small bet before and on the flop, the big bet after it, and nothing between."""
    story = flop(*DEEP[:3], blinds=(50, 100), by=LIMIT)

    assert bounds(story) == (1, 100, 100)
    assert "limit-bet (chips=100)" in refusal(story, "1 bets 150")
    assert bounds(story.tell("1 bets 100")) == (2, 200, 200)
    assert "limit-raise (chips=200)" in refusal(story, "2 raises 300")
    story.tell("2 calls", "3 calls", "board 8c")
    assert bounds(story) == (1, 200, 200)
    assert bounds(story.tell("1 bets 200")) == (2, 400, 400)


COMPLETING = {
    "less than half a bet is completed": (49, 100, False),
    "half a bet is as good as one": (50, 150, True),
    "more than half is raised by one bet": (75, 175, True),
}


@pytest.mark.parametrize(("all_in", "least", "reopens"), COMPLETING.values(), ids=COMPLETING)
def test_limit_a_short_all_in_is_completed_or_raised(all_in, least, reopens):
    """
    Robert's Rules, limit: half a bet or more counts as one; TDA 2024 rule 47-B: and opens the betting again.
    """
    story = flop(20_000, all_in, 20_000, blinds=(50, 100), by=LIMIT).tell("1 checks", f"2 bets {all_in}")
    assert bounds(story) == (3, least, least)

    story.tell("3 calls")
    assert (bounds(story)[1] > 0) is reopens


def test_limit_half_a_raise_reopens_the_betting_and_less_does_not():
    """
    TDA 2024 rule 47-B.
    """
    short = flop(20_000, 149, 20_000, blinds=(50, 100), by=LIMIT).tell("1 bets 100", "2 raises 149", "3 calls")
    half = flop(20_000, 150, 20_000, blinds=(50, 100), by=LIMIT).tell("1 bets 100", "2 raises 150", "3 calls")

    assert bounds(short) == (1, 0, 0)
    assert bounds(half) == (1, 250, 250)


def test_limit_with_a_book_of_full_raises_only_a_full_raise_reopens():
    """A room may ask for more than the standard, with `reopening = "full-raise-faced"`."""
    strict = replace(LIMIT, reopening=replace(LIMIT.reopening, value="full-raise-faced"))
    story = flop(20_000, 150, 20_000, blinds=(50, 100), by=strict).tell("1 bets 100", "2 raises 150", "3 calls")

    assert bounds(story) == (1, 0, 0)


# The player who opens


def started(by: RuleBook, straddle: bool = False, count: int = 5) -> Game:
    """A hand of five players, the button at seat 1."""
    return ask(table(*range(1, count + 1), button=1, by=by), StartHand(straddle)).after


def turn(game: Game) -> int:
    assert game.table.hand is not None
    return legal(game.table.hand, book_of(game.table)).seat


@pytest.mark.parametrize("book_id", shipped_ids())
def test_vector_10_the_book_says_who_opens_before_the_flop(book_id):
    """
    Five players, button 1: seat 3, the big blind, by the letter of R3.7A; seat 4 by all other books.
    """
    assert turn(started(load_book(book_id))) == (3 if book_id in ("astate-2009", "intramural") else 4)


def test_vector_10_the_others_act_after_the_big_blind_and_the_small_blind_last():
    """
    R3.7A: the big blind checks or raises first; the flop opens left of the button.
    """
    game = started(load_book("astate-2009"))
    for action in (Check(3), Call(4), Call(5), Call(1), Call(2)):
        assert turn(game) == action.seat
        game = ask(game, action).after

    for card in parse_cards("2h7dKs"):
        game = ask(game, SeeCard(card)).after
    assert turn(game) == 2


@pytest.mark.parametrize("book_id", shipped_ids())
def test_vector_9_with_two_players_the_button_posts_the_small_blind_and_opens(book_id):
    """
    And acts last from the flop on, by every book.
    """
    game = started(load_book(book_id), count=2)
    assert game.table.hand is not None
    deal = game.table.hand.deal

    assert (deal.button, deal.small, deal.big, turn(game)) == (1, 1, 2, 1)
    for action in (Call(1), Check(2), *(SeeCard(card) for card in parse_cards("2h7dKs"))):
        game = ask(game, action).after
    assert turn(game) == 2


# Straddle

STRADDLING = book(straddle="under-the-gun")


def test_a_straddle_doubles_the_price_and_acts_last_before_the_flop():
    """
    The player left of the big blind posts twice as much; the betting begins on their left.
    """
    game = started(STRADDLING, straddle=True)
    assert game.table.hand is not None

    assert game.table.hand.deal.blinds == (50, 100, 200, 0, 0)
    assert (game.table.hand.price, turn(game)) == (200, 5)
    for action in (Call(5), Call(1), Call(2), Call(3)):
        game = ask(game, action).after
    assert turn(game) == 4


def test_a_straddle_is_refused_by_a_book_that_has_none():
    """Between two players, or from a player with too few chips, every book refuses it."""
    for game, why in (
        (table(1, 2, 3, button=1), "no-straddle (TDA 2024: no clause)"),
        (table(1, 2, button=1, by=STRADDLING), "straddle-heads-up"),
        (table(1, 2, 3, 4, button=1, chips=150, by=STRADDLING), "straddle-too-short (seat=4)"),
    ):
        with pytest.raises(Refused) as refused:
            ask(game, StartHand(straddle=True))
        assert str(refused.value).startswith(why)


# Showdown

RIVER = ("1 checks", "2 checks", "3 checks", "4 checks", "5 checks")


def river(by: RuleBook) -> Story:
    """Five players at the river, nothing bet so far."""
    story = flop(*(5_000,) * 5, by=by)
    return story.tell(*RIVER, "board 8c", *RIVER, "board 9s")


def showing(story: Story) -> tuple[int, ...]:
    return tuple(story.hand.deal.seats[place] for place in showing_order(story.hand, story.by))


def test_vector_11_the_player_left_of_the_last_caller_shows_first():
    """
    R3.7E: bet by 1, called by 3 and 4: seat 5 if live, else the next live seat left of it.
    """
    by = load_book("astate-2009")
    called = river(by).tell("1 bets 100", "2 folds", "3 calls", "4 calls")
    dealt = river(by).tell("1 checks", "2 bets 100", "3 folds", "4 calls", "5 calls", "1 calls")

    assert showing(called.tell("5 folds")) == (1, 3, 4)
    assert showing(dealt) == (2, 4, 5, 1)


def test_vector_11_a_player_all_in_earlier_shows_first_if_left_of_the_last_caller():
    """
    R3.7E: bet by 1, called by 3 and 4; seat 5 is live with no chips to call.
    """
    checks = ("1 checks", "2 checks", "3 checks", "4 checks")
    story = flop(5_000, 5_000, 5_000, 5_000, 0, by=load_book("astate-2009"))
    story.tell(*checks, "board 8c", *checks, "board 9s", "1 bets 100", "2 folds", "3 calls", "4 calls")

    assert showing(story) == (5, 1, 3, 4)


def test_vector_11_the_next_player_left_of_the_last_caller_shows_first_even_after_a_call():
    """
    R3.7E: bet by 4, raised by 5 and called by 4: seat 5 is left of the last caller.
    """
    story = river(load_book("intramural"))
    story.tell("1 checks", "2 folds", "3 folds", "4 bets 100", "5 raises 200", "1 folds", "4 calls")

    assert showing(story) == (5, 4)


def test_vector_11_without_a_call_on_the_river_the_player_left_of_the_button_shows_first():
    """
    R3.7E leaves it open; the first live seat left of the button.
    """
    assert showing(river(load_book("astate-2009")).tell(*RIVER)) == (1, 2, 3, 4, 5)


def test_vector_11_house_the_bettor_shows_first():
    """
    House rules, Betting Rounds 9.
    """
    story = river(HOUSE)

    assert showing(story.tell("1 bets 200", "2 folds", "3 calls", "4 calls", "5 folds")) == (1, 3, 4)


def test_house_every_remaining_player_shows():
    """
    House rules, Betting Rounds 9: mucking is not offered, and refused unless the floor lets it stand.
    """
    story = river(HOUSE).tell("1 bets 200", "2 calls", "3 folds", "4 folds", "5 folds", "1 shows AhKd")

    assert legal(story.hand, HOUSE).muck == ()
    assert "all-must-show (House rules, Betting Rounds 9)" in refusal(story, "2 mucks")
    story.ask(Muck(2, floor="left the table"))
    assert legal(story.hand, HOUSE).push


def test_house_nobody_folds_when_there_is_no_bet():
    """
    House rules, Rules During Hands: not offered; the floor may record it.
    """
    story = flop(*DEEP, by=HOUSE)

    assert not legal(story.hand, HOUSE).fold
    assert refusal(story, "1 folds") == "fold-without-bet (House rules, Rules During Hands)"
    story.ask(Fold(1, floor="threw the cards in"))
    assert legal(story.hand, HOUSE).seat == 2


# Pots


def test_vector_6_house_side_pots():
    """
    House rules, Side Pots: 2,000, call, call all-in for 1,000: main 3,000 for three, side 2,000 for two.
    """
    story = Story(9_000, 1_000, 9_000, blinds=(100, 200), by=HOUSE).tell("3 raises 2000", "1 calls", "2 calls")

    assert [(pot.chips, pot.eligible) for pot in pots_of(story.hand)] == [(3_000, (0, 1, 2)), (2_000, (0, 2))]


VECTOR_7 = {
    "101 by two, unit 1": (101, 2, 1, True, (51, 50)),
    "200 by three, unit 25, one each": (200, 3, 25, True, (75, 75, 50)),
    "200 by three, unit 25, all to the first": (200, 3, 25, False, (100, 50, 50)),
    "what the pot holds below the smallest chip": (103, 2, 25, True, (53, 50)),
}


@pytest.mark.parametrize(("chips", "winners", "unit", "one_each", "shares"), VECTOR_7.values(), ids=VECTOR_7)
def test_vector_7_odd_chips_are_split_as_the_rule_says(chips, winners, unit, one_each, shares):
    """
    Nothing is lost, and nothing below the smallest chip is paid unless the pot itself holds it.
    """
    assert split(chips, range(winners), unit, one_each) == shares


ODD = {"house": (150, 100, 100), "tournament": (150, 100, 100), "tda": (125, 125, 100)}


@pytest.mark.parametrize(("book_id", "shares"), ODD.items())
def test_vector_7_each_book_says_who_gets_the_odd_chips(book_id, shares):
    """
    House rules, Ties, and Rule 13: all to the first; TDA 2024 rule 20: one each. 350 in chips of 25, three winners.
    """
    story = Story(100, 100, 100, 900, 1_000, blinds=(25, 50), chip=25, by=load_book(book_id))
    story.tell("3 raises 100", "4 calls", "5 folds", "1 calls", "2 folds", "board 2h7dKs", "board 8c", "board 9s")
    story.tell("1 shows AhQh", "3 shows AdQd", "4 shows AcQc")
    (award,) = awards(story.hand, story.by)

    assert (award.seats, award.shares) == ((1, 3, 4), shares)


@pytest.mark.parametrize("book_id", shipped_ids())
def test_vector_12_the_board_plays_and_the_pot_is_split(book_id):
    """
    6 9 10 J Q and two kings: split, king-high straight.
    """
    checks = ("1 checks", "2 checks")
    story = Story(1_100, 1_100, by=load_book(book_id)).tell("2 calls", "1 checks", "board 6h9dTs", *checks)
    story.tell("board Jc", *checks, "board Qd", *checks, "1 shows Kh2c", "2 shows Kc3d")
    (award,) = awards(story.hand, story.by)

    assert (award.seats, award.shares) == ((1, 2), (100, 100))
    assert str(award.why) == "won-by-split (ranking=straight (rank=king))"


def test_rule_5_a_player_who_checked_may_raise_later():
    """
    Check-raising is allowed, by every book that lets a check open the betting.
    """
    story = flop(*DEEP[:2], blinds=(100, 200), by=TOURNAMENT).tell("1 checks", "2 bets 200")

    assert bounds(story) == (1, 400, 20_000)


def test_rules_15_and_17_each_all_in_in_turn_makes_another_side_pot():
    """
    Each all-in closes a pot at its size; a call for less and all raises beyond go into the next.
    """
    story = Story(500, 9_000, 1_500, 9_000, blinds=(100, 200), by=TOURNAMENT)
    story.tell("3 raises 1500", "4 raises 3000", "1 calls", "2 calls")

    assert [(pot.chips, pot.eligible) for pot in pots_of(story.hand)] == [
        (2_000, (0, 1, 2, 3)), (3_000, (1, 2, 3)), (3_000, (1, 3)),
    ]  # fmt: skip


@pytest.mark.parametrize(("book_id", "order"), [("tournament", (0, 1)), ("washburn", (1, 0)), ("house", (1, 0))])
def test_rule_16_the_main_pot_is_pushed_first(book_id, order):
    """
    Rule 16: the all-in hand is resolved first; Washburn and the house decide the side pot first.
    """
    story = Story(9_000, 1_000, 9_000, blinds=(100, 200), by=load_book(book_id))
    story.tell("3 raises 2000", "1 calls", "2 calls", "board 2h7dKs", "1 checks", "3 checks", "board 8c", "1 checks")
    story.tell("3 checks", "board 9s", "1 checks", "3 checks", "1 shows AhAd", "2 shows KhKd", "3 shows QhQd")

    assert tuple(award.pot for award in awards(story.hand, story.by)) == order
