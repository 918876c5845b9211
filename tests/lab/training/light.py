"""The effects of light and lens on a picture: exposure, color, shadow, glare, blur, motion, noise, compression."""

from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from tests.lab.training.shapes import Dice
from tests.lab.training.tables import clouds

Pixels = npt.NDArray[Any]
Floats = npt.NDArray[Any]


def photograph(clean: Pixels, dice: Dice) -> Pixels:
    """The same scene as a camera sees it in a particular light."""
    picture = _lit(clean.astype(np.float32), dice)
    if dice.random() < 0.22:
        picture = _glare(picture, dice)
    picture = _blurred(picture, dice)
    seen = np.clip(_noisy(picture, dice), 0, 255).astype(np.uint8)
    if dice.random() < 0.2:
        seen = _resampled(seen, dice)
    if dice.random() < 0.55:
        seen = _compressed(seen, int(dice.integers(15, 40) if dice.random() < 0.15 else dice.integers(30, 95)))
        if dice.random() < 0.1:  # by the camera, and again by whoever sends the picture on
            seen = _compressed(seen, int(dice.integers(30, 80)))
    return seen


def _compressed(picture: Pixels, quality: int) -> Pixels:
    coded = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    return np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)


def _lit(picture: Floats, dice: Dice) -> Floats:
    side = picture.shape[0]
    gain = dice.choice(
        [dice.uniform(0.75, 1.1), dice.uniform(0.22, 0.75), dice.uniform(1.05, 1.45)], p=[0.55, 0.3, 0.15]
    )
    tint = 1 + dice.normal(0, 0.09, 3) if dice.random() < 0.6 else np.ones(3)
    picture = picture * (gain * tint).astype(np.float32)
    if dice.random() < 0.2:
        picture = _two_lamps(picture, dice)
    if dice.random() < 0.08:
        picture = _flickered(picture, dice)
    if dice.random() < 0.6:
        depth = dice.uniform(0.1, 0.6)
        picture = picture * (1 - depth * np.clip(clouds(dice, side, int(dice.integers(1, 4))), 0, 1))[..., None]
    if dice.random() < 0.18:
        edge = np.zeros((side, side), np.float32)
        corners = dice.uniform(-0.3, 1.3, (int(dice.integers(3, 6)), 2)) * side
        cv2.fillPoly(edge, [cv2.convexHull(corners.astype(np.int32))], 1.0)
        soft = cv2.GaussianBlur(edge, (0, 0), dice.uniform(1, 14))
        picture = picture * (1 - dice.uniform(0.2, 0.6) * soft)[..., None]
    if dice.random() < 0.4:
        bend = dice.uniform(0.7, 1.4)
        picture = 255 * np.power(np.clip(picture, 0, 255) / 255, bend)
    if dice.random() < 0.25:
        haze = dice.uniform(10, 60)
        picture = picture * (1 - haze / 255) + haze
    if dice.random() < 0.2:
        gray = picture.mean(2, keepdims=True)
        picture = gray + (picture - gray) * dice.uniform(0.3, 1.4)
    return picture.astype(np.float32)


def _two_lamps(picture: Floats, dice: Dice) -> Floats:
    """Two lamps of different colors, each brighter on its own side: a window and a bulb, or a screen and a lamp."""
    side = picture.shape[0]
    part = np.clip(clouds(dice, side, 1), 0, 1)[..., None]
    one, other = (1 + dice.normal(0, 0.14, 3) for _ in range(2))
    return np.asarray(picture * (part * one + (1 - part) * other), np.float32)


def _flickered(picture: Floats, dice: Dice) -> Floats:
    """Bands of a flickering lamp, which a rolling shutter exposes line by line."""
    side = picture.shape[0]
    along = np.arange(side) * 2 * np.pi / dice.uniform(12, 220) + dice.uniform(0, 2 * np.pi)
    band = 1 - dice.uniform(0.05, 0.35) * (0.5 + 0.5 * np.sin(along))
    band = band[:, None] if dice.random() < 0.5 else band[None]
    return np.asarray(picture * band[..., None], np.float32)


def _glare(picture: Floats, dice: Dice) -> Floats:
    side = picture.shape[0]
    spot = np.zeros((side, side), np.float32)
    for _ in range(int(dice.integers(1, 4))):
        middle = dice.uniform(0, side, 2).astype(int).tolist()
        axes = dice.uniform(6, 70, 2).astype(int).tolist()
        cv2.ellipse(spot, middle, axes, dice.uniform(0, 180), 0, 360, 1.0, -1)
    soft = cv2.GaussianBlur(spot, (0, 0), dice.uniform(4, 25))
    return np.asarray(picture + (soft * dice.uniform(40, 220))[..., None], np.float32)


def _blurred(picture: Floats, dice: Dice) -> Floats:
    kind = dice.random()
    if kind < 0.4:
        return np.asarray(cv2.GaussianBlur(picture, (0, 0), dice.uniform(0.3, 1.1)), np.float32)
    if kind < 0.52:
        return np.asarray(cv2.GaussianBlur(picture, (0, 0), dice.uniform(1.0, 2.4)), np.float32)
    if kind < 0.68:
        length = int(dice.integers(3, 10))
        line = np.zeros((length, length), np.float32)
        turn = cv2.getRotationMatrix2D(((length - 1) / 2, (length - 1) / 2), dice.uniform(0, 180), 1)
        line[length // 2] = 1
        line = np.asarray(cv2.warpAffine(line, turn, (length, length)), np.float32)
        return np.asarray(cv2.filter2D(picture, -1, line / max(line.sum(), 1e-3)), np.float32)
    if kind < 0.74:
        return np.asarray(cv2.filter2D(picture, -1, _aperture(dice)), np.float32)
    if kind < 0.82:
        sharp = cv2.GaussianBlur(picture, (0, 0), 1.2)
        return np.asarray(picture + (picture - sharp) * dice.uniform(0.3, 1.6), np.float32)
    return picture


def _aperture(dice: Dice) -> Floats:
    """The disk into which a lens that is out of focus spreads each point."""
    radius = dice.uniform(0.8, 2.8)
    reach = int(np.ceil(radius))
    y, x = np.mgrid[-reach : reach + 1, -reach : reach + 1]
    disk = np.clip(radius + 0.5 - np.hypot(x, y), 0, 1).astype(np.float32)
    return np.asarray(disk / disk.sum(), np.float32)


def _noisy(picture: Floats, dice: Dice) -> Floats:
    side = picture.shape[0]
    if dice.random() < 0.6:
        level = dice.uniform(1, 6) if dice.random() < 0.75 else dice.uniform(6, 20)
        grain: Floats = dice.standard_normal((side, side, 1 if dice.random() < 0.4 else 3), np.float32) * np.float32(
            level
        )
        if dice.random() < 0.35:
            grain = cv2.GaussianBlur(grain, (0, 0), 0.8).reshape(side, side, -1) * 2
        picture = picture + grain
    if dice.random() < 0.06:
        salt = dice.random((side, side))
        part = dice.uniform(0.002, 0.03)
        picture = np.where((salt < part / 2)[..., None], 0, picture)
        picture = np.where((salt > 1 - part / 2)[..., None], 255, picture)
    return np.asarray(picture, np.float32)


def _resampled(picture: Pixels, dice: Dice) -> Pixels:
    side = picture.shape[0]
    small = int(side * dice.uniform(0.55, 0.95))
    shrunk = cv2.resize(picture, (small, small), interpolation=cv2.INTER_AREA)
    how = [cv2.INTER_LINEAR, cv2.INTER_CUBIC][dice.integers(2)]
    return np.asarray(cv2.resize(shrunk, (side, side), interpolation=how), np.uint8)
