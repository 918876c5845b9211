"""A card that could be its most common lookalike does not count, and is asked for."""

from dataclasses import replace

import numpy as np
import pytest

from engine.cards import RANKS, SUITS
from hardware.recognition.classifier import most_likely
from hardware.recognition.pipeline import EVERY, QUEEN, WORST, without_covered, without_other_suits, without_queens
from hardware.recognition.reframing import second_opinions
from tests.hardware.recognition.test_court_picture import CORNERS, seen
from tests.hardware.recognition.test_reframing import ASIDE, LEANS, OWN, PICTURE, SURE, Says, read


def at_corners(card, **chances):
    """The card's two corners as they are read, with these chances to be something else."""
    (name, pair), *_ = chances.items()
    return [replace(read(card, SURE), spot=spot, **{name: chance}) for spot, chance in zip(CORNERS, pair, strict=True)]


@pytest.mark.parametrize(("chances", "counts"), [((0.0, 0.0), True), ((QUEEN, 0.0), True), ((0.0, 0.06), False)])
def test_a_nine_counts_only_if_it_is_no_queen_at_any_corner(chances, counts):
    nine, queen = seen("9d"), seen("Qd")

    assert without_queens([nine], at_corners("9d", queen=chances)) == ((nine,) if counts else ())
    assert without_queens([queen], at_corners("Qd", queen=(0.9, 0.9))) == (queen,)


@pytest.mark.parametrize(
    ("chances", "counts"),
    [((0.0, 0.4), True), ((EVERY, 0.4), True), ((0.02, WORST), True), ((0.02, 0.04), False), ((0.3, 0.04), False)],
)
def test_a_card_counts_if_its_suit_is_certain_at_one_corner_or_hardly_doubtful_at_any(chances, counts):
    spade = seen("2s")

    assert without_other_suits([spade], at_corners("2s", other_suit=chances)) == ((spade,) if counts else ())


@pytest.mark.parametrize(("chance", "counts"), [(EVERY, True), (0.02, False)])
def test_a_lone_corner_is_not_contradicted_by_another(chance, counts):
    spade = seen("2s", corners=1)

    assert without_other_suits([spade], at_corners("2s", other_suit=(chance, 0.0))) == ((spade,) if counts else ())


@pytest.mark.parametrize(("aside", "chance", "counts"), [
    (0.0, 0.9, False), (0.35, 0.9, False), (0.35, 0.5, False), (0.35, 0.4, True), (0.45, 0.9, True),
])  # fmt: skip
def test_a_card_is_asked_for_if_another_is_read_upside_down_on_its_corner(aside, chance, counts):
    five, mark = seen("5s"), seen("5s").marks[0]
    turned = replace(mark, x=mark.x + aside * mark.height, up_y=-mark.up_y)

    assert without_covered([five], [replace(read("Jc", chance), spot=turned)]) == ((five,) if counts else ())
    assert without_covered([five], [replace(read("5s", chance), spot=turned)]) == (five,)


def test_the_corners_of_other_cards_do_not_matter():
    nine = seen("9s", corners=1)

    assert without_queens([nine], at_corners("9s", queen=(0.0, 0.9))) == (nine,)
    assert without_other_suits([nine], at_corners("9s", other_suit=(0.0, 0.9))) == (nine,)


@pytest.mark.parametrize(("card", "other", "queen", "suit"), [
    ("9d", "Qd", 0.2, 0.0), ("9d", "6d", 0.0, 0.0),
    ("2s", "2c", 0.0, 0.2), ("2h", "2d", 0.0, 0.2), ("2s", "2d", 0.0, 0.0),
])  # fmt: skip
def test_each_index_says_how_likely_it_is_a_queen_or_the_other_suit_of_its_color(card, other, queen, suit):
    ranks, suits = np.zeros((1, len(RANKS) + 2), np.float32), np.zeros((1, len(SUITS) + 1), np.float32)
    for name, part in ((other, 0.2), (card, 0.8)):
        ranks[0, RANKS.index(name[0])] += part
        suits[0, SUITS.index(name[1])] += part

    (index,) = most_likely(CORNERS[:1], ranks, suits)

    assert str(index.card) == card
    assert index.queen == pytest.approx(queen)
    assert index.other_suit == pytest.approx(suit)


def test_the_chances_of_a_lookalike_are_kept_in_a_second_framing():
    net = Says(*[("9d", SURE)] * (OWN + ASIDE))
    (again,) = second_opinions(PICTURE, [replace(read("9d", LEANS), queen=0.2, other_suit=0.3)], net)

    assert again.chance > 0.98
    assert (again.queen, again.other_suit) == (0.2, 0.3)
