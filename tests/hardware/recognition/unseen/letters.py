"""Rank letters as masks, drawn along skeletons with a pen. Each deck has its own width, curves, pen and serifs."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from tests.hardware.recognition.unseen.suits import Dice, Mask

Stroke = list[tuple[float, float]]

FOREIGN = {
    "German": {"J": "B", "Q": "D"},
    "French": {"J": "V", "Q": "D", "K": "R", "A": "1"},
    "Dutch": {"J": "B", "Q": "V", "K": "H"},
    "Swedish": {"J": "N", "Q": "D", "A": "E"},
    "Spanish": {"J": "S", "Q": "C", "K": "R"},
    "Polish": {"J": "W", "Q": "D"},
    "Portuguese": {"J": "V", "Q": "D", "K": "R"},
    "Danish": {"J": "B", "Q": "D", "A": "E"},
}
"""The letters that replace ours. A letter of ours keeps its meaning, as far as the deck has it."""
_HIGH = 200  # pixels from the top of a skeleton to its bottom


@dataclass(frozen=True, slots=True)
class Hand:
    """How a deck's letters are written. Lengths are fractions of the letter's height."""

    width: float
    power: float  # 2 makes round bowls, and more makes them squarer
    pen: tuple[float, float]  # long and short diameter of the nib
    slant: float  # of the nib, in degrees
    lean: float
    serif: float
    flat_three: bool
    open_four: bool
    bar_on_j: int
    tail: int
    straight_six: bool


def draw_hand(dice: Dice) -> Hand:
    thick = dice.uniform(0.085, 0.2)
    return Hand(
        width=dice.uniform(0.42, 0.78),
        power=dice.uniform(1.9, 3.4),
        pen=(thick, thick * dice.uniform(0.45, 1.0)),
        slant=dice.uniform(-20, 35),
        lean=dice.normal(0, 0.06) if dice.random() < 0.3 else 0.0,
        serif=dice.uniform(0.08, 0.16) if dice.random() < 0.35 else 0.0,
        flat_three=bool(dice.random() < 0.4),
        open_four=bool(dice.random() < 0.2),
        bar_on_j=int(dice.integers(3)),
        tail=int(dice.integers(3)),
        straight_six=bool(dice.random() < 0.5),
    )


def draw_letter(text: str, hand: Hand) -> Mask:
    """A rank as it is printed, cut to its ink."""
    parts = [_inked(_skeleton(each, hand), hand) for each in ("10" if text == "T" else text)]
    if len(parts) == 1:
        return parts[0]
    gap = np.zeros((_HIGH, round(_HIGH * 0.07)), np.uint8)
    one, other = (cv2.resize(part, (round(part.shape[1] * 0.85), _HIGH)) for part in parts)
    return np.hstack([np.asarray(one, np.uint8), gap, np.asarray(other, np.uint8)])


def _inked(strokes: Sequence[Stroke], hand: Hand) -> Mask:
    pad = 60
    canvas = np.zeros((_HIGH + 2 * pad, 2 * _HIGH + 2 * pad), np.uint8)
    for stroke in strokes:
        points = np.array(stroke) * [hand.width * _HIGH, _HIGH]
        points[:, 0] += hand.lean * (_HIGH - points[:, 1]) + 0.3 * _HIGH
        cv2.polylines(canvas, [np.round((points + pad) * 16).astype(np.int32)], False, 255, 2, cv2.LINE_AA, 4)
    long, short = (max(3, round(part * _HIGH)) for part in hand.pen)
    side = long | 1
    nib = np.zeros((side, side), np.uint8)
    axes = (long // 2, max(1, short // 2))
    cv2.ellipse(nib, (side // 2, side // 2), axes, hand.slant, 0, 360, 255, -1)
    inked = cv2.dilate(canvas, nib)
    x, y, width, height = cv2.boundingRect((inked > 60).astype(np.uint8))
    size = (max(8, round(width * _HIGH / height)), _HIGH)
    return np.asarray(cv2.resize(inked[y : y + height, x : x + width], size, interpolation=cv2.INTER_AREA), np.uint8)


def _arc(middle: tuple[float, float], half: tuple[float, float], degrees: tuple[float, float], power: float) -> Stroke:
    """Part of an oval. 0 degrees is to the right, and 90 is below."""
    turn = np.radians(np.linspace(*degrees, 40))
    cos, sin = np.cos(turn), np.sin(turn)
    x = middle[0] + half[0] * np.sign(cos) * np.abs(cos) ** (2 / power)
    y = middle[1] + half[1] * np.sign(sin) * np.abs(sin) ** (2 / power)
    return list(zip(x.tolist(), y.tolist(), strict=True))


def _bent(start: tuple[float, float], by: tuple[float, float], end: tuple[float, float]) -> Stroke:
    t = np.linspace(0, 1, 24)[:, None]
    points = (1 - t) ** 2 * np.array(start) + 2 * t * (1 - t) * np.array(by) + t**2 * np.array(end)
    return [(float(x), float(y)) for x, y in points]


def _feet(*ends: tuple[float, float], by: float) -> list[Stroke]:
    return [[(x - by / 0.6, y), (x + by / 0.6, y)] for x, y in ends] if by else []


def _skeleton(letter: str, hand: Hand) -> list[Stroke]:  # noqa: PLR0911, PLR0912 a table of letters
    power, by = hand.power, hand.serif
    match letter:
        case "A":
            return [[(0, 1), (0.5, 0), (1, 1)], [(0.2, 0.66), (0.8, 0.66)], *_feet((0, 1), (1, 1), by=by)]
        case "2":
            return [
                [*_arc((0.5, 0.28), (0.47, 0.28), (190, 375), power), *_bent((0.95, 0.36), (0.75, 0.6), (0, 1)), (1, 1)]
            ]
        case "3":
            low = _arc((0.42, 0.7), (0.55, 0.3), (275, 510), power)
            if hand.flat_three:
                return [[(0.02, 0), (0.95, 0), (0.4, 0.4), *low]]
            return [[*_arc((0.44, 0.24), (0.46, 0.24), (200, 430), power)], [(0.35, 0.46), *low]]
        case "4":
            top = [(0.3, 0), (0, 0.68), (1, 0.68)] if hand.open_four else [(0.72, 0), (0, 0.7), (1, 0.7)]
            return [top, [(0.72, 0.3 if hand.open_four else 0), (0.72, 1)], *_feet((0.72, 1), by=by)]
        case "5":
            return [[(0.9, 0), (0.14, 0), (0.08, 0.46), *_arc((0.46, 0.68), (0.52, 0.32), (235, 510), power)]]
        case "6" | "9":
            stem = [(0.72, 0.0), (0.1, 0.55)] if hand.straight_six else _bent((0.85, 0.02), (0.0, 0.0), (0.0, 0.66))
            six = [_arc((0.5, 0.69), (0.5, 0.31), (180, 540), power), stem]
            return six if letter == "6" else [[(1 - x, 1 - y) for x, y in stroke] for stroke in six]
        case "7":
            return [[(0, 0), (1, 0), *_bent((1, 0), (0.5, 0.4), (0.33, 1))]]
        case "8":
            return [_arc((0.5, 0.24), (0.42, 0.24), (0, 360), power), _arc((0.5, 0.73), (0.5, 0.27), (0, 360), power)]
        case "1":
            return [[(0, 0.2), (0.28, 0), (0.28, 1)], *_feet((0.28, 1), by=by)]
        case "0" | "O":
            return [_arc((0.5, 0.5), (0.48, 0.5), (0, 360), power)]
        case "J":
            hook: Stroke = [(0.8, 0), (0.8, 0.7), *_arc((0.4, 0.7), (0.4, 0.3), (0, 175), power)]
            bars: list[list[Stroke]] = [[], [[(0.4, 0), (0.8, 0)]], [[(0.5, 0), (1.1, 0)]]]
            return [hook, *bars[hand.bar_on_j]]
        case "Q":
            tail: Stroke = [
                [(0.55, 0.68), (1.02, 1.06)],
                [(0.5, 0.78), (0.75, 0.85), (1.05, 1.04)],
                [(0.75, 0.72), (0.98, 1.1)],
            ][hand.tail]
            return [_arc((0.5, 0.5), (0.5, 0.5), (0, 360), power), tail]
        case "K":
            return [[(0, 0), (0, 1)], [(0.95, 0), (0, 0.6)], [(0.33, 0.42), (1, 1)],
                    *_feet((0, 0), (0, 1), (0.97, 0), (1, 1), by=by)]  # fmt: skip
        case "B":
            return [[(0, 0), (0, 1)], [(0, 0), *_arc((0.4, 0.24), (0.45, 0.24), (270, 450), power), (0, 0.48)],
                    [(0, 0.48), *_arc((0.45, 0.74), (0.5, 0.26), (270, 450), power), (0, 1)]]  # fmt: skip
        case "D":
            return [[(0, 0), *_arc((0.3, 0.5), (0.68, 0.5), (270, 450), power), (0, 1), (0, 0)]]
        case "V":
            return [[(0, 0), (0.5, 1), (1, 0)], *_feet((0, 0), (1, 0), by=by)]
        case "R":
            bowl = _arc((0.45, 0.27), (0.5, 0.27), (270, 450), power)
            return [[(0, 1), (0, 0), *bowl, (0, 0.54)], [(0.4, 0.54), (1, 1)], *_feet((0, 1), (1, 1), by=by)]
        case "H":
            return [
                [(0, 0), (0, 1)],
                [(1, 0), (1, 1)],
                [(0, 0.5), (1, 0.5)],
                *_feet((0, 0), (0, 1), (1, 0), (1, 1), by=by),
            ]
        case "N":
            return [[(0, 1), (0, 0), (1, 1), (1, 0)], *_feet((0, 1), (1, 0), by=by)]
        case "E":
            return [[(0.9, 0), (0, 0), (0, 1), (0.95, 1)], [(0, 0.48), (0.75, 0.48)]]
        case "C":
            return [_arc((0.55, 0.5), (0.52, 0.5), (45, 315), power)]
        case "S":
            return [
                [
                    *_arc((0.5, 0.26), (0.45, 0.26), (330, 110), power),
                    *_arc((0.5, 0.74), (0.48, 0.26), (270, 520), power),
                ]
            ]
        case "W":
            return [[(-0.1, 0), (0.22, 1), (0.5, 0.3), (0.78, 1), (1.1, 0)]]
    raise KeyError(letter)
