"""Rank letters and suit shapes as masks, in endless styles: free fonts, and our own strokes and curves."""

import re
import subprocess
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw, ImageFont

from tests.lab.training.fonts import PACKAGES

Mask = npt.NDArray[Any]
Points = npt.NDArray[Any]
Dice = np.random.Generator

RANKS = "23456789TJQKA"
SUITS = "cdhs"
_HEIGHT = 160  # the height of a mask in pixels, larger than on any card drawn


@cache
def font_files() -> tuple[str, ...]:
    """Every font in the packages that has upright Latin letters and digits."""
    listed = subprocess.run(["dpkg", "-L", *PACKAGES], capture_output=True, text=True, check=True).stdout.splitlines()
    files = sorted({path for path in listed if path.endswith((".ttf", ".otf"))})
    strange = ("Initials", "Integrals", "Size", "NonUni", "Variants", "Outline", "[wght]", "Thin", "Hairline", "math")
    latin = [path for path in files if not any(word in path for word in strange)]
    noto = ("NotoSans-", "NotoSerif-", "NotoSansDisplay-", "NotoSerifDisplay-", "NotoSansMono-")
    return tuple(path for path in latin if "/noto/" not in path or Path(path).name.startswith(noto))


def letters(dice: Dice, fonts: bool = True, plain: bool = False) -> dict[str, Mask]:
    """The thirteen ranks in one style, cut to their ink and `_HEIGHT` high. Without `fonts`, they are drawn only with
    our own strokes.

    With `plain`, they are upright and no lighter than card makers print them, and the ten is a 10.
    """
    condensed = dice.uniform(0.55, 1.05)
    weight = int(dice.integers(-3, 7))
    ten_tight = dice.uniform(0.62, 1.0)
    if dice.random() < 0.4 or not fonts:
        stroke = dice.uniform(150, 250) if fonts and dice.random() < 0.5 else dice.uniform(60, 150)
        raw = {rank: _stroked(_STROKES[rank], stroke) for rank in RANKS}
        if fonts and dice.random() < 0.6:
            raw["J"] = _stroked(_BLOCK_J, stroke)
        condensed *= dice.uniform(1.0, 1.4)
    elif dice.random() < 0.15:
        raw = _heavy()
    else:
        raw = _from_font(dice, plain)
    masks = {}
    for rank, mask in raw.items():
        width = condensed * (ten_tight if rank == "T" else 1)
        shaped = cv2.resize(mask, (max(8, round(mask.shape[1] * width)), _HEIGHT), interpolation=cv2.INTER_AREA)
        masks[rank] = _printable(_weighed(shaped, weight))
    return masks


def _heavy() -> dict[str, Mask]:
    """The ranks in the heavy letters that come with OpenCV (Rubik, OFL)."""
    masks = {}
    for rank in RANKS:
        canvas = np.zeros((320, 480), np.uint8)
        text = "10" if rank == "T" else rank
        cv2.putText(canvas, text, (40, 240), cv2.FONT_HERSHEY_DUPLEX, 6.0, 255, 8, cv2.LINE_AA)
        cut = _cut(canvas)
        size = (max(8, round(cut.shape[1] * _HEIGHT / cut.shape[0])), _HEIGHT)
        masks[rank] = cv2.resize(cut, size, interpolation=cv2.INTER_AREA)
    return masks


_NO_MAKERS = re.compile(
    "Italic|Oblique|Inclined|Light|Lobster|Dyslexic|stencil|[57]6F|Cardoi|(italic|oblique|mi|ti|bi)$"
)
"""Fonts that are slanted, playful, or thinner than any index."""


def _from_font(dice: Dice, plain: bool) -> dict[str, Mask]:
    files = [path for path in font_files() if not plain or not _NO_MAKERS.search(Path(path).stem)]
    while True:
        face = ImageFont.truetype(files[dice.integers(len(files))], 200)
        ten = "T" if not plain and dice.random() < 0.1 else "10"
        tight = int(dice.integers(-12, 20))
        masks = {rank: joined(face, ten if rank == "T" else rank, tight) for rank in RANKS}
        if dice.random() < 0.5 and _has(face, _FLAT_THREE):
            masks["3"] = joined(face, _FLAT_THREE, 0)
        if dice.random() < 0.5:
            masks["J"] = _barred(masks["J"], dice)
        if all(mask.shape[0] > 60 and 0.08 < (mask > 127).mean() < 0.92 for mask in masks.values()):
            return masks


_FLAT_THREE = "\u01b7"  # the letter ezh: a 3 with a flat top, as half of all card makers print it


def _has(face: ImageFont.FreeTypeFont, letter: str) -> bool:
    ink = _ink(face, letter)
    return ink.shape != (1, 1) and ink.tobytes() != _ink(face, "\U0010fffe").tobytes()


def _barred(hook: Mask, dice: Dice) -> Mask:
    """A J with a bar on its top, to the left or to both sides, which is shorter or longer than its hook."""
    height = hook.shape[0]
    stem = np.flatnonzero(hook[height // 4] > 127)
    if not len(stem):
        return hook
    thick = len(stem)
    reach = round(thick * dice.uniform(0.5, 1.6))
    left = min(reach, max(0, reach - stem[0])) + 2
    drawn = cv2.copyMakeBorder(hook, 0, 0, left, reach, cv2.BORDER_CONSTANT, value=0)
    end = left + stem[-1] + 1 + (round(reach * 0.6) if dice.random() < 0.3 else 0)
    drawn[: max(6, round(min(thick, height * 0.33) * dice.uniform(0.5, 1.1))), left + stem[0] - reach : end] = 255
    cut = _cut(drawn)
    width = cut.shape[1] * _HEIGHT / cut.shape[0] * dice.uniform(0.9, 1.7)
    return cv2.resize(cut, (max(8, round(width)), _HEIGHT), interpolation=cv2.INTER_AREA)


def joined(face: ImageFont.FreeTypeFont, text: str, tight: int) -> Mask:
    """Letters side by side, `tight` pixels closer together than in the font."""
    cut = [_ink(face, letter) for letter in text]
    height = max(part.shape[0] for part in cut)
    gap = max(4, 18 - tight)
    width = sum(part.shape[1] for part in cut) + gap * (len(cut) - 1)
    whole = np.zeros((height, width), np.uint8)
    left = 0
    for part in cut:
        whole[height - part.shape[0] :, left : left + part.shape[1]] = part
        left += part.shape[1] + gap
    return cv2.resize(whole, (max(8, round(width * _HEIGHT / height)), _HEIGHT), interpolation=cv2.INTER_AREA)


def _ink(face: ImageFont.FreeTypeFont, letter: str) -> Mask:
    canvas = Image.new("L", (420, 420), 0)
    ImageDraw.Draw(canvas).text((100, 60), letter, font=face, fill=255)
    return _cut(np.asarray(canvas))


def _cut(mask: Mask) -> Mask:
    rows, columns = np.flatnonzero(mask.max(1) > 60), np.flatnonzero(mask.max(0) > 60)
    if not len(rows):
        return np.zeros((1, 1), np.uint8)
    return np.ascontiguousarray(mask[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1])


def _weighed(mask: Mask, weight: int) -> Mask:
    """The letters, slightly bolder or lighter."""
    if weight == 0 or mask.shape[1] < 24:
        return mask
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (abs(weight) * 2 + 1, abs(weight) * 2 + 1))
    edged = cv2.copyMakeBorder(mask, 16, 16, 16, 16, cv2.BORDER_CONSTANT, value=0)
    changed = cv2.dilate(edged, kernel) if weight > 0 else cv2.erode(edged, kernel)
    cut = _cut(changed)
    return cut if cut.shape[0] > 100 and not (weight < 0 and _loses_strokes(edged, changed, kernel)) else mask


def _loses_strokes(before: Mask, after: Mask, kernel: Mask) -> bool:
    """Whether so much is lost that hairlines are gone and a 5 is only a hook. Thick strokes come back if they are
    thickened again."""
    again = cv2.dilate(after, kernel)
    lost = np.count_nonzero((before > 127) & (again < 128))
    return bool(lost > 0.03 * np.count_nonzero(before > 127))


def _printable(mask: Mask) -> Mask:
    """The letters with hairlines as thick as a card maker prints them: a thirtieth of the height."""
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (5, 5))
    if _loses_strokes(mask, cv2.erode(mask, kernel), kernel):
        edged = cv2.copyMakeBorder(mask, 4, 4, 4, 4, cv2.BORDER_CONSTANT, value=0)
        return _cut(cv2.dilate(edged, kernel))
    return mask


# Ranks as pen strokes on a grid of 8 by 12, in the style of old card makers: letters with serifs and open figures.
_STROKES: dict[str, list[str]] = {
    "2": ["M0 3 C0 -1 8 -1 8 3 C8 6 0 8 0 12 L8 12 L8 10.5"],
    "3": ["M0 0 L8 0 L3.5 4.5 C9.5 4.5 9.5 12 3.5 12 C1.5 12 0 11 0 9.5"],
    "4": ["M8 9 L0 9 L6 0 L6 12 M4 12 L8 12"],
    "5": ["M7.5 0 L1 0 L0.4 5.5 C3 3.5 8 4 8 8 C8 13.3 0 13.3 0 9.8"],
    "6": ["M7.5 2 C6 -1 0 -1 0 7 C0 13.7 8 13.7 8 8.3 C8 3 0 3 0 8"],
    "7": ["M0 2 L0 0 L8 0 C5 4 3.5 8 3 12"],
    "8": ["M4 5.6 C-1 5.6 -0.5 0 4 0 C8.5 0 9 5.6 4 5.6 C-1.6 5.6 -1.2 12 4 12 C9.2 12 9.6 5.6 4 5.6"],
    "9": ["M0.5 10 C2 13 8 13 8 5 C8 -1.7 0 -1.7 0 3.7 C0 9 8 9 8 4"],
    "T": ["M0 0 L0 12", "M7 0 C10.5 0 10.5 12 7 12 C3.5 12 3.5 0 7 0"],
    "J": ["M4 0 L8 0 M6.5 0 L6.5 9 C6.5 13 0 13 0 9.5"],
    "Q": ["M4 0 C9.5 0 9.5 11.6 4 11.6 C-1.5 11.6 -1.5 0 4 0 M3 8 C5 8 5.5 12 8.5 12"],
    "K": ["M0 0 L3 0 M1.5 0 L1.5 12 M0 12 L3 12 M6 0 L9 0 M7.6 0 L1.5 7 M4 4.6 L7.8 12 M6 12 L9 12"],
    "A": ["M0 12 L3 12 M1.2 12 L4.5 0 L7.8 12 M6 12 L9 12 M2.5 8 L6.6 8"],
}


_BLOCK_J = ["M1.5 0 L8 0 L8 8.5 C8 13 0 13 0 9.5 L0.8 9"]  # as in heavy letters, the bar is as wide as the hook


def _stroked(strokes: list[str], width: float) -> Mask:
    """A rank drawn with a round pen. `width` is in thousandths of the rank's height."""
    scale = 25.0
    pen = max(6, round(width * 12 * scale / 1000))
    canvas = np.zeros((480, 480), np.uint8)
    for stroke in strokes:
        for line in _polylines(stroke):
            points = np.round(line * scale + 80).astype(np.int32)
            cv2.polylines(canvas, [points], False, 255, pen, cv2.LINE_AA)
    cut = _cut(canvas)
    return cv2.resize(
        cut, (max(8, round(cut.shape[1] * _HEIGHT / cut.shape[0])), _HEIGHT), interpolation=cv2.INTER_AREA
    )


def _polylines(path: str) -> list[Points]:
    """The M, L and C commands of a path, with curves converted to points."""
    words = path.replace("M", " M ").replace("L", " L ").replace("C", " C ").split()
    lines: list[list[tuple[float, float]]] = []
    at = 0
    while at < len(words):
        order = words[at]
        count = 6 if order == "C" else 2
        numbers = [float(word) for word in words[at + 1 : at + 1 + count]]
        pairs = [(numbers[i], numbers[i + 1]) for i in range(0, count, 2)]
        if order == "M":
            lines.append(pairs)
        elif order == "L":
            lines[-1] += pairs
        else:
            lines[-1] += [tuple(p) for p in bezier([lines[-1][-1], *pairs])[1:]]
        at += 1 + count
    return [np.array(line) for line in lines]


def bezier(four: Sequence[tuple[float, float]], steps: int = 24) -> Points:
    """Points on a cubic curve."""
    t = np.linspace(0, 1, steps)[:, None]
    a, b, c, d = (np.array(point, float) for point in four)
    return np.asarray((1 - t) ** 3 * a + 3 * (1 - t) ** 2 * t * b + 3 * (1 - t) * t**2 * c + t**3 * d)


def suit_shapes(dice: Dice, fonts: bool = True) -> dict[str, Mask]:
    """The four suits in one style, each cut to its ink and `_HEIGHT` high. Without `fonts`, they are drawn only with
    our own curves."""
    if dice.random() < 0.25 and fonts:
        drawn = _suits_from_font(dice)
    else:
        drawn = {"d": _diamond(dice), "h": _heart(dice), "s": _spade(dice), "c": _club(dice)}
    width = dice.uniform(0.85, 1.1)
    return {
        suit: cv2.resize(mask, (round(mask.shape[1] * width * _HEIGHT / mask.shape[0]), _HEIGHT),
                         interpolation=cv2.INTER_AREA)
        for suit, mask in drawn.items()
    }  # fmt: skip


@cache
def _suit_fonts() -> tuple[str, ...]:
    files = [path for path in font_files() if "DejaVu" in path or "STIX" in path or "Fira" in path]
    symbols = [path for path in subprocess.run(["dpkg", "-L", "fonts-noto-core"], capture_output=True, text=True,
               check=True).stdout.splitlines() if "NotoSansSymbols2" in path and path.endswith(".ttf")]  # fmt: skip
    return tuple(path for path in [*files, *symbols] if _has_suits(path))


def _has_suits(path: str) -> bool:
    face = ImageFont.truetype(path, 200)
    cuts = [_ink(face, letter) for letter in "♣♦♥♠"]
    return all(cut.shape[0] > 60 for cut in cuts) and len({cut.tobytes() for cut in cuts}) == 4


def _suits_from_font(dice: Dice) -> dict[str, Mask]:
    files = _suit_fonts()
    face = ImageFont.truetype(files[dice.integers(len(files))], 200)
    return {suit: _ink(face, letter) for suit, letter in zip(SUITS, "♣♦♥♠", strict=True)}


def _filled(*outlines: Points) -> Mask:
    canvas = np.zeros((520, 520), np.uint8)
    for outline in outlines:
        cv2.fillPoly(canvas, [np.round(outline * 200 + 260).astype(np.int32)], 255, cv2.LINE_AA)
    return _cut(canvas)


def _mirrored(half: Points) -> Points:
    """A whole shape made from its right half, which runs from top to bottom."""
    return np.vstack([half, half[::-1] * [-1, 1]])


def _diamond(dice: Dice) -> Mask:
    width, bulge = dice.uniform(0.68, 0.95), dice.uniform(-0.16, 0.06)
    upper = bezier(
        [(0, -1), (width * (0.33 + bulge), -0.67 - bulge * 0.3), (width * (0.67 + bulge), -0.33), (width, 0)]
    )
    return _filled(_mirrored(np.vstack([upper, upper[::-1] * [1, -1]])))


def _heart_half(dice: Dice) -> Points:
    notch, width, belly = dice.uniform(0.35, 0.7), dice.uniform(0.85, 1.05), dice.uniform(0.15, 0.5)
    top = dice.uniform(1.05, 1.3)
    lobe = bezier([(0, -notch), (0.1 * width, -top), (width, -top), (width, -0.3)])
    side = bezier([(width, -0.3), (width, belly - 0.1), (dice.uniform(0.15, 0.45), 0.6), (0, 1)])
    return np.vstack([lobe, side])


def _heart(dice: Dice) -> Mask:
    return _filled(_mirrored(_heart_half(dice)))


def _stem(dice: Dice, top: float) -> Points:
    foot, neck, bottom = dice.uniform(0.2, 0.5), dice.uniform(0.03, 0.1), dice.uniform(0.95, 1.15)
    curve = bezier([(neck, top), (neck, bottom - 0.35), (foot * 0.5, bottom - 0.08), (foot, bottom)])
    return _mirrored(curve)


def _spade(dice: Dice) -> Mask:
    half = _heart_half(dice)[::-1] * [1, -0.88] - [0, 0.12]
    return _filled(_mirrored(half), _stem(dice, 0.0))


def _club(dice: Dice) -> Mask:
    leaf, apart, high = dice.uniform(0.36, 0.56), dice.uniform(0.42, 0.64), dice.uniform(0.42, 0.66)
    turn = np.linspace(0, 2 * np.pi, 48)
    circle = np.stack([np.cos(turn), np.sin(turn)], 1)
    low = dice.uniform(0.05, 0.3)
    middle = np.array([(-0.2, -0.2), (0.2, -0.2), (0.25, low + 0.1), (-0.25, low + 0.1)])
    return _filled(circle * leaf - [0, high], circle * leaf + [apart, low], circle * leaf + [-apart, low], middle,
                   _stem(dice, 0.0))  # fmt: skip
