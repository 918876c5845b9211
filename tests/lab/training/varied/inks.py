"""The inks and the paper of a deck, as blue, green and red values. Spades and clubs are never red, and hearts and
diamonds are never black or white; apart from that, any ink goes with any suit and any paper.
"""

from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from tests.lab.training.shapes import Dice

Color = tuple[int, int, int]
Pixels = npt.NDArray[Any]

_LEAST_APART = 95
"""The smallest difference between ink and paper in one of the three colors."""
_RED, _PINK = 14, 158  # red hues are below the first and above the second, of 180


def paper(dice: Dice) -> Color:
    """Nearly white, tinted, or dark."""
    kind = dice.random()
    if kind < 0.55:
        light = int(dice.integers(215, 256))
        warm = int(dice.integers(0, 28)) if dice.random() < 0.5 else 0
        return light - warm, light - warm // 3, light
    if kind < 0.85:
        return _mixed(dice, (0, 180), (10, 130), (165, 256))
    if kind < 0.93:
        return _mixed(dice, (0, 180), (0, 255), (95, 190))
    return _mixed(dice, (0, 180), (0, 200), (8, 80))


def inks(dice: Dice, on: Color) -> dict[str, Color]:
    """An ink for each suit: two colors, four colors, or four of any color."""
    dark_paper = max(on) < 110
    black, red = _black(dice, dark_paper), _red(dice)
    kind = dice.random()
    if kind < 0.5:
        chosen = {"c": black, "d": red, "h": red, "s": black}
    elif kind < 0.62:
        green = _mixed(dice, (42, 82), (110, 256), (70, 190))
        blue = _mixed(dice, (95, 128), (110, 256), (110, 256))
        chosen = {"c": green, "d": blue, "h": red, "s": black}
    else:
        chosen = {
            "c": black if dice.random() < 0.3 else _any(dice, red=False),
            "s": black if dice.random() < 0.3 else _any(dice, red=False),
            "d": red if dice.random() < 0.3 else _any(dice, red=True),
            "h": red if dice.random() < 0.3 else _any(dice, red=True),
        }
    return {suit: _apart(ink, on) for suit, ink in chosen.items()}


def _black(dice: Dice, dark_paper: bool) -> Color:
    if dark_paper:
        light = int(dice.integers(185, 256))
        return light, light, light
    dark = int(dice.integers(0, 90) if dice.random() < 0.3 else dice.integers(0, 45))
    tint = dice.integers(0, 30, 3) if dice.random() < 0.3 else np.zeros(3, int)
    blue, green, red = (int(part) for part in tint + dark)
    return blue, green, min(red, (blue + green) // 2 + 12)


def _red(dice: Dice) -> Color:
    return int(dice.integers(0, 95)), int(dice.integers(0, 90)), int(dice.integers(135, 256))


def _any(dice: Dice, red: bool) -> Color:
    hue = (0, 180) if red else (_RED + 4, _PINK)
    return _mixed(dice, hue, (110, 256), (105 if red else 60, 256))


def _mixed(dice: Dice, hue: tuple[int, int], full: tuple[int, int], light: tuple[int, int]) -> Color:
    pixel = np.array([[[dice.integers(*hue), dice.integers(*full), dice.integers(*light)]]], np.uint8)
    blue, green, red = cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)[0, 0]
    return int(blue), int(green), int(red)


def _apart(ink: Color, on: Color) -> Color:
    """The ink, darker or lighter if it would hardly show on this paper."""
    for _ in range(8):
        if max(abs(mine - theirs) for mine, theirs in zip(ink, on, strict=True)) >= _LEAST_APART:
            break
        towards = 0 if sum(on) > 330 else 255
        blue, green, red = (round(part + (towards - part) * 0.3) for part in ink)
        ink = blue, green, red
    return ink


def worn(face: Pixels, dice: Dice) -> None:
    """Stains, scratches and rubbed-off print, drawn onto the face."""
    height, width = face.shape[:2]
    stain = cv2.resize(dice.random((4, 4), np.float32), (width, height), interpolation=cv2.INTER_CUBIC)
    depth = dice.uniform(0.05, 0.35)
    brown = np.array([dice.uniform(0.6, 1.0), dice.uniform(0.75, 1.0), dice.uniform(0.85, 1.0)], np.float32)
    part = np.clip(stain, 0, 1)[..., None] * depth
    face[:] = (face * (1 - part + part * brown)).astype(np.uint8)
    for _ in range(int(dice.integers(0, 9))):
        start, way = dice.random(2) * [width, height], dice.normal(0, 0.4, 2) * [width, height]
        light = int(dice.integers(60, 250))
        cv2.line(face, start.astype(int).tolist(), (start + way).astype(int).tolist(), (light, light, light),
                 int(dice.integers(1, 3)), cv2.LINE_AA)  # fmt: skip
