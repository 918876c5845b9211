"""Rank letters that change from index to index, and letters of foreign courts, which are no rank of ours."""

import cv2
import numpy as np
from PIL import ImageFont

from tests.lab.training.shapes import RANKS, Dice, Mask, font_files, joined, letters

FOREIGN = (*"BDVRHPCSEMWGLNFUZXI1", "Kn", "Dr", "Bu", *"\u0414\u0412\u0424\u0428\u00c1\u00d8\u0394\u03a1\u0392")
"""Court letters of other countries, as in J D K, V D R, B D K, B V H, S C R and Kn D E, and letters that no deck has.
J, K, Q, A and T are not among them, although some countries use them for other cards."""


class LetterPool:
    """Rank letters in many styles, drawn once. Each use is changed a little."""

    def __init__(self, dice: Dice, styles: int = 60, foreign: int = 120) -> None:
        self._styles = [letters(dice) for _ in range(styles)]
        self._foreign = [foreign_letter(dice) for _ in range(foreign)]

    def rank(self, dice: Dice, rank: int) -> Mask:
        return _varied(self._styles[dice.integers(len(self._styles))][RANKS[rank]], dice)

    def foreign(self, dice: Dice) -> Mask:
        return _varied(self._foreign[dice.integers(len(self._foreign))], dice)


def foreign_letter(dice: Dice) -> Mask:
    """A letter of some font that is none of our ranks."""
    files = font_files()
    while True:
        face = ImageFont.truetype(files[dice.integers(len(files))], 200)
        mask = joined(face, str(dice.choice(FOREIGN)), int(dice.integers(-12, 16)))
        if mask.shape[0] > 60 and 0.08 < (mask > 127).mean() < 0.92 and not _is_missing(face, mask):
            return mask


def _is_missing(face: ImageFont.FreeTypeFont, mask: Mask) -> bool:
    """Whether the font has only its box for missing letters here."""
    box = joined(face, "\U0010fffe", 0)
    return box.shape == mask.shape and bool((box == mask).mean() > 0.99)


def _varied(mask: Mask, dice: Dice) -> Mask:
    """The letter, narrower or wider, bolder or lighter, upright or leaning."""
    height, width = mask.shape
    lean = dice.normal(0, 0.08) if dice.random() < 0.35 else 0.0
    stretch = dice.uniform(0.75, 1.3)
    onto = np.array([[stretch, -lean, abs(lean) * height], [0, 1, 0]])
    size = (max(8, round(width * stretch + 2 * abs(lean) * height)), height)
    drawn = cv2.warpAffine(mask, onto, size, flags=cv2.INTER_AREA)
    weight = int(dice.integers(-2, 5)) if dice.random() < 0.5 else 0
    if weight:
        kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (abs(weight) * 2 + 1, abs(weight) * 2 + 1))
        changed = cv2.dilate(drawn, kernel) if weight > 0 else cv2.erode(drawn, kernel)
        if weight > 0 or np.count_nonzero(changed > 127) > 0.6 * np.count_nonzero(drawn > 127):
            drawn = changed
    x, y, wide, high = cv2.boundingRect((drawn > 60).astype(np.uint8))
    return np.ascontiguousarray(drawn[y : y + high, x : x + wide])
