"""Suits as masks, each with an outline of its own: a spade may be convex or concave, a foot narrow or wider than its
leaf, a club may have round, long or separate lobes. Knows nothing about decks.
"""

from collections.abc import Callable
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from tests.lab.training.shapes import Dice, Mask, Points, bezier

_UNIT, _MIDDLE = 90, 150  # pixels, of a canvas of 300


def suit(kind: str, dice: Dice) -> Mask:
    """One suit (c, d, h or s), cut to its ink."""
    mask = _MAKERS[kind](dice)
    width = dice.uniform(0.8, 1.22)
    return np.asarray(cv2.resize(mask, (max(8, round(mask.shape[1] * width)), mask.shape[0]),
                                 interpolation=cv2.INTER_AREA), np.uint8)  # fmt: skip


def _canvas(*outlines: Points) -> Mask:
    canvas = np.zeros((2 * _MIDDLE, 2 * _MIDDLE), np.uint8)
    for outline in outlines:
        points = np.round((outline * _UNIT + _MIDDLE) * 16).astype(np.int32)
        cv2.fillPoly(canvas, [points], 255, cv2.LINE_AA, 4)
    return canvas


def _trimmed(canvas: Mask) -> Mask:
    x, y, width, height = cv2.boundingRect((canvas > 60).astype(np.uint8))
    return np.ascontiguousarray(canvas[y : y + height, x : x + width])


def _both_sides(right: Points) -> Points:
    return np.vstack([right, right[::-1] * [-1, 1]])


def _ring(radius_x: float, radius_y: float) -> Points:
    turn = np.linspace(0, 2 * np.pi, 40, endpoint=False)
    return np.stack([np.cos(turn) * radius_x, np.sin(turn) * radius_y], 1)


def _rotated(points: Points, turn: float) -> Points:
    cos, sin = np.cos(turn), np.sin(turn)
    return np.asarray(points @ np.array([[cos, sin], [-sin, cos]]))


def _diamond(dice: Dice) -> Mask:
    width, hollow = dice.uniform(0.5, 1.05), dice.uniform(-0.12, 0.32)
    inner = np.array([width / 2, -0.5]) + hollow * np.array([-0.6, 0.6])
    side = bezier([(0, -1), (inner[0], inner[1] - 0.12), (inner[0] + 0.12, inner[1]), (width, 0)])
    return _trimmed(_canvas(_both_sides(np.vstack([side, side[::-1] * [1, -1]]))))


def _leaf(dice: Dice, deepest: float) -> list[Points]:
    """A heart upside down, with its tip at the top. Its sides are hollow by up to `deepest`."""
    width, low = dice.uniform(0.7, 1.12), dice.uniform(-0.08, 0.42)
    if dice.random() < 0.25:  # two circles under a triangle with hollow or straight sides
        radius = dice.uniform(0.38, 0.54)
        apart = radius * dice.uniform(0.72, 0.98)
        lobe = _ring(radius, radius * dice.uniform(0.9, 1.15)) + np.array([apart, low + 0.1])
        wide, hollow = apart + radius * 0.92, dice.uniform(-0.12, deepest * 0.55)
        side = bezier([(0, -1), (wide * 0.35 - hollow, -0.62), (wide * 0.72 - hollow, -0.3), (wide, low)])
        return [lobe, lobe * [-1, 1], _both_sides(np.vstack([side, [[0.0, low + 0.25]]]))]
    hollow = deepest * dice.random() ** 0.8
    near_tip = (width * (0.6 * (1 - hollow) + 0.03), -1 + dice.uniform(0.18, 0.34) + 0.4 * hollow)
    shoulder = (width * dice.uniform(0.86, 1.1), low - dice.uniform(0.22, 0.62))
    side = bezier([(0, -1), near_tip, shoulder, (width, low)])
    deep = dice.uniform(0.22, 0.62)
    lobe = bezier([(width, low), (width, low + deep), (width * dice.uniform(0.18, 0.66), low + deep * 1.15),
                   (0, low + dice.uniform(-0.05, 0.22))])  # fmt: skip
    return [_both_sides(np.vstack([side, lobe]))]


def _heart(dice: Dice) -> Mask:
    return _trimmed(_canvas(*(part * [1, -1] for part in _leaf(dice, 0.75))))


def _foot(dice: Dice, top: float) -> list[Points]:
    """A stem from a thread to a trunk, on a foot from a point to wider than the leaf, and perhaps a plate below."""
    kind = dice.random()
    neck, bottom = dice.uniform(0.02, 0.17), dice.uniform(0.82, 1.3)
    if kind < 0.12:  # a bar
        return [np.array([(-neck, top), (neck, top), (neck, bottom), (-neck, bottom)])]
    wide = max(neck, dice.uniform(0.12, 0.5) if kind < 0.6 else dice.uniform(0.45, 0.95))
    knee = dice.uniform(0.05, 0.5)
    curve = bezier([(neck, top), (neck, bottom - knee), (neck + (wide - neck) * dice.uniform(0.1, 0.7),
                    bottom - knee * dice.uniform(0.05, 0.5)), (wide, bottom)])  # fmt: skip
    parts = [_both_sides(curve)]
    if dice.random() < 0.15:
        plate, thick = wide * dice.uniform(0.95, 1.3), dice.uniform(0.04, 0.13)
        parts.append(np.array([(-plate, bottom - 0.02), (plate, bottom - 0.02), (plate, bottom + thick),
                               (-plate, bottom + thick)]))  # fmt: skip
    return parts


def _hollowed(canvas: Mask, dice: Dice) -> Mask:
    """The sole arched from below, now and then."""
    mask = _trimmed(canvas)
    if dice.random() < 0.3:
        height, width = mask.shape
        axes = (max(2, round(width * dice.uniform(0.08, 0.4))), max(2, round(height * dice.uniform(0.02, 0.08))))
        cv2.ellipse(mask, (width // 2, height), axes, 0, 0, 360, 0, -1, cv2.LINE_AA)
        mask = _trimmed(mask)
    return mask


def _spade(dice: Dice) -> Mask:
    return _hollowed(_canvas(*_leaf(dice, 1.0), *_foot(dice, -0.1)), dice)


def _club(dice: Dice) -> Mask:
    leaf = dice.uniform(0.33, 0.52)
    longer = dice.uniform(0.86, 1.28, 2)
    apart, high = leaf * dice.uniform(0.92, 1.42), leaf * dice.uniform(0.95, 1.55)
    low, lean = leaf * dice.uniform(-0.05, 0.75), dice.uniform(-0.6, 0.6)
    top = _ring(leaf * dice.uniform(0.85, 1.15), leaf * longer[0]) - [0, high]
    side = _rotated(_ring(leaf * longer[1], leaf * dice.uniform(0.85, 1.1)), lean) + np.array([apart, low])
    parts = [top, side, side * [-1, 1]]
    kind = dice.random()
    if kind < 0.35:  # leaves like drops, pointed where they meet
        point = np.array([0, low * 0.4])
        parts += [np.array([(-leaf * 0.6, -high), (leaf * 0.6, -high), point])]
        parts += [
            np.array([(apart * way, low - leaf * 0.6), (apart * way, low + leaf * 0.6), point]) for way in (1, -1)
        ]
    elif kind < 0.9:
        reach = leaf * dice.uniform(0.2, 0.85)
        parts += [np.array([(-reach, -high * 0.6), (reach, -high * 0.6), (apart * 0.6, low + reach * 0.6),
                            (-apart * 0.6, low + reach * 0.6)])]  # fmt: skip
    return _hollowed(_canvas(*parts, *_foot(dice, -0.1)), dice)


_MAKERS: dict[str, Callable[[Dice], npt.NDArray[Any]]] = {"c": _club, "d": _diamond, "h": _heart, "s": _spade}
