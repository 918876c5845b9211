"""An impossible motion is refused in one clear sentence with the clause."""

import pytest

from engine.refused import Refused
from tests.kit.story import Story, flop
from tests.rulings.ruled import TDA, ruling_on


def played():
    """Four players on a flop: seat 2 has folded, seat 3 is all-in, it is seat 4's turn."""
    return flop(5_000, 5_000, 300, 5_000).tell("1 bets 200", "2 folds", "3 raises 300")


@pytest.mark.parametrize(
    ("motion", "why"),
    [
        ({"seat": 9, "said": "call"}, r"seat-not-in-hand \(seat=9\) \(TDA 2024 rule 50-A\)"),
        ({"seat": 2, "said": "call"}, r"seat-folded \(seat=2\) \(TDA 2024 rule 50-A\)"),
        ({"seat": 3, "said": "call"}, r"seat-all-in \(seat=3\) \(TDA 2024 rule 50-A\)"),
        ({"chips": (5_000, 1)}, r"more-than-seat-has \(seat=4, chips=5000, told=5001\) \(TDA 2024 rule 62\)"),
        ({"motions": ((5_000,), (1,))}, "told=5001"),
        ({"chips": (100, -100)}, r"no-such-chip \(chip=-100, smallest=1\) \(TDA 2024 rule 20\)"),
        ({"chips": (0,)}, r"no-such-chip \(chip=0,"),
        ({"chips": (100,), "motions": ((200,), (100,))}, r"chips-not-of-motions \(TDA 2024 rule 42\)"),
        ({"chips": (500,), "prior": (100,)}, r"other-bet-in-front \(seat=4, bet=0, told=100\) \(TDA 2024 rule 46\)"),
        ({"chips": (500,), "pulled": (100,)}, "pulled-chips-unknown"),
        ({}, r"nothing-said-or-moved \(TDA 2024 rule 40\)"),
        ({"said": "um"}, "nothing-said-or-moved"),
        ({"splashed": True}, r"splash-not-counted \(TDA 2024 rule 1\)"),
        ({"said": "gimme"}, r"word-not-understood \(word=gimme\)"),
    ],
)
def test_an_impossible_motion_is_refused_with_a_code_and_its_clause(motion, why):
    with pytest.raises(Refused, match=why):
        ruling_on(played(), **motion)


def test_a_chip_that_is_not_in_play_is_refused():
    story = Story(5_000, 5_000, 5_000, chip=25)

    with pytest.raises(Refused, match=r"no-such-chip \(chip=110, smallest=25\)"):
        ruling_on(story, "", 110)


def test_the_chips_of_an_earlier_bet_must_match_the_bet_on_record():
    story = Story(5_000, 5_000, 5_000).tell("3 raises 600")

    with pytest.raises(Refused, match=r"other-bet-in-front \(seat=1, bet=50, told=25\)"):
        ruling_on(story, "", 500, 500, prior=(25,))
    with pytest.raises(Refused, match="pulled-chips-unknown"):
        ruling_on(story, "", 500, 500, prior=(50,), pulled=(50, 50))


def test_the_chips_of_the_motions_may_also_be_listed_as_chips():
    assert ruling_on(played(), "", 300, motions=((300,), (100,))).to == 300
    assert ruling_on(played(), "", 300, 100, motions=((300,), (100,))).to == 300


def test_there_is_no_betting_while_cards_are_due():
    story = flop(5_000, 5_000).tell("1 checks", "2 checks")

    with pytest.raises(Refused, match="betting-closed"):
        ruling_on(story, "check", seat=1)


def test_there_is_nothing_to_rule_on_once_the_hand_is_over():
    story = flop(5_000, 5_000).tell("1 bets 100", "2 folds", "push")

    with pytest.raises(Refused, match="hand-is-over"):
        ruling_on(story, "check", seat=1)


def test_a_folded_hand_can_still_be_shown():
    story = played()

    assert ruling_on(story, seat=2, shown_to=(1,)).act == ""
    assert TDA.show_one.clause in ruling_on(story, seat=2, shown_to=(1,)).clause
