"""Pots: main and side, the uncalled bet, odd chips, each pot by itself."""

import pytest

from engine.events import PotAwarded, StreetClosed, UncalledReturned
from engine.hand.pots import Pot, split, split_pots
from engine.hand.showdown import awards, pots_of
from tests.kit.story import TDA, Story, book, flop
from ui.words.languages import words_in

ENGLISH = words_in("en")

SPLITS = {
    "vector 7: 101 by two": (101, 2, 1, True, (51, 50)),
    "vector 7: 200 by three, chips of 25, one each": (200, 3, 25, True, (75, 75, 50)),
    "vector 7: 200 by three, chips of 25, all to the first": (200, 3, 25, False, (100, 50, 50)),
    "nothing below the smallest chip but what the pot holds": (230, 3, 25, True, (80, 75, 75)),
    "one chip by two": (1, 2, 1, True, (1, 0)),
    "less than a chip": (20, 2, 25, True, (20, 0)),
    "alone": (77, 1, 25, True, (77,)),
    "even": (300, 3, 100, True, (100, 100, 100)),
}


@pytest.mark.parametrize(("chips", "count", "unit", "one_each", "shares"), SPLITS.values(), ids=SPLITS)
def test_a_pot_is_split_in_the_smallest_chips_in_play(chips, count, unit, one_each, shares):
    """
    Rule 20: odd chips clockwise from the button, and nothing is lost.
    """
    assert split(chips, range(count), unit, one_each) == shares


ALL = (True,) * 4
LAYERS = {
    "vector 6: 2000, 2000 and 1000": (
        (2_000, 2_000, 1_000), (True,) * 3, (), [Pot(3_000, (0, 1, 2)), Pot(2_000, (0, 1))]
    ),
    "vector 13: four all-ins and two folds": (
        (100, 300, 600, 1_000, 50, 200), (True, True, True, True, False, False), (),
        [Pot(550, (0, 1, 2, 3)), Pot(700, (1, 2, 3)), Pot(600, (2, 3)), Pot(400, (3,))],
    ),
    "a fold makes no pot of its own": ((100, 60, 100), (True, False, True), (), [Pot(260, (0, 2))]),
    "antes lie in the main pot": ((100, 100), (True, True), (10, 10), [Pot(220, (0, 1))]),
    "an ante apart when somebody has nothing else in": (
        (0, 100, 100), (True,) * 3, (7, 10, 10), [Pot(27, (0, 1, 2)), Pot(200, (1, 2))]
    ),
    "dead chips above every live one fall to the pot below": (
        (500, 100, 100), (False, True, True), (), [Pot(700, (1, 2))]
    ),
    "dead chips alone belong to everyone live": ((50, 100, 0, 0), (False, False, True, True), (), [Pot(150, (2, 3))]),
    "nothing in": ((0, 0), (True, True), (), []),
}  # fmt: skip


@pytest.mark.parametrize(("paid", "live", "antes", "pots"), LAYERS.values(), ids=LAYERS)
def test_chips_are_in_the_pots_of_the_players_who_can_win_them(paid, live, antes, pots):
    """
    Main pot first; together they hold all that was put in.
    """
    antes = antes or (0,) * len(paid)

    assert list(split_pots(paid, live, antes)) == pots
    assert sum(pot.chips for pot in pots) == sum(paid) + sum(antes)


def test_three_all_in_for_2000_2000_and_1000_play_two_pots():
    """
    Vector 6, played out: a main pot of 3,000 for three, a side pot of 2,000 for two.
    """
    story = Story(2_000, 2_000, 1_000).tell("3 raises 1000", "1 raises 2000", "2 calls")

    assert pots_of(story.hand) == (Pot(3_000, (0, 1, 2)), Pot(2_000, (0, 1)))


def test_an_uncalled_bet_is_returned_as_an_event():
    """Rule 15-B: chips that nobody matched were never in the pot."""
    story = flop(9_000, 400, 9_000).tell("1 bets 3000", "2 calls", "3 folds")

    assert story.events[-2:] == [UncalledReturned(1, 2_600), StreetClosed()]
    assert story.hand.pot == 300 + 800


def test_a_bet_that_everybody_folds_to_is_returned_before_the_pot_is_pushed():
    """The bettor wins the chips that were there. The big blind's walk is the small blind's fold."""
    walk = Story(1_000, 1_000, 1_000).tell("3 folds", "1 folds")
    bet = flop(9_000, 9_000).tell("1 bets 500", "2 folds", "push")

    assert walk.events[-2:] == [UncalledReturned(2, 50), StreetClosed()]
    assert walk.tell("push").hand.stacks == (950, 1_050, 1_000)
    assert bet.hand.stacks == (9_200, 9_000)


def test_a_call_for_exactly_the_stack_leaves_no_side_pot():
    """
    Vector 13: all-in for exactly the call.
    """
    story = flop(9_000, 500, 9_000).tell("1 bets 500", "2 calls", "3 calls")

    assert pots_of(story.hand) == (Pot(1_800, (0, 1, 2)),)


EVEN_BOARD = ("board 6h9dTc", "board Js", "board Qc")


def test_the_pot_is_split_when_the_board_plays():
    """
    Vector 12: 6 9 10 J Q and a king each is a king-high straight each.
    """
    story = Story(500, 500).tell("2 raises 500", "1 calls", "1 shows Kh2c", "2 shows Kd3c", *EVEN_BOARD)
    (award,) = awards(story.hand, TDA)

    assert award.shares == (500, 500)
    assert ENGLISH.say(award.why) == "king-high straight: split"
    assert award.odd == ()


def test_odd_chips_are_of_the_smallest_chip_and_go_one_each():
    """
    Rule 20: 3,025 by three in chips of 25 leaves one chip over, 2,000 by two leaves none.
    """
    story = Story(2_000, 1_000, 2_000, 5_000, blinds=(25, 50), ante=25, form="each", chip=25).tell(
        "3 raises 1975", "4 folds", "1 calls", "2 calls",
        "1 shows Kh2c", "2 shows Kd3c", "3 shows Ks4c", *EVEN_BOARD,
    )  # fmt: skip

    side, main = awards(story.hand, TDA)

    assert (main.chips, main.shares) == (3_025, (1_025, 1_000, 1_000))
    assert (side.chips, side.shares) == (2_000, (1_000, 1_000))
    assert (main.odd, main.odd_clause) == ((1,), "TDA 2024 rule 20")
    assert side.odd == ()


def test_the_last_side_pot_is_pushed_first_by_the_standard():
    """
    Addendum to rule 16; a book may begin with the main pot.
    """
    orders = []
    for by in (TDA, book(pots_shown="main-first")):
        story = Story(2_000, 1_000, 2_000, by=by).tell(
            "3 raises 2000", "1 calls", "2 calls", "1 shows Kh2c", "2 shows Kd3c", "3 shows Ks4c", *EVEN_BOARD, "push"
        )
        orders.append([event.pot for event in story.events if isinstance(event, PotAwarded)])

    assert orders == [[1, 0], [0, 1]]


def test_each_pot_is_awarded_and_split_separately():
    """
    Rule 21: the short stack's aces take the main pot, two equal hands split the side pot with its own odd chip.
    """
    story = Story(2_001, 1_000, 2_001, 1_201).tell(
        "3 calls", "4 raises 1101", "1 raises 2001", "2 calls", "3 calls", "4 folds",
        "1 shows Kh4c", "2 shows AcAd", "3 shows Kd3c", "board 2h7dKs", "board 9c", "board 5s",
    )  # fmt: skip

    side, main = awards(story.hand, TDA)

    assert (main.seats, main.shares) == ((2,), (4_000,))
    assert (side.seats, side.shares) == ((1, 3), (1_052, 1_051))
    assert ENGLISH.say(main.why) == "pair of aces, king-nine-seven kickers: pair of aces beats pair of kings"


def test_vector_13_four_all_ins_of_different_sizes_and_two_folds_make_three_pots():
    """The pots have all chips except the 400 that nobody matched, which are returned.

    Each pot is for the players who paid into it.
    """
    story = Story(300, 600, 1_000, 2_000, 100, 1_000)
    story.tell("3 raises 200", "4 raises 1000", "5 calls", "6 folds", "1 calls", "2 calls", "3 folds")

    assert story.events[-2:] == [UncalledReturned(4, 400), StreetClosed()]
    assert pots_of(story.hand) == (Pot(500, (0, 1, 3, 4)), Pot(700, (0, 1, 3)), Pot(600, (1, 3)))
    assert story.hand.stacks == (0, 0, 800, 1_400, 0, 1_000)
