"""The random hands match measurements of live tournament hands: players, actions, lengths, showdowns, all-ins."""

from random import Random

import pytest

from engine.actions import Bet, Call, Check, Fold, Push, RaiseTo
from tests.kit.truth import Truth, dealt, do
from tests.taps.counting import figures
from tests.taps.dealer import hand_of
from tests.taps.random_hands import evening

HANDS = 1_200


@pytest.fixture(scope="module")
def hands() -> list[Truth]:
    """An evening at several tables."""
    return list(evening(Random(7), HANDS))


def share(found: list[bool]) -> float:
    """The fraction that is true."""
    return sum(found) / len(found)


def all_ins(truth: Truth) -> int:
    """How many players went all-in in the hand."""
    game, number = dealt(truth.deal), 0
    for act in truth.acts:
        hand = hand_of(game)
        game = do(game, act)
        if isinstance(act, Call | Bet | RaiseTo):
            number += hand_of(game).stacks[hand.deal.seats.index(act.seat)] == 0
        if isinstance(act, Push):
            break
    return number


def live_at_the_end(truth: Truth) -> int:
    """How many players had a live hand when the pots were pushed."""
    return len(truth.deal.seats) - sum(isinstance(act, Fold) for act in truth.acts)


def test_the_numbers_of_players_and_actions_match(hands):
    """
    7.06 players dealt in; 10.4 actions, median 9, a tenth below 7, a tenth above 15.
    """
    acts = figures(truth.decisions for truth in hands)

    assert sum(len(truth.deal.seats) for truth in hands) / HANDS == pytest.approx(7.06, abs=0.15)
    assert acts.mean == pytest.approx(10.4, abs=0.6)
    assert acts.median in (9, 10)
    assert acts.p90 in (14, 15, 16)


@pytest.mark.parametrize(
    ("kinds", "measured", "within"),
    [((Fold,), 5.8, 0.2), ((Check,), 1.24, 0.2), ((Bet, RaiseTo), 2.1, 0.2), ((Call,), 1.3, 0.2)],
    ids=["folds", "checks", "bets and raises", "calls"],
)
def test_the_mix_of_actions_matches(hands, kinds, measured, within):
    """
    A hand's folds, checks, calls, bets and raises. The 0.30 all-ins are calls and raises here.
    """
    number = sum(isinstance(act, kinds) for truth in hands for act in truth.acts)

    assert number / HANDS == pytest.approx(measured, abs=within)


def test_the_lengths_of_hands_match(hands):
    """
    59.1 of 100 see a flop, 32.5 a river, and 24.4 a showdown; 3.5 cards are read.
    """
    board = [sum(getattr(act, "seat", -1) == 0 for act in truth.acts) for truth in hands]

    assert share([cards >= 3 for cards in board]) == pytest.approx(0.591, abs=0.05)
    assert share([cards == 5 for cards in board]) == pytest.approx(0.325, abs=0.05)
    assert share([live_at_the_end(truth) > 1 for truth in hands]) == pytest.approx(0.244, abs=0.05)
    assert sum(truth.cards for truth in hands) / HANDS == pytest.approx(3.5, abs=0.4)


def test_the_numbers_of_all_ins_match(hands):
    """
    25.7 of 100 hands have one, and 4.5 have more than one.
    """
    found = [all_ins(truth) for truth in hands]

    assert share([number > 0 for number in found]) == pytest.approx(0.257, abs=0.05)
    assert share([number > 1 for number in found]) == pytest.approx(0.045, abs=0.03)


def test_amounts_match_those_of_live_players(hands):
    """
    83 of 100 opens are fixed multiples of the big blind, as closely as the chips allow. Of the bets after the flop, 30
    are a common fraction of the pot.
    """
    opens, bets = [], []
    for truth in hands:
        game = dealt(truth.deal)
        for act in truth.acts:
            hand = hand_of(game)
            big, chip = hand.deal.terms.big, hand.deal.terms.chip
            if isinstance(act, RaiseTo) and hand.street == 0 and len(hand.prices) == 1 and hand.caller < 0:
                opens.append(any(abs(act.to - big * times) < chip / 2 for times in (2, 2.2, 2.5, 3, 3.5, 4)))
            elif isinstance(act, Bet) and act.to < hand.stacks[hand.deal.seats.index(act.seat)]:
                shares = (0.33, 0.5, 0.67, 0.75, 1)
                bets.append(any(abs(act.to - hand.pot * part) <= chip / 2 for part in shares))
            game = do(game, act)

    assert share(opens) == pytest.approx(0.83, abs=0.06)
    assert share(bets) == pytest.approx(0.30, abs=0.08)
