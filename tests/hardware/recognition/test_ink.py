"""The color of an index excludes suits: no heart or diamond is black, and no spade or club is red."""

import numpy as np
import pytest

from engine.cards import RANKS, SUITS
from hardware.recognition.ink import LEAST_LEFT, SURE, InkWitness, excluded
from tests.hardware.recognition.test_suit_shape import CORNERS, paper

WHITE, WARM = (235, 235, 235), (150, 210, 240)
BLACK, RED, GREEN, BLUE, MAROON = (25, 25, 25), (40, 30, 200), (60, 110, 20), (150, 60, 20), (40, 25, 110)


def under(light, ink):
    return np.array([part * lit / 255 for part, lit in zip(ink, light, strict=True)], np.float32)


@pytest.mark.parametrize("light", [WHITE, WARM])
@pytest.mark.parametrize(("ink", "never"), [(BLACK, "dh"), (RED, "cs"), (GREEN, ""), (BLUE, ""), (MAROON, "")], ids=str)
def test_only_black_and_red_exclude_suits_in_any_light(light, ink, never):
    out = excluded(np.array(light, np.float32), under(light, ink))

    assert "".join(suit for suit in sorted(SUITS) if out[SUITS.index(suit)]) == never


def test_pale_ink_excludes_nothing():
    assert not excluded(np.full(3, 230, np.float32), np.full(3, 190, np.float32)).any()


def suits(**chances):
    """A row of the net: the suits, and none."""
    return np.array([[*(chances.get(suit, 0.0) for suit in SUITS), 1 - sum(chances.values())]], np.float32)


def rank(chance=1.0):
    return np.array([[chance, *[0.0] * (len(RANKS) + 1)]], np.float32)


@pytest.mark.parametrize(
    ("name", "given", "left"), [("8s", {"d": 0.5, "s": 0.45}, "s"), ("8h", {"c": 0.6, "h": 0.39}, "h")]
)
def test_the_suits_that_the_ink_allows_share_what_the_others_had(name, given, left):
    (row,) = InkWitness(paper(name)).limited(CORNERS[:1], rank(), suits(**given))

    assert row[SUITS.index(left)] == pytest.approx(sum(given.values()))
    assert row.sum() == pytest.approx(1)


def test_an_index_that_the_net_takes_for_a_suit_of_another_ink_stays_unread():
    (row,) = InkWitness(paper("8s")).limited(CORNERS[:1], rank(), suits(d=0.97 - LEAST_LEFT, s=LEAST_LEFT - 0.02))

    assert row[SUITS.index("d")] == 0
    assert row[SUITS.index("s")] == pytest.approx(LEAST_LEFT - 0.02)


@pytest.mark.parametrize(("rank_chance", "chance"), [(1.0, SURE + 0.01), (0.4, 0.6)])
def test_a_certain_suit_and_an_index_without_a_rank_are_not_judged(rank_chance, chance):
    given = suits(d=chance)

    assert (InkWitness(paper("8s")).limited(CORNERS[:1], rank(rank_chance), given) == given).all()
