"""A still table is processed now and then, and at once when something moves."""

import cv2
import numpy as np
import pytest

from hardware.camera.pipeline import PASSES_AFTER_MOTION, STILL_INTERVAL_MS, MotionGate

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


def worth(gate, picture, times, at_ms=0):
    return [gate.should_process(noisy(picture), at_ms + 33 * number) for number in range(times)]


def rested():
    """The gate of a table that has been still for a while."""
    gate = MotionGate()
    worth(gate, CLOTH, PASSES_AFTER_MOTION)
    return gate


def test_the_first_pictures_are_processed():
    assert worth(MotionGate(), CLOTH, PASSES_AFTER_MOTION + 2) == [True] * PASSES_AFTER_MOTION + [False] * 2


def test_a_still_table_is_processed_four_times_a_second():
    looks = worth(rested(), CLOTH, 60, 33 * PASSES_AFTER_MOTION)

    assert 6 <= sum(looks) <= 1 + 60 * 33 / STILL_INTERVAL_MS


def test_passes_over_a_still_table_are_counted_until_something_moves():
    gate, still = MotionGate(), []
    for number in range(40):
        if gate.should_process(noisy(CLOTH), 33 * number):
            still.append(gate.still_frames)
    gate.should_process(noisy(with_card()), 33 * 40)

    assert still[: PASSES_AFTER_MOTION + 3] == [0] * PASSES_AFTER_MOTION + [1, 2, 3]
    assert gate.still_frames == 0


@pytest.mark.parametrize("picture", [with_card(), CLOTH - np.uint8(12), CLOTH + np.uint8(12)])
def test_a_change_is_processed_at_once_and_long_enough_to_vote(picture):
    assert worth(rested(), picture, PASSES_AFTER_MOTION, 33 * PASSES_AFTER_MOTION) == [True] * PASSES_AFTER_MOTION


def test_a_card_moved_by_a_millimeter_counts_as_motion():
    gate = MotionGate()
    worth(gate, with_card(), PASSES_AFTER_MOTION)

    assert worth(gate, with_card(603), 1, 33 * PASSES_AFTER_MOTION) == [True]


def test_slowly_changing_light_is_processed_eventually():
    gate, looks = rested(), []
    for number in range(24):
        looks += worth(gate, CLOTH + np.uint8(number // 3), 1, 33 * (PASSES_AFTER_MOTION + number) // 20)

    assert any(looks)
