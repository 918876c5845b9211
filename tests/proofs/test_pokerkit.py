"""Where PokerKit lets pass, or wonders at, what a rule decides. Where its stacks differ is in tests/history."""

import warnings

import pytest

from engine.history.phh_text import to_phh
from engine.history.record import final
from engine.refused import Refused
from tests.history.played import told
from tests.history.test_pokerkit import pokerkit_stacks
from tests.rules.story import Story, flop, read

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    from pokerkit import HandHistory


def test_tda_47_a_short_all_in_does_not_reopen_the_betting_to_a_player_who_has_acted():
    """
    3 calls 100, 1 is all-in for 130, 2 calls: 3 faces 30 and may not raise. PokerKit lets it; here only the floor can.
    """
    story = Story(130, 1000, 1000).tell("3 calls", "1 raises 130", "2 calls")
    with pytest.raises(Refused, match="not open again to seat 3") as refused:
        story.tell("3 raises 500")
    assert refused.value.clause == "TDA 2024 rule 47-A"

    (let_stand,) = read("3 raises 500", "so it was ruled")
    story.ask(let_stand)
    record = told(story.tell("2 folds", "1 shows AhAd", "3 shows QhQd", "board 2c4d6h8sTc", "push"))
    assert pokerkit_stacks(record) == final(record).stacks == (390, 870, 870)


def test_tda_58_a_fold_with_no_bet_binds():
    """
    PokerKit sees no reason for it; where warnings are errors, as here, it gives up.
    """
    record = told(flop(1000, 1000, 1000).tell("1 folds", "2 bets 100", "3 folds", "push"))

    with pytest.warns(UserWarning, match="no reason for this player to fold"):
        stacks = tuple(list(HandHistory.loads(to_phh(record)))[-1].stacks)
    assert stacks == final(record).stacks == (1000, 1300, 1000)
