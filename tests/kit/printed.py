"""Pictures of a table with stickers on its cards, as a camera takes them: drawn, with blur, turn, light and wear."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from hardware.decks.stickers import Symbol
from hardware.pictures import Pixels

PX_PER_MM = 3.2
"""1280 pixels over a field of 400 mm."""
WIDTH, HEIGHT = 1280, 720
_FINE = 16
"""Pixels per millimeter of the sticker itself, before the camera sees it."""


@dataclass(frozen=True)
class Lying:
    """A card on the table: the code of its sticker, the sticker's center in pixels, and its turn."""

    code: str
    x: float
    y: float
    turn: float = 0.0


@dataclass(frozen=True)
class CameraView:
    """How the camera sees it. `wear` is the part of the sticker that is rubbed off or dirty."""

    size_mm: float = 12.0
    blur: float = 0.7
    noise: float = 4.0
    wear: float = 0.0
    light: float = 0.25
    """How much darker the dark side of the table is."""
    jpeg: int = 85


def sticker(code: str, size_mm: float, wear: float, dice: np.random.Generator) -> Pixels:
    """One sticker in fine pixels."""
    symbol = Symbol(code, size_mm=size_mm)
    side = round(size_mm * _FINE)
    paper = np.full((side, side), 235, np.uint8)
    for box in symbol.dark():
        corner = (round(box.left * _FINE), round(box.top * _FINE))
        other = (round((box.left + box.width) * _FINE) - 1, round((box.top + box.height) * _FINE) - 1)
        cv2.rectangle(paper, corner, other, 25, -1)
    worn = 0.0
    while worn < wear:  # scratches and specks, light and dark
        at, length = dice.uniform(0, side, 2), dice.uniform(0.02, 0.25) * side
        angle, thick = dice.uniform(0, np.pi), int(dice.integers(1, _FINE // 2))
        end = at + length * np.array([np.cos(angle), np.sin(angle)])
        start, stop = (int(at[0]), int(at[1])), (int(end[0]), int(end[1]))
        cv2.line(paper, start, stop, int(dice.choice([60, 225])), thick)
        worn += length * thick / side**2
    return paper


def table(cards: Sequence[Lying], seen: CameraView, dice: np.random.Generator) -> Pixels:
    """One picture in blue-green-red order."""
    picture = np.empty((HEIGHT, WIDTH, 3), np.uint8)
    picture[:] = (70, 95, 40)
    for card in cards:
        _lay(picture, card, seen, dice)
    shade = np.linspace(1.0, 1.0 - seen.light, WIDTH, dtype=np.float32)[None, :, None]
    lit = cv2.GaussianBlur(picture.astype(np.float32) * shade, (0, 0), seen.blur) if seen.blur else picture * shade
    lit = lit + dice.normal(0, seen.noise, lit.shape).astype(np.float32)
    _, data = cv2.imencode(".jpg", np.clip(lit, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, seen.jpeg])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


def _lay(picture: Pixels, card: Lying, seen: CameraView, dice: np.random.Generator) -> None:
    """The sticker on its white card, turned and slightly skewed."""
    paper = sticker(card.code, seen.size_mm, seen.wear, dice)
    side = paper.shape[0]
    card_w, card_h = round(63 * _FINE), round(88 * _FINE)
    whole = np.full((card_h, card_w), 240, np.uint8)
    left, top = (card_w - side) // 2, (card_h - side) // 2
    whole[top : top + side, left : left + side] = paper
    scale = PX_PER_MM / _FINE
    cos, sin = np.cos(card.turn) * scale, np.sin(card.turn) * scale
    middle = np.array([card_w / 2, card_h / 2])
    move = np.array([card.x, card.y]) - np.array([[cos, -sin], [sin, cos]]) @ middle
    warp = np.array([[cos, -sin, move[0]], [sin, cos, move[1]], [*dice.uniform(-3e-6, 3e-6, 2), 1.0]])
    fine = cv2.GaussianBlur(whole, (0, 0), 0.4 / scale)  # each of the camera's pixels sees some of the sticker's
    laid = cv2.warpPerspective(fine, warp, (WIDTH, HEIGHT), flags=cv2.INTER_LINEAR)
    mask = cv2.warpPerspective(np.full_like(whole, 255), warp, (WIDTH, HEIGHT), flags=cv2.INTER_NEAREST)
    picture[mask > 0] = laid[mask > 0][:, None]


def five(codes: Sequence[str], dice: np.random.Generator) -> list[Lying]:
    """Five cards in a row, each turned at random."""
    aside, up, turn = dice.uniform(-15, 15, 5), dice.uniform(-120, 120, 5), dice.uniform(0, 2 * np.pi, 5)
    return [Lying(code, 140 + 250 * i + aside[i], 360 + up[i], turn[i]) for i, code in enumerate(codes)]
