"""A table that lies still is looked at now and then, and at once when something stirs."""

import cv2
import numpy as np
import pytest

from hardware.camera.motion import LOOKS, REST_MS, Stir

DICE = np.random.default_rng(5)
NOISE = DICE.normal(0, 5, (800, 1400, 3)).astype(np.int16)
CLOTH = np.full((720, 1280, 3), (60, 110, 50), np.uint8)


def noisy(picture):
    down, across = DICE.integers(0, 80, 2)
    return cv2.add(picture, NOISE[down : down + 720, across : across + 1280], dtype=cv2.CV_8U)


def with_card(x=600):
    picture = CLOTH.copy()
    picture[200:480, x : x + 200] = 235
    return picture


def worth(stir, picture, times, at_ms=0):
    return [stir.is_worth_a_look(noisy(picture), at_ms + 33 * number) for number in range(times)]


def rested():
    """A table that has lain still for a while."""
    stir = Stir()
    worth(stir, CLOTH, LOOKS)
    return stir


def test_the_first_pictures_are_looked_at():
    assert worth(Stir(), CLOTH, LOOKS + 2) == [True] * LOOKS + [False] * 2


def test_a_table_that_lies_still_is_looked_at_four_times_a_second():
    looks = worth(rested(), CLOTH, 60, 33 * LOOKS)

    assert 6 <= sum(looks) <= 1 + 60 * 33 / REST_MS


def test_the_looks_at_what_lies_still_are_counted_until_something_stirs():
    stir, rests = Stir(), []
    for number in range(40):
        if stir.is_worth_a_look(noisy(CLOTH), 33 * number):
            rests.append(stir.rests)
    stir.is_worth_a_look(noisy(with_card()), 33 * 40)

    assert rests[: LOOKS + 3] == [0] * LOOKS + [1, 2, 3]
    assert stir.rests == 0


@pytest.mark.parametrize("picture", [with_card(), CLOTH - np.uint8(12), CLOTH + np.uint8(12)])
def test_what_changes_is_looked_at_at_once_and_long_enough_to_vote(picture):
    assert worth(rested(), picture, LOOKS, 33 * LOOKS) == [True] * LOOKS


def test_a_card_that_is_moved_by_a_millimetre_stirs():
    stir = Stir()
    worth(stir, with_card(), LOOKS)

    assert worth(stir, with_card(603), 1, 33 * LOOKS) == [True]


def test_light_that_changes_slowly_is_looked_at_in_the_end():
    stir, looks = rested(), []
    for number in range(24):
        looks += worth(stir, CLOTH + np.uint8(number // 3), 1, 33 * (LOOKS + number) // 20)

    assert any(looks)
