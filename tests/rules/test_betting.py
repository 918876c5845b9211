"""Betting by the standard: minimum bets and raises, and for whom the betting is reopened."""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import pytest

from engine.books.rulebook import load_book
from engine.hand.rules import legal
from engine.refused import Refused
from tests.kit.story import TDA, Story, book, flop

DEEP = (20_000,) * 6


class Least(NamedTuple):
    """After the listed actions, `seat` may raise to no less than `least`; 0: it may only call or fold."""

    start: Callable[[], Story]
    sentences: tuple[str, ...]
    seat: int
    least: int


at_50_100 = partial(Story, *DEEP)
at_25_50 = partial(Story, *DEEP, blinds=(25, 50))
on_flop = partial(flop, *DEEP)
# The examples of rule 47: A is seat 1, B seat 2 and so on; B and D are short.
a_to_e = partial(flop, 20_000, 125, 20_000, 200, 20_000)
A_TO_E = ("1 bets 100", "2 raises 125", "3 calls", "4 raises 200", "5 calls")
limped = partial(Story, *(90_000,) * 4, 7_500, 90_000, blinds=(2_000, 4_000))
LIMPED = ("3 calls", "4 folds", "5 raises 7500", "6 folds", "1 folds")
SHORT_RAISE = ("1 bets 100", "2 raises 150")

LEAST = {
    "43-A: the first bet is the big blind at least": Least(on_flop, (), 1, 100),
    "43-A: preflop twice the big blind": Least(at_50_100, (), 3, 200),
    "43 ex 1: 600, 1600, 3600": Least(
        partial(flop, *DEEP, blinds=(100, 200)), ("1 bets 600", "2 raises 1600", "3 raises 3600"), 4, 5_600
    ),
    "43 ex 2: under the gun all-in 150": Least(partial(Story, *DEEP[:2], 150, *DEEP[:3]), ("3 raises 150",), 4, 250),
    "43 ex 3: 300, 1000": Least(on_flop, ("1 bets 300", "2 raises 1000"), 3, 1_700),
    "43 ex 4-A: 125, 200, 500": Least(at_25_50, ("3 raises 125", "4 raises 200", "5 raises 500"), 6, 800),
    "43 ex 4-B: 500 at once": Least(at_25_50, ("3 raises 500",), 4, 950),
    "47 ex 1: short all-ins together make a full raise": Least(a_to_e, A_TO_E, 1, 300),
    "47 ex 1-A: the caller between faces 75": Least(a_to_e, (*A_TO_E, "1 calls"), 3, 0),
    "47 ex 1-B: raised to 300, the caller between may": Least(a_to_e, (*A_TO_E, "1 raises 300"), 3, 400),
    "47 ex 2: three short all-ins": Least(
        partial(flop, 9_000, 500, 650, 800, 9_000, 9_000),
        ("1 bets 300", "2 raises 500", "3 raises 650", "4 raises 800", "5 calls"),
        6,
        1_100,
    ),
    "47 ex 3: the big blind has not acted": Least(limped, LIMPED, 2, 11_500),
    "47 ex 3: the limper faces 3,500": Least(limped, (*LIMPED, "2 calls"), 3, 0),
    "47 ex 3-B: the big blind raises, the limper may": Least(limped, (*LIMPED, "2 raises 11500"), 3, 15_500),
    "vector 14: a short all-in does not reopen": Least(
        partial(flop, 9_000, 150, 9_000), (*SHORT_RAISE, "3 calls"), 1, 0
    ),
    "43-A: a short all-in over a larger bet does not reopen": Least(
        partial(flop, 9_000, 450, 9_000), ("1 bets 300", "2 raises 450", "3 calls"), 1, 0
    ),
    "chips in front count towards all-in": Least(
        partial(flop, 250, 240, 9_000), ("1 bets 100", "2 raises 240", "3 calls"), 1, 250
    ),
    "a short bet all-in does not open to the checker": Least(
        partial(flop, 9_000, 60, 9_000), ("1 checks", "2 bets 60", "3 calls"), 1, 0
    ),
    "a short all-in opens to who has not acted": Least(partial(flop, 9_000, 150, 9_000), SHORT_RAISE, 3, 250),
    "a short bet all-in: a full bet on top": Least(partial(flop, 60, 9_000, 9_000), ("1 bets 60",), 2, 160),
    "less than the minimum behind: all-in is the only raise": Least(
        partial(flop, 9_000, 9_000, 150), ("1 bets 100", "2 calls"), 3, 150
    ),
    "a call for less reopens nothing": Least(
        partial(flop, 9_000, 9_000, 60), ("1 checks", "2 bets 100", "3 calls", "1 calls"), 0, 0
    ),
    "the big blind's option": Least(at_50_100, ("3 calls", "4 calls", "5 calls", "6 calls", "1 calls"), 2, 200),
    "nobody left to call a raise": Least(partial(flop, 9_000, 400, 300), ("1 checks", "2 bets 400", "3 calls"), 1, 0),
}


@pytest.mark.parametrize("case", LEAST.values(), ids=LEAST)
def test_the_minimum_raise_is_the_one_that_the_rule_gives(case):
    """The worked examples for rules 43 and 47: offered, accepted, and a chip less is refused with the clause."""
    story = case.start().tell(*case.sentences)

    may = legal(story.hand, TDA)

    assert (may.seat, may.least) == (case.seat, case.least)
    if may.least:
        verb = "bets" if may.opens else "raises"
        with pytest.raises(Refused, match=r"minimum-(bet .*TDA 2024: no clause|raise .*TDA 2024 rule 43)"):
            story.tell(f"{may.seat} {verb} {may.least - 1}")
        assert story.tell(f"{may.seat} {verb} {may.least}").hand.price == may.least


MORE = "raise-not-above-bet (chips=300) (TDA 2024 rule 43-A)"
REFUSED = {
    "bet": (("1 checks",), "2 bets 99", "minimum-bet (chips=100) (TDA 2024: no clause)"),
    "raise": (("1 bets 300",), "2 raises 599", "minimum-raise (chips=600) (TDA 2024 rule 43-A)"),
    "raise to the bet": (("1 bets 300",), "2 raises 300", MORE),
    "raise below it": (("1 bets 300",), "2 raises 200", MORE),
    "bet for raise": (("1 bets 300",), "2 bets 600", "bet-there-already (chips=300)"),
    "raise for bet": (("1 checks",), "2 raises 600", "no-bet-to-raise"),
    "check a bet": (("1 bets 300",), "2 checks", "bet-to-call (chips=300) (TDA 2024 rule 55)"),
    "call nothing": ((), "1 calls", "nothing-to-call"),
    "too much": ((), "1 bets 20001", "not-that-stack (seat=1, most=20000, chips=20001)"),
    "nothing": ((), "1 bets 0", "not-that-stack (seat=1, most=20000, chips=0)"),
    "acted early": ((), "2 checks", "not-their-turn (seat=2, turn=1) (TDA 2024 rule 50-A)"),
    "folded": (("1 folds",), "1 checks", "seat-folded (seat=1)"),
    "nobody there": ((), "9 checks", "seat-not-in-hand (seat=9)"),
    "a card too early": (("1 checks",), "board 3c", "no-card-due"),
    "a push too early": ((), "push", "pots-undecided"),
}  # fmt: skip


@pytest.mark.parametrize(("sentences", "asked", "says"), REFUSED.values(), ids=REFUSED)
def test_an_action_that_the_rules_forbid_is_refused_in_one_sentence(sentences, asked, says):
    """
    The sentence is for the dealer and names the clause; nothing has changed.
    """
    story = flop(*DEEP).tell(*sentences)
    before = story.hand

    with pytest.raises(Refused) as refused:
        story.tell(asked)

    assert str(refused.value) == says
    assert story.hand is before


def test_closed_betting_is_refused_with_its_clause():
    """A player who faces less than a full raise may only call or fold, whatever the amount."""
    story = flop(9_000, 150, 9_000).tell("1 bets 100", "2 raises 150", "3 calls")

    with pytest.raises(Refused, match=r"betting-not-reopened.*\(TDA 2024 rule 47-A\)"):
        story.tell("1 raises 9000")


ONE_SHORT = ("1 bets 100", "2 raises 150", "3 calls", "4 calls")
TWO_SHORT = ("1 bets 100", "2 raises 150", "3 raises 200", "4 calls")


@pytest.mark.parametrize(
    ("by", "once", "twice"),
    [("tda", 0, 300), ("tournament", 0, 300), ("house", 0, 400)],
    ids=["tda", "tournament", "house"],
)
def test_vector_14_a_short_all_in_reopens_only_if_another_makes_it_a_full_raise(by, once, twice):
    """To 150 over a bet of 100, and then to 200: the bettor may raise by the last raise, or by doubling."""
    short, full = (flop(9_000, 150, 200, 9_000, by=load_book(by)).tell(*acts) for acts in (ONE_SHORT, TWO_SHORT))

    assert [(may.seat, may.least) for may in (legal(story.hand, story.by) for story in (short, full))] == [
        (1, once),
        (1, twice),
    ]


def test_betting_alone_against_all_in_players_is_refused():
    """
    Chips that nobody can call would only come back.
    """
    story = flop(9_000, 400, 300).tell("1 checks", "2 bets 400", "3 calls")

    with pytest.raises(Refused, match="rivals-all-in"):
        story.tell("1 raises 9000")


def test_a_book_may_reopen_the_betting_by_any_raise():
    """
    The clause is a choice of the book, not of the engine.
    """
    any_raise = book(reopening="any-raise")
    hand = flop(9_000, 150, 9_000, by=any_raise).tell("1 bets 100", "2 raises 150", "3 calls").hand

    assert legal(hand, any_raise).least == 250


def test_folding_with_nothing_to_call_binds_by_the_standard():
    """
    Rule 58: the fold stands.
    """
    assert flop(*DEEP).tell("1 folds").hand.live[0] is False


def test_a_book_may_refuse_a_fold_with_nothing_to_call():
    """
    House rules: no bet, no fold; facing a bet everybody may.
    """
    kind = book(fold_unbet="refused")
    story = flop(*DEEP, by=kind)

    with pytest.raises(Refused, match="fold-without-bet"):
        story.tell("1 folds")
    assert legal(story.hand, kind).fold is False
    assert story.tell("1 bets 100", "2 folds").hand.live[1] is False


def test_bets_are_gathered_and_the_next_street_opens_left_of_the_button():
    """
    The first live seat left of the button acts first on every later street.
    """
    story = flop(*DEEP).tell("1 folds", *(f"{seat} checks" for seat in range(2, 7)), "board 9c")

    assert legal(story.hand, TDA).seat == 2
    assert story.hand.pot == 600
