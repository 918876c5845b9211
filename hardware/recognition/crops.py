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
    # One step down in the crop is opposite to up, and one step to the right is perpendicular to it.
    x, y = -up[0] * scale, -up[1] * scale
    right, down = (WIDTH - 1) / 2, (HEIGHT - 1) / 2
    onto = np.array([[y, x, middle[0] - y * right - x * down], [-x, y, middle[1] + x * right - y * down]])
    how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    crop = cv2.warpAffine(picture, onto, (WIDTH, HEIGHT), flags=how, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(crop, np.uint8)
