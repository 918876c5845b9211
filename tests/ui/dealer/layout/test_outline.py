"""An outline in a picture under a finger: which part the finger grips, and where the outline then is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ui.dealer.layout.outline import CORNERS, LEAST, WHOLE, corner, fitted, grip_at, moved, nudged
from ui.dealer.model.readers import PictureTouch

AREA = (0.2, 0.3, 0.5, 0.4)
REACH = (0.06, 0.1)
GRIPS = (*CORNERS, WHOLE)
STEPS = ("left", "right", "up", "down", "wider", "narrower", "larger", "smaller")


def touch(x, y):
    return PictureTouch("down", x, y, REACH)


@pytest.mark.parametrize(
    ("x", "y", "grip"),
    [
        (0.2, 0.3, "top-left"),
        (0.73, 0.62, "bottom-right"),
        (0.45, 0.5, WHOLE),
        (0.9, 0.9, ""),
        (0.7, 0.35, "top-right"),
    ],
)
def test_a_finger_grips_the_nearest_corner_or_the_whole_outline(x, y, grip):
    assert grip_at(AREA, touch(x, y)) == grip


def test_a_corner_at_the_edge_of_the_picture_can_still_be_gripped():
    whole = (0.0, 0.0, 1.0, 1.0)
    assert corner(whole, "bottom-right", REACH) == (1 - REACH[0], 1 - REACH[1])
    assert grip_at(whole, touch(0.99, 0.99)) == "bottom-right"


def test_a_corner_moves_only_its_two_sides():
    assert moved(AREA, "top-left", 0.1, 0.05) == (0.3, 0.35, 0.4, 0.35)
    assert moved(AREA, "bottom-right", -0.1, 0.05) == (0.2, 0.3, 0.4, 0.45)


def test_a_fitted_outline_has_space_around_the_cards():
    left, top, wide, high = fitted((0.3, 0.3, 0.4, 0.2))
    assert (left < 0.3, top < 0.3, wide > 0.4, high > 0.2) == (True,) * 4


@given(
    st.lists(
        st.one_of(
            st.tuples(st.sampled_from(GRIPS), st.floats(-2, 2), st.floats(-2, 2)),
            st.tuples(st.sampled_from(STEPS), st.just(0.0), st.just(0.0)),
        ),
        max_size=30,
    )
)
def test_an_outline_always_stays_in_the_picture_and_can_be_gripped_again(moves):
    """
    The result is exact enough for a camera's settings, to the last digit.
    """
    area = AREA
    for how, across, down in moves:
        area = nudged(area, how) if how in STEPS else moved(area, how, across, down)
        left, top, wide, high = area

        assert min(left, top) >= 0
        assert left + wide <= 1
        assert top + high <= 1
        assert min(wide, high) >= LEAST - 0.001
