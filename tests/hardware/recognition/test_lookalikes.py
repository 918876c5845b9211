"""A card that could be its most common lookalike does not count, and is asked for."""

from dataclasses import replace

import numpy as np
import pytest

from engine.cards import RANKS, SUITS, Card
from hardware.recognition.acceptance import Detection
from hardware.recognition.classifier import most_likely
from hardware.recognition.court_picture import without_court_pictures
from hardware.recognition.pipeline import (
    EVERY,
    LONE_CLUB,
    QUEEN,
    RED_COURT,
    WORST,
    WORST_WITHOUT_PIPS,
    without_covered,
    without_cut,
    without_foreign_letters,
    without_other_suits,
    without_queens,
)
from hardware.recognition.reframing import second_opinions
from tests.hardware.recognition.test_court_picture import CORNERS, ROBES, paper, seen
from tests.hardware.recognition.test_reframing import ASIDE, LEANS, OWN, PICTURE, SURE, Says, read

BARE = np.zeros((400, 400, 3), np.uint8)
"""No outline of a suit can be seen."""


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
    heart = seen("2h")

    assert without_other_suits(BARE, [heart], at_corners("2h", other_suit=chances)) == ((heart,) if counts else ())


@pytest.mark.parametrize(("name", "worst", "counts"), [
    ("Js", WORST_WITHOUT_PIPS["s"], True), ("Js", 0.03, False),
    ("Jc", WORST_WITHOUT_PIPS["c"], True), ("Jc", 0.02, False),
])  # fmt: skip
def test_a_black_card_whose_pips_were_not_read_must_be_certain_at_both_corners(name, worst, counts):
    corners = at_corners(name, other_suit=(0.001, worst))
    by_pips = [replace(corner, by_pips=True) for corner in corners]

    assert without_other_suits(BARE, [seen(name)], corners) == ((seen(name),) if counts else ())
    assert without_other_suits(BARE, [seen(name)], by_pips) == (seen(name),)


@pytest.mark.parametrize(("name", "counts"), [("Js", True), ("Jc", False)])
def test_a_doubtful_spade_counts_at_a_table_if_its_corners_have_the_outline_of_a_spade(name, counts):
    corners = at_corners("Js", other_suit=(0.2, 0.2))

    assert without_other_suits(paper(name), [seen("Js")], corners) == ((seen("Js"),) if counts else ())
    assert without_other_suits(paper(name), [seen("Jc")], at_corners("Jc", other_suit=(0.2, 0.2))) == ()


@pytest.mark.parametrize(("chance", "counts"), [(LONE_CLUB, True), (0.009, False)])
def test_a_lone_corner_of_a_club_must_be_even_more_certain(chance, counts):
    club, spade = seen("Jc", corners=1), seen("Js", corners=1)

    assert without_other_suits(BARE, [club], at_corners("Jc", other_suit=(chance, 0.0))) == ((club,) if counts else ())
    assert without_other_suits(BARE, [spade], at_corners("Js", other_suit=(chance, 0.0))) == (spade,)


@pytest.mark.parametrize(("chance", "counts"), [(RED_COURT, True), (0.96, False)])
def test_a_red_court_card_needs_one_certain_corner(chance, counts):
    corners = at_corners("Kd", chance=(0.9, chance))

    assert without_other_suits(BARE, [seen("Kd")], corners) == ((seen("Kd"),) if counts else ())
    assert without_other_suits(BARE, [seen("9d")], at_corners("9d", chance=(0.9, chance))) == (seen("9d"),)


def test_a_card_does_not_count_if_the_same_rank_is_on_a_card_with_a_picture():
    """A B for the jack looks like an 8. One such card shows its picture, and another only a corner."""
    lone = Detection(Card("8h"), 0.99, (0, 0, 10, 10), (replace(CORNERS[0], x=20.0, y=30.0),))
    five = replace(lone, card=Card("5h"))
    reads = at_corners("8s", chance=(SURE, SURE))

    assert without_foreign_letters(paper("8s", robes=ROBES), [lone, five], reads) == [five]
    assert without_foreign_letters(paper("8s"), [lone, five], reads) == [lone, five]
    assert without_foreign_letters(paper("8s", robes=ROBES), [seen("8h"), five], reads) == [five]


def test_a_card_counts_if_only_the_ink_of_another_card_of_its_rank_is_misjudged():
    green = ((20, 90, 20),) * 4
    lone = Detection(Card("8h"), 0.99, (0, 0, 10, 10), (replace(CORNERS[0], x=20.0, y=30.0),))
    picture, reads = paper("8s", robes=green), at_corners("8s", chance=(SURE, SURE))

    assert without_court_pictures(picture, [seen("8s")], reads, at_table=True) == ()
    assert without_foreign_letters(picture, [lone], reads) == [lone]


@pytest.mark.parametrize("name", ["x", "y"])
def test_a_lone_corner_at_the_edge_of_the_picture_does_not_count(name):
    """Half of a 3 looks like a J."""
    table = paper("Jh")

    def at(place):
        return replace(seen("Jh", corners=1), marks=(replace(CORNERS[0], **{name: place}),))

    height = CORNERS[0].height
    assert without_cut(table, [at(0.3 * height)]) == []
    assert without_cut(table, [at(400 - 0.3 * height)]) == []
    assert without_cut(table, [at(0.4 * height)]) == [at(0.4 * height)]
    assert without_cut(table, [replace(seen("Jh"), marks=(*at(0.0).marks, CORNERS[1]))]) != []


@pytest.mark.parametrize(("chance", "counts"), [(EVERY, True), (0.02, False)])
def test_a_lone_corner_is_not_contradicted_by_another(chance, counts):
    spade = seen("2s", corners=1)

    corners = at_corners("2s", other_suit=(chance, 0.0))

    assert without_other_suits(BARE, [spade], corners) == ((spade,) if counts else ())


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
    assert without_other_suits(BARE, [nine], at_corners("9s", other_suit=(0.0, 0.9))) == (nine,)


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
