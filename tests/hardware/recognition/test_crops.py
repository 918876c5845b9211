"""A crop is upright, whichever way its index points."""

import cv2
import numpy as np
import pytest

from hardware.recognition.crops import HEIGHT, WIDTH, cut


@pytest.mark.parametrize("turn", range(0, 360, 15))
def test_a_crop_is_upright(turn):
    picture = np.full((200, 200, 3), 255, np.uint8)
    radians = np.radians(turn)
    up = (float(np.sin(radians)), float(-np.cos(radians)))
    right = (-up[1], up[0])
    # Red at the rank, green at the suit, blue to the right of both.
    for color, (aside, above) in {(0, 0, 255): (0, 10), (0, 255, 0): (0, -10), (255, 0, 0): (12, 0)}.items():
        spot = (round(100 + aside * right[0] + above * up[0]), round(90 + aside * right[1] + above * up[1]))
        cv2.circle(picture, spot, 4, color, -1)

    crop = cut(picture, (100, 90), up, 40)

    scale = HEIGHT / 40 / 1.35
    assert crop.shape == (HEIGHT, WIDTH, 3)
    assert crop[round(HEIGHT / 2 - 10 * scale), WIDTH // 2].tolist() == [0, 0, 255]
    assert crop[round(HEIGHT / 2 + 10 * scale), WIDTH // 2].tolist() == [0, 255, 0]
    assert crop[HEIGHT // 2, round(WIDTH / 2 + 12 * scale)].tolist() == [255, 0, 0]


def test_beyond_the_edge_the_last_pixels_are_repeated():
    picture = np.full((60, 60, 3), 200, np.uint8)

    assert (cut(picture, (2, 2), (0, -1), 50) == 200).all()
