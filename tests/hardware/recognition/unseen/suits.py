"""Suits as masks, drawn as regions where a formula holds. Each deck has its own formulas and numbers."""

from collections.abc import Callable
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

Mask = npt.NDArray[Any]
Field = npt.NDArray[Any]
Dice = np.random.Generator

_FINE = 512  # cells on each side, from -1.6 to 1.6
_REACH = 1.6


def draw_suits(dice: Dice) -> dict[str, Mask]:
    """The four suits of a deck, each cut to its ink."""
    return {suit: _mask(shape(dice)) for suit, shape in _SHAPES.items()}


def _grid() -> tuple[Field, Field]:
    line = (np.arange(_FINE) + 0.5) / _FINE * 2 * _REACH - _REACH
    x, y = np.meshgrid(line, line)
    return np.asarray(x), np.asarray(y)


def _mask(inside: Field) -> Mask:
    filled = inside.astype(np.uint8) * 255
    x, y, width, height = cv2.boundingRect(filled)
    size = (max(8, round(width * 128 / height)), 128)
    return np.asarray(cv2.resize(filled[y : y + height, x : x + width], size, interpolation=cv2.INTER_AREA), np.uint8)


def _oval(x: Field, y: Field, half: tuple[float, float], turn: float = 0.0, power: float = 2.0) -> Field:
    cos, sin = np.cos(turn), np.sin(turn)
    along, across = x * cos + y * sin, y * cos - x * sin
    return np.asarray(np.abs(along / half[0]) ** power + np.abs(across / half[1]) ** power <= 1)


def _heart(x: Field, y: Field, dice: Dice) -> Field:
    """A heart with its tip below, by one of four formulas."""
    kind = dice.integers(4)
    if kind == 0:  # two leaning ovals
        turn, long = dice.uniform(0.75, 1.0), dice.uniform(0.82, 0.98)
        apart, short = long * np.cos(turn) * dice.uniform(0.78, 0.9), dice.uniform(0.46, 0.6)
        return _oval(x - apart, y, (long, short), -turn) | _oval(x + apart, y, (long, short), turn)
    if kind == 1:  # the curve of sixth degree
        up, side = -y * dice.uniform(1.0, 1.2) + 0.1, x * dice.uniform(1.0, 1.25)
        return np.asarray((side**2 + up**2 - 1) ** 3 - dice.uniform(0.8, 1.3) * side**2 * up**3 <= 0)
    if kind == 2:  # an oval, lifted along the root of x
        lift = np.sqrt(np.abs(x)) * dice.uniform(0.72, 0.95)
        return np.asarray((x / dice.uniform(0.9, 1.05)) ** 2 + (y * dice.uniform(1.0, 1.2) + lift - 0.2) ** 2 <= 1)
    radius = dice.uniform(0.44, 0.52)  # two disks above a wedge with hollow sides
    low, power = dice.uniform(0.9, 1.15), dice.uniform(0.8, 1.25)
    wedge = (np.abs(x) <= 2 * radius * np.clip((low - y) / (low + 0.3), 0, None) ** power) & (y > -0.3)
    return np.asarray(
        wedge | _oval(x - radius, y + 0.32, (radius, radius)) | _oval(x + radius, y + 0.32, (radius, radius))
    )


def _foot(x: Field, y: Field, dice: Dice) -> Field:
    """A stem that flares by a power of the depth, or a straight one, or one on a base."""
    bottom, neck = dice.uniform(0.95, 1.3), dice.uniform(0.03, 0.16)
    wide, power = dice.uniform(0.15, 0.8), dice.uniform(1.2, 7.0)
    part = np.clip((y + 0.1) / (bottom + 0.1), 0, 1)
    stem = (np.abs(x) <= neck + wide * part**power) & (y > -0.1) & (y < bottom)
    if dice.random() < 0.3:
        base = dice.uniform(0.06, 0.14)
        stem |= (np.abs(x) <= neck + wide) & (y < bottom) & (y > bottom - base)
    return np.asarray(stem)


def _spade(dice: Dice) -> Field:
    x, y = _grid()
    narrower = np.clip((y + 1.2) / 1.5, 0.02, 1) ** dice.uniform(-0.35, 0.45)
    tall = dice.uniform(0.72, 0.9)
    return np.asarray(_heart(x / narrower, -(y + 0.15) / tall, dice) | _foot(x, y, dice))


def _club(dice: Dice) -> Field:
    x, y = _grid()
    leaf, power = dice.uniform(0.37, 0.5), dice.uniform(1.75, 2.7)
    apart, high, low = dice.uniform(0.95, 1.3) * leaf, dice.uniform(1.05, 1.5) * leaf, dice.uniform(0.0, 0.55) * leaf
    longer, turn = dice.uniform(0.9, 1.2), dice.uniform(-0.7, 0.7)
    shape = _oval(x, y + high, (leaf, leaf * longer), 0, power) | _foot(x, y, dice)
    for side in (-1, 1):
        shape = shape | _oval(x + side * apart, y - low, (leaf * longer, leaf), side * turn, power)
    if dice.random() < 0.75:
        shape = shape | _oval(x, y - low / 3, (apart * 0.75, high * 0.7), 0, dice.uniform(1.0, 2.0))
    return np.asarray(shape)


def _diamond(dice: Dice) -> Field:
    x, y = _grid()
    return np.asarray(
        np.abs(x / dice.uniform(0.55, 1.0)) ** (power := dice.uniform(0.72, 1.25)) + np.abs(y) ** power <= 1
    )


_SHAPES: dict[str, Callable[[Dice], Field]] = {
    "c": _club,
    "d": _diamond,
    "h": lambda dice: _heart(*_grid(), dice),
    "s": _spade,
}
