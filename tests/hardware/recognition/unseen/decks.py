"""Whole decks of a kind, each with its own suits, letters, inks, paper and courts. None of them was in the training."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from engine.cards import DECK
from tests.hardware.recognition.unseen.letters import FOREIGN, draw_hand, draw_letter
from tests.hardware.recognition.unseen.suits import Dice, Mask, draw_suits

Pixels = npt.NDArray[np.uint8]
Color = tuple[int, int, int]

KINDS = ("standard", "four colors", "jumbo", "jumbo fans", "foreign letters", "tinted paper", "worn", "dark paper")
WIDTH, HEIGHT = 315, 440  # of a face in pixels


@dataclass(frozen=True, slots=True)
class UnseenDeck:
    """The faces in the order of `DECK`, the height of an index as a fraction of the card's height, and the ranks that
    have another letter, which nobody can read."""

    faces: tuple[Pixels, ...]
    index_height: float
    index_width: float
    foreign: frozenset[str]


def draw_unseen(kind: str, dice: Dice) -> UnseenDeck:
    jumbo = kind.startswith("jumbo")
    hand, suits = draw_hand(dice), draw_suits(dice)
    paper = _paper(kind, dice)
    inks = _inks(kind, dice)
    names: Mapping[str, str] = list(FOREIGN.values())[dice.integers(len(FOREIGN))] if kind == "foreign letters" else {}
    rank_high = (dice.uniform(0.15, 0.21) if jumbo else dice.uniform(0.085, 0.12)) * HEIGHT
    suit_high = rank_high * dice.uniform(0.6, 0.95)
    gap = rank_high * dice.uniform(0.06, 0.2)
    left, top = dice.uniform(0.02, 0.04) * HEIGHT, dice.uniform(0.025, 0.05) * HEIGHT
    column = rank_high * dice.uniform(0.62, 0.85)
    pip = dice.uniform(0.12, 0.16) * HEIGHT
    court = _Court(dice)
    faces = []
    for card in DECK:
        ink, suit = inks[card.suit], suits[card.suit]
        face = np.full((HEIGHT, WIDTH, 3), paper, np.uint8)
        if card.rank in "JQK":
            court.draw(face, card.rank, suit, ink, left + column)
        elif jumbo and card.rank != "A":
            _stamp(face, suit, ink, (WIDTH / 2, HEIGHT / 2), (1e9, pip * 1.8))
        else:
            _pips(face, card.rank, (suit, ink), pip, left + column)
        letter = draw_letter(names.get(card.rank, card.rank), hand)
        for _ in range(2):
            middle = left + column / 2
            _stamp(face, letter, ink, (middle, top + rank_high / 2), (column, rank_high))
            _stamp(face, suit, ink, (middle, top + rank_high + gap + suit_high / 2), (column * 1.15, suit_high))
            face = np.ascontiguousarray(face[::-1, ::-1])
        faces.append(_wear(face, dice) if kind == "worn" else face)
    return UnseenDeck(tuple(faces), (rank_high + gap + suit_high) / HEIGHT, (left + column) / WIDTH, frozenset(names))


def _paper(kind: str, dice: Dice) -> Color:
    if kind == "dark paper":
        return _color(dice.uniform(0, 180), dice.uniform(0, 170), dice.uniform(18, 75))
    if kind == "tinted paper":
        return _color(dice.uniform(0, 180), dice.uniform(40, 115), dice.uniform(190, 250))
    if kind == "worn":
        return _color(dice.uniform(15, 30), dice.uniform(20, 60), dice.uniform(185, 235))
    return _color(dice.uniform(15, 30), dice.uniform(0, 12), dice.uniform(235, 255))


def _inks(kind: str, dice: Dice) -> dict[str, Color]:
    if kind == "dark paper":
        light = _color(0, 0, dice.uniform(205, 255))
        red = _color(dice.uniform(0, 14), dice.uniform(150, 225), dice.uniform(215, 255))
        return {"c": light, "d": red, "h": red, "s": light}
    black = _color(dice.uniform(0, 180), dice.uniform(0, 60), dice.uniform(10, 60))
    red = _color(
        dice.choice([dice.uniform(0, 6), dice.uniform(173, 180)]), dice.uniform(190, 250), dice.uniform(165, 235)
    )
    if kind != "four colors":
        return {"c": black, "d": red, "h": red, "s": black}
    club = _color(
        dice.choice([dice.uniform(50, 95), dice.uniform(125, 145)]), dice.uniform(150, 255), dice.uniform(70, 150)
    )
    diamond = _color(
        dice.choice([dice.uniform(98, 118), dice.uniform(12, 22)]), dice.uniform(180, 255), dice.uniform(150, 235)
    )
    return {"c": club, "d": diamond, "h": red, "s": black}


def _color(hue: float, full: float, light: float) -> Color:
    pixel = np.array([[[int(hue) % 180, int(full), int(light)]]], np.uint8)
    blue, green, red = cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)[0, 0]
    return int(blue), int(green), int(red)


def _stamp(face: Pixels, mask: Mask, ink: Color, middle: tuple[float, float], most: tuple[float, float]) -> None:
    """Print a mask around a point, as large as fits into a width and a height."""
    scale = min(most[0] / mask.shape[1], most[1] / mask.shape[0])
    if mask.shape[1] / mask.shape[0] > most[0] / most[1]:  # a wide letter is condensed before it is made smaller
        size = (
            round(most[0]),
            round(most[1] if mask.shape[1] * most[1] / mask.shape[0] < 1.6 * most[0] else most[1] * 0.9),
        )
    else:
        size = (round(mask.shape[1] * scale), round(mask.shape[0] * scale))
    shrunk = cv2.resize(mask, (max(2, size[0]), max(2, size[1])), interpolation=cv2.INTER_AREA)
    high, wide = shrunk.shape[:2]
    x, y = max(0, round(middle[0] - wide / 2)), max(0, round(middle[1] - high / 2))
    part = face[y : y + high, x : x + wide]
    alpha = shrunk[: part.shape[0], : part.shape[1], None].astype(np.float32) / 255
    part[:] = (part * (1 - alpha) + np.array(ink, np.float32) * alpha).astype(np.uint8)


_ROWS: dict[str, tuple[tuple[float, ...], tuple[float, ...]]] = {
    "A": ((0.0,), ()), "2": ((-1.0, 1.0), ()), "3": ((-1.0, 0.0, 1.0), ()), "4": ((), (-1.0, 1.0)),
    "5": ((0.0,), (-1.0, 1.0)), "6": ((), (-1.0, 0.0, 1.0)), "7": ((-0.5,), (-1.0, 0.0, 1.0)),
    "8": ((-0.5, 0.5), (-1.0, 0.0, 1.0)), "9": ((0.0,), (-1.0, -0.33, 0.33, 1.0)),
    "T": ((-0.66, 0.66), (-1.0, -0.33, 0.33, 1.0)),
}  # fmt: skip
"""How high the pips are in the middle column, and in both outer ones."""


def _pips(face: Pixels, rank: str, of: tuple[Mask, Color], pip: float, column: float) -> None:
    suit, ink = of
    size = pip * 1.5 if rank == "A" else pip
    aside = min(WIDTH * 0.2, WIDTH / 2 - column - size * 0.45)
    middle, outer = _ROWS[rank]
    places = [(0.0, row) for row in middle] + [(side, row) for row in outer for side in (-aside, aside)]
    for x, row in places:
        at = (WIDTH / 2 + x, HEIGHT / 2 + row * HEIGHT * 0.33)
        _stamp(face, suit[::-1] if row > 0 else suit, ink, at, (size, size))


class _Court:
    """The pictures of a deck: nested frames, robes of stripes and checks, and a head, the same for all suits."""

    def __init__(self, dice: Dice) -> None:
        self._inks = [_color(dice.uniform(0, 180), dice.uniform(60, 255), dice.uniform(40, 255)) for _ in range(5)]
        self._seed = int(dice.integers(1 << 30))

    def draw(self, face: Pixels, rank: str, suit: Mask, ink: Color, column: float) -> None:
        dice = np.random.default_rng((self._seed, ord(rank)))
        left, top = round(min(column + 8, WIDTH * 0.3)), round(HEIGHT * 0.07)
        half = face[top : HEIGHT // 2, left : WIDTH - left]
        high, wide = half.shape[:2]
        for number in range(int(dice.integers(4, 9))):
            color = self._inks[number % 5]
            x, step = int(dice.integers(wide)), int(dice.integers(5, 16))
            for line in range(0, wide, step * 2):
                ends = (x + line - wide // 2, high), (x + (line - wide // 2) // 3, int(high * 0.35))
                cv2.line(half, *ends, color, max(1, step // 2), cv2.LINE_AA)
        head = (int(wide * dice.uniform(0.4, 0.6)), int(high * 0.3))
        cv2.ellipse(half, head, (wide // 7, high // 6), 0, 0, 360, (185, 210, 238), -1, cv2.LINE_AA)
        cv2.rectangle(half, (head[0] - wide // 6, 2), (head[0] + wide // 6, int(high * 0.16)), self._inks[0], -1)
        _stamp(half, suit, ink, (wide * 0.14, high * 0.14), (wide * 0.22, high * 0.22))
        cv2.rectangle(half, (0, 0), (wide - 1, high + 5), (60, 50, 40), 2)
        face[HEIGHT - HEIGHT // 2 :] = face[: HEIGHT // 2][::-1, ::-1]


def _wear(face: Pixels, dice: Dice) -> Pixels:
    """Rubbed print, creases and stains."""
    rubbed: npt.NDArray[Any] = face.astype(np.float32)
    spots = cv2.resize(dice.random((28, 20), np.float32), (WIDTH, HEIGHT), interpolation=cv2.INTER_CUBIC)
    lighter = np.clip((spots - 0.72) * dice.uniform(1.0, 2.2), 0, 0.5)[..., None]
    rubbed = rubbed * (1 - lighter) + 215 * lighter
    stains = cv2.resize(dice.random((5, 4), np.float32), (WIDTH, HEIGHT), interpolation=cv2.INTER_CUBIC)
    rubbed *= 1 - np.clip(stains, 0, 1)[..., None] * np.array([0.35, 0.22, 0.12], np.float32)
    worn: Pixels = np.clip(rubbed, 0, 255).astype(np.uint8)
    for _ in range(int(dice.integers(1, 5))):
        start, end = (dice.random((2, 2)) * [WIDTH, HEIGHT]).astype(int).tolist()
        shade = int(dice.integers(90, 240))
        cv2.line(worn, start, end, (shade, shade, shade), 1, cv2.LINE_AA)
    return worn
