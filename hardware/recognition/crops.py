"""Upright crops of indices. Knows pixels only; shared by training and reading."""

import cv2
import numpy as np

from hardware.pictures import Pixels

WIDTH, HEIGHT = 48, 64
MARGIN = 1.35
"""The height of the crop as a multiple of the index's height. It leaves paper around the index, and room for the
detector's error."""


def cut(picture: Pixels, middle: tuple[float, float], up: tuple[float, float], height: float) -> Pixels:
    """The index around `middle`, `height` pixels high, rotated so that the unit vector `up` points up."""
    scale = height * MARGIN / HEIGHT
    # One step to the right in the crop is perpendicular to up, and one step down is opposite to it.
    up_x, up_y = up
    onto = np.array([[-up_y * scale, -up_x * scale, 0.0], [up_x * scale, -up_y * scale, 0.0]])
    onto[:, 2] = np.array(middle) - onto[:, :2] @ [(WIDTH - 1) / 2, (HEIGHT - 1) / 2]
    how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    crop = cv2.warpAffine(picture, onto, (WIDTH, HEIGHT), flags=how, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(crop, np.uint8)
