"""A motion that cannot have been is one clear refusal with the clause."""

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
        ({"seat": 9, "said": "call"}, r"seat 9 is not in this hand \(TDA 2024 rule 53\)"),
        ({"seat": 2, "said": "call"}, r"seat 2 has folded \(TDA 2024 rule 53\)"),
        ({"seat": 3, "said": "call"}, r"seat 3 is all-in \(TDA 2024 rule 53\)"),
        ({"chips": (5_000, 1)}, r"seat 4 has 5,000 for this street in all, not 5,001 \(TDA 2024 rule 62\)"),
        ({"motions": ((5_000,), (1,))}, "not 5,001"),
        ({"chips": (100, -100)}, r"no chip of -100 in play: the smallest is 1 \(TDA 2024 rule 20\)"),
        ({"chips": (0,)}, "no chip of 0 in play"),
        ({"chips": (100,), "motions": ((200,), (100,))}, r"not those of the motions \(TDA 2024 rule 42\)"),
        ({"chips": (500,), "prior": (100,)}, r"seat 4 has 0 in front, not 100 \(TDA 2024 rule 46\)"),
        ({"chips": (500,), "pulled": (100,)}, "only chips of the earlier bet can be taken back"),
        ({}, r"nothing was said and no chips moved: ask the player \(TDA 2024 rule 40\)"),
        ({"said": "um"}, "nothing was said"),
        ({"splashed": True}, r"say how many chips the stack lacks since the splash, and no more \(TDA 2024 rule 1\)"),
        ({"said": "gimme"}, "'gimme' is not understood"),
    ],
)
def test_it_is_refused_in_one_sentence(motion, why):
    with pytest.raises(Refused, match=why):
        ruling_on(played(), **motion)


def test_a_chip_that_is_not_in_play_is_refused():
    story = Story(5_000, 5_000, 5_000, chip=25)

    with pytest.raises(Refused, match="there is no chip of 110 in play: the smallest is 25"):
        ruling_on(story, "", 110)


def test_the_earlier_bet_is_what_the_felt_holds():
    story = Story(5_000, 5_000, 5_000).tell("3 raises 600")

    with pytest.raises(Refused, match="seat 1 has 50 in front, not 25"):
        ruling_on(story, "", 500, 500, prior=(25,))
    with pytest.raises(Refused, match="only chips of the earlier bet"):
        ruling_on(story, "", 500, 500, prior=(50,), pulled=(50, 50))


def test_the_chips_of_the_motions_may_be_named_twice():
    assert ruling_on(played(), "", 300, motions=((300,), (100,))).to == 300
    assert ruling_on(played(), "", 300, 100, motions=((300,), (100,))).to == 300


def test_there_is_no_betting_while_cards_are_awaited():
    story = flop(5_000, 5_000).tell("1 checks", "2 checks")

    with pytest.raises(Refused, match="no betting now: the street is closed"):
        ruling_on(story, "check", seat=1)


def test_there_is_nothing_to_rule_on_once_the_hand_is_over():
    story = flop(5_000, 5_000).tell("1 bets 100", "2 folds", "push")

    with pytest.raises(Refused, match="the hand is over"):
        ruling_on(story, "check", seat=1)


def test_a_folded_hand_can_still_be_shown():
    story = played()

    assert ruling_on(story, seat=2, shown_to=(1,)).act == ""
    assert TDA.show_one.clause in ruling_on(story, seat=2, shown_to=(1,)).clause
