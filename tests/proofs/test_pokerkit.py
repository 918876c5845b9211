"""PokerKit reaches the same stacks in random hands, and it allows or warns about some acts that a rule decides.

The hands in which its stacks differ are in tests/history, each with the rule. Such a hand may differ here too, and is
counted.
"""

import warnings
from collections import Counter
from itertools import count

import pytest

from engine.events import HandKilled
from engine.history.phh.text import to_phh
from engine.history.record import HandRecord, final, moments
from engine.refused import Refused
from tests.history.test_pokerkit import (
    has_odd_chips,
    pokerkit_stacks,
    posts_short,
    raises_beyond_all,
)
from tests.kit.played import random_records, record_of_story
from tests.kit.sizes import size
from tests.kit.story import Story, flop, read

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    from pokerkit import HandHistory

HANDS = size("KIOSK_POKERKIT_HANDS", 200)
TABLE = 25
"""Hands of one random table."""


def known_difference(record: HandRecord) -> str:
    """The known difference that applies to a hand, or an empty text."""
    if posts_short(record):
        return "short blind or ante"
    if any(isinstance(event, HandKilled) for event in record.events):
        return "killed hand"
    if any(raises_beyond_all(moment) for moment in moments(record)):
        return "raise beyond all"
    return "odd chips" if has_odd_chips(record) else ""


@pytest.mark.fuzz
def test_pokerkit_agrees_in_random_hands_except_for_its_known_differences():
    """
    Two to ten players, antes of all forms, side pots, mucks, all-ins.
    """
    alike, differ = 0, Counter[str]()
    for seed in count(1):
        for record in random_records(seed, TABLE, kill=0.01, move=0.2):
            if pokerkit_stacks(record) == final(record).stacks:
                alike += 1
            else:
                differ[known_difference(record)] += 1
                assert known_difference(record), record
        if alike + differ.total() >= HANDS:
            break

    print(f"\n{alike + differ.total()} hands, {alike} alike; the others: {dict(differ)}")
    assert alike > HANDS / 2


def test_tda_47_a_short_all_in_does_not_reopen_the_betting_to_a_player_who_has_acted():
    """3 calls 100, 1 is all-in for 130, 2 calls: 3 faces 30 and may not raise.

    PokerKit allows it; here only the floor can.
    """
    story = Story(130, 1000, 1000).tell("3 calls", "1 raises 130", "2 calls")
    with pytest.raises(Refused, match=r"betting-not-reopened \(seat=3\)") as refused:
        story.tell("3 raises 500")
    assert refused.value.clause == "TDA 2024 rule 47-A"

    (let_stand,) = read("3 raises 500", "so it was ruled")
    story.ask(let_stand)
    record = record_of_story(story.tell("2 folds", "1 shows AhAd", "3 shows QhQd", "board 2c4d6h8sTc", "push"))
    assert pokerkit_stacks(record) == final(record).stacks == (390, 870, 870)


def test_tda_58_a_fold_with_no_bet_binds():
    """PokerKit warns that there is no reason for it. If warnings are errors, as here, it gives up."""
    record = record_of_story(flop(1000, 1000, 1000).tell("1 folds", "2 bets 100", "3 folds", "push"))

    with pytest.warns(UserWarning, match="no reason for this player to fold"):
        stacks = tuple(list(HandHistory.loads(to_phh(record)))[-1].stacks)
    assert stacks == final(record).stacks == (1000, 1300, 1000)
