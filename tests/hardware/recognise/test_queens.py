"""A nine that may be a queen at one of its corners is asked for; no other card is."""

from dataclasses import replace

import pytest

from hardware.recognise.again import second_opinions
from hardware.recognise.queens import MAYBE, without_queens
from tests.hardware.recognise.test_again import ASIDE, LEANS, OWN, PICTURE, SURE, Says, read
from tests.hardware.recognise.test_portrait import CORNERS, seen


def at_corners(card, *queens):
    return [replace(read(card, SURE), spot=spot, queen=queen) for spot, queen in zip(CORNERS, queens, strict=True)]


@pytest.mark.parametrize(("queens", "counts"), [((0.0, 0.0), True), ((MAYBE, 0.0), True), ((0.0, 0.06), False)])
def test_a_nine_counts_where_it_is_no_queen_at_any_corner(queens, counts):
    nine = seen("9d")

    assert without_queens([nine], at_corners("9d", *queens)) == ((nine,) if counts else ())


def test_other_cards_and_other_corners_have_no_say():
    queen, nine = seen("Qd"), seen("9s", corners=1)

    assert without_queens([queen], at_corners("Qd", 0.9, 0.9)) == (queen,)
    assert without_queens([nine], at_corners("9d", 0.0, 0.9)) == (nine,)


def test_that_it_may_be_a_queen_is_not_forgotten_in_another_frame():
    net = Says(*[("9d", SURE)] * (OWN + ASIDE))
    (again,) = second_opinions(PICTURE, [replace(read("9d", LEANS), queen=0.2)], net)

    assert again.chance > 0.98
    assert again.queen == 0.2
