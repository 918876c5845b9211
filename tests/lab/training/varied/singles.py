"""Single indices, each in a style of its own: its suit, rank letter, inks and paper are like those of no other one.

    python -m tests.lab.training.varied.singles WORK [--shards 40] [--first 0]

WORK/singles/NNNN.npz gets `PER_SHARD` crops framed as the detector might frame them, with their ranks and suits. They
teach the classifier that only the outline shows the suit. Whole decks, fans and courts are in corners and scenes.
"""

import argparse
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from hardware.recognition.crops import cut
from tests.lab.training import tables
from tests.lab.training.corners import (
    GONE,
    MIRRORED,
    NO_RANK,
    NO_SUIT,
    READABLE,
    SYMMETRICAL,
    Crop,
    astray,
    kept,
    save_crops,
    shaken,
)  # fmt: skip
from tests.lab.training.faces import stamp
from tests.lab.training.light import photograph
from tests.lab.training.scenes import UNKNOWN
from tests.lab.training.shapes import SUITS, Dice, Mask
from tests.lab.training.varied.inks import Color, inks, paper, worn
from tests.lab.training.varied.letters import LetterPool
from tests.lab.training.varied.suits import suit

Pixels = npt.NDArray[Any]
Matrix = npt.NDArray[Any]

SEED = 20_38
PER_SHARD = 4_096
_FINER = 1.5  # the card is drawn this much larger than it is seen
_LEAST, _MOST = 9.0, 110.0  # the height of an index in the picture, in pixels
_WIDEST = 0.9  # the width of an index by the height of its box, so that a wide one fits into its crop
_FOREIGN, _BESIDE, _UNDER_A_CARD = 0.1, 0.08, 0.1
"""How often the letter is foreign, the suit is beside its rank, and half of the index or more is under another card."""


@dataclass(frozen=True, slots=True)
class DrawnIndex:
    """A piece of a card with one index: its middle, half its width and half its height, in pixels of the card. The unit
    is about the height of the index."""

    card: Pixels
    middle: Matrix
    half: Matrix
    unit: float


@dataclass(frozen=True, slots=True)
class _Print:
    """The print of an index, and the unit in pixels."""

    letter: Mask
    shape: Mask
    ink: Color
    unit: float


def draw_index(rank: int | None, kind: int, unit: float, pool: LetterPool, dice: Dice) -> DrawnIndex:
    """The corner of a card. Without a rank, its letter is foreign."""
    letter = pool.foreign(dice) if rank is None else pool.rank(dice, rank)
    shape, on = suit(SUITS[kind], dice), paper(dice)
    of = _Print(letter, shape, inks(dice, on)[SUITS[kind]], unit)
    card = np.empty((round(unit * 2.9), round(unit * 2.7), 3), np.uint8)
    card[:] = on
    left, top = dice.uniform(0.1, 0.42) * unit, dice.uniform(0.1, 0.45) * unit
    beside = dice.random() < _BESIDE
    right, low = (_side_by_side if beside else _stacked)(card, of, (left, top), dice)
    _print_more(card, of, (right, top), dice)
    if dice.random() < 0.25:
        worn(card, dice)
    half = np.array([right - left, low - top]) / 2
    middle = np.array([left, top]) + half
    half[1] = max(half[1], half[0] / _WIDEST)
    return DrawnIndex(card, middle, half, unit)


Place = tuple[float, float]


def _stacked(card: Pixels, of: _Print, at: Place, dice: Dice) -> Place:
    """The suit below its rank, printed from `at` on. Returns the far end of both."""
    letter, shape = of.letter, of.shape
    high = dice.uniform(0.4, 0.7) * of.unit
    gap = high * dice.uniform(0.0, 0.32)
    below = max(0.2 * of.unit, of.unit - high - gap)
    wide = min(high * dice.uniform(0.6, 1.0), letter.shape[1] / letter.shape[0] * high)
    across = min(high * dice.uniform(0.65, 1.3), shape.shape[1] / shape.shape[0] * below)
    below = min(below, across * shape.shape[0] / shape.shape[1])
    most = max(wide, across)
    aside = dice.uniform(-0.5, 0.5) * abs(wide - across) if dice.random() < 0.15 else 0.0
    for mask, y, width, height in ((letter, 0.0, wide, high), (shape, high + gap, across, below)):
        moved = aside if width < most else 0.0
        stamp(card, mask, of.ink, (at[0] + most / 2 + moved, at[1] + y + height / 2), (width, height))
    return at[0] + most, at[1] + high + gap + below


def _side_by_side(card: Pixels, of: _Print, at: Place, dice: Dice) -> Place:
    """The suit to the right of its rank. As the detector does, the box is as high as both were below each other."""
    letter, shape = of.letter, of.shape
    high = dice.uniform(0.55, 0.8) * of.unit
    wide = min(high * 0.85, letter.shape[1] / letter.shape[0] * high)
    size = high * dice.uniform(0.5, 0.95)
    across = size * shape.shape[1] / shape.shape[0]
    gap = high * dice.uniform(0.04, 0.2)
    stamp(card, letter, of.ink, (at[0] + wide / 2, at[1] + high / 2), (wide, high))
    y = at[1] + (high - size) * dice.random() + size / 2
    stamp(card, shape, of.ink, (at[0] + wide + gap + across / 2, y), (across, size))
    return at[0] + wide + gap + across, at[1] + high


def _print_more(card: Pixels, of: _Print, at: Place, dice: Dice) -> None:
    """Print pips, a picture, a line around the card, or nothing to the right of an index."""
    shape = of.shape
    height, width = card.shape[:2]
    kind = dice.random()
    if kind < 0.42:
        for _ in range(int(dice.integers(1, 4))):
            size = dice.uniform(0.4, 1.2) * of.unit
            across = size * shape.shape[1] / shape.shape[0]
            x = at[0] + dice.uniform(0.06, 0.9) * of.unit + across / 2
            y = at[1] + dice.uniform(-0.1, 2.1) * of.unit
            stamp(card, shape if dice.random() < 0.7 else shape[::-1], of.ink, (x, y), (across, size))
    elif kind < 0.72:
        x, y = round(at[0] + dice.uniform(0.05, 0.3) * of.unit), round(at[1] + dice.uniform(-0.1, 0.3) * of.unit)
        if x < width - 8 and y < height - 8:
            _court(card[y:, x:], of, dice)
    if dice.random() < 0.12:
        edge = round(dice.uniform(0.02, 0.08) * of.unit)
        color = tuple(int(part) for part in dice.integers(0, 140, 3))
        cv2.rectangle(card, (edge, edge), (width + 9, height + 9), color, int(dice.integers(1, 4)))


def _court(part: Pixels, of: _Print, dice: Dice) -> None:
    shape = of.shape
    drawn = np.ascontiguousarray(part)
    for _ in range(int(dice.integers(4, 15))):
        color = tuple(int(each) for each in dice.integers(0, 256, 3))
        corners = dice.random((int(dice.integers(3, 7)), 2)) * [part.shape[1], part.shape[0]]
        cv2.fillPoly(drawn, [cv2.convexHull(corners.astype(np.int32))], color, cv2.LINE_AA)
    if dice.random() < 0.7:
        size = dice.uniform(0.35, 0.65) * of.unit
        stamp(drawn, shape, of.ink, (0.4 * of.unit, 0.4 * of.unit), (size * shape.shape[1] / shape.shape[0], size))
    part[:] = drawn
    line = tuple(int(each) for each in dice.integers(0, 200, 3))
    cv2.rectangle(part, (0, 0), (part.shape[1] + 9, part.shape[0] + 9), line, int(dice.integers(1, 5)))


def single(pool: LetterPool, grounds: Pixels, dice: Dice) -> Crop | None:
    """One index as a camera sees it. Returns None if it is neither readable nor completely unreadable."""
    rank = None if dice.random() < _FOREIGN else int(dice.integers(13))
    kind = int(dice.integers(4))
    height = float(np.exp(dice.uniform(np.log(_LEAST), np.log(_MOST))))
    index = draw_index(rank, kind, max(30.0, height * _FINER), pool, dice)
    side = int(max(40, height * 3.2))
    onto = _pose(index, height, side, dice)
    picture = _on_the_table(index, onto, grounds, side, dice)
    box = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * index.half + index.middle
    quad = cv2.perspectiveTransform(box[None].astype(np.float64), onto)[0]
    up = (quad[0] + quad[1] - quad[2] - quad[3]) / 2
    length = float(np.linalg.norm(up))
    if length < 6:
        return None
    mark = np.array([*quad.mean(0), *(up / length), length])
    covered = dice.random() < _UNDER_A_CARD
    if covered:
        _cover(picture, mark, quad, dice)
    seen = photograph(picture, dice)
    clear = kept(picture, seen, mark)
    if covered or clear < READABLE:
        return (cut(seen, *shaken(mark, dice)), NO_RANK, NO_SUIT) if covered or clear < GONE else None
    how = dice.random()
    if how < 0.06:
        return cut(seen, *shaken(astray(mark, dice), dice)), NO_RANK, NO_SUIT
    crop = cut(seen, *shaken(mark, dice))
    if how < 0.1 and rank is not None and rank not in SYMMETRICAL:
        return np.ascontiguousarray(crop[:, ::-1]), MIRRORED, NO_SUIT
    return crop, UNKNOWN if rank is None else rank, kind


def _pose(index: DrawnIndex, height: float, side: int, dice: Dice) -> Matrix:
    """The transform from the card to the picture, with the index in the middle."""
    turn, axis = dice.uniform(0, 2 * np.pi, 2)
    squeeze = dice.choice([1.0, dice.uniform(0.75, 1.0), dice.uniform(0.5, 0.8)], p=[0.35, 0.45, 0.2])
    flat = _turn(axis) @ np.diag([1.0, squeeze]) @ _turn(-axis) @ _turn(turn)
    flat *= height / max(1e-6, float(np.linalg.norm(flat @ [0, 2 * index.half[1]])))
    onto, obliquely, centered = np.eye(3), np.eye(3), np.eye(3)
    onto[:2, :2] = flat
    onto[:2, 2] = -flat @ index.middle
    obliquely[2, :2] = dice.normal(0, 0.12, 2) / side
    centered[:2, 2] = side / 2 + dice.uniform(-1, 1, 2)
    return np.asarray(centered @ obliquely @ onto)


def _turn(angle: float) -> Matrix:
    cos, sin = np.cos(angle), np.sin(angle)
    return np.array([[cos, -sin], [sin, cos]])


def _on_the_table(index: DrawnIndex, onto: Matrix, grounds: Pixels, side: int, dice: Dice) -> Pixels:
    """The card's corner on a surface. Its other sides are beyond the picture."""
    y, x = dice.integers(0, grounds.shape[1] - side + 1, 2)
    picture = np.ascontiguousarray(grounds[dice.integers(len(grounds)), y : y + side, x : x + side])
    card = index.card
    mask = np.full(card.shape[:2], 255, np.uint8)
    radius = max(2, round(dice.uniform(0.08, 0.3) * index.unit))
    mask[:radius, :radius] = 0
    cv2.circle(mask, (radius, radius), radius, 255, -1)
    cover = cv2.warpPerspective(mask, onto, (side, side), flags=cv2.INTER_LINEAR).astype(np.float32)[..., None] / 255
    drawn = cv2.warpPerspective(card, onto, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    if dice.random() < 0.5:
        soft = cv2.GaussianBlur(cover, (0, 0), max(0.6, side / 60))[..., None]
        picture = picture * (1 - dice.uniform(0.05, 0.5) * soft)
    return np.asarray(picture * (1 - cover) + drawn * cover, np.uint8)


def _cover(picture: Pixels, mark: Matrix, quad: Matrix, dice: Dice) -> None:
    """Half of the index or more under the next card of a fan, whose own print begins at its edge."""
    side = picture.shape[0]
    right = np.array([-mark[3], mark[2]]) * dice.choice([1, 1, 1, -1])
    if dice.random() < 0.25:
        right = mark[2:4].copy() * dice.choice([1, -1])
    reach = float(((quad - quad.mean(0)) @ right).max())
    start = quad.mean(0) + right * reach * dice.uniform(-0.5, 0.15)
    along = np.array([-right[1], right[0]])
    corners = np.array([start + along * side, start - along * side, start - along * side + right * 2 * side,
                        start + along * side + right * 2 * side])  # fmt: skip
    light = int(dice.integers(180, 256))
    over = np.full_like(picture, light)
    for _ in range(int(dice.integers(0, 4))):
        color = tuple(int(each) for each in dice.integers(0, 120, 3))
        middle = quad.mean(0) + right * dice.uniform(0.2, 1.2) * mark[4] + along * dice.normal(0, 0.5) * mark[4]
        cv2.circle(over, middle.astype(int).tolist(), max(2, int(mark[4] * dice.uniform(0.1, 0.35))), color, -1)
    mask = np.zeros((side, side), np.uint8)
    cv2.fillConvexPoly(mask, np.round(corners).astype(np.int32), 255, cv2.LINE_AA)
    part = mask.astype(np.float32)[..., None] / 255
    picture[:] = (picture * (1 - part) + over * part).astype(np.uint8)


def draw_shard(folder: Path, number: int) -> None:
    """Draw `PER_SHARD` crops."""
    dice = np.random.default_rng((SEED, number))
    pool = LetterPool(dice)
    grounds = np.stack([tables.ground(dice, 400) for _ in range(24)])
    made: list[Crop] = []
    while len(made) < PER_SHARD:
        crop = single(pool, grounds, dice)
        if crop is not None:
            made.append(crop)
    save_crops(folder, number, made)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("work", type=Path)
    parser.add_argument("--shards", type=int, default=40)
    parser.add_argument("--first", type=int, default=0)
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    for number in range(asked.first, asked.first + asked.shards):
        if not (asked.work / "singles" / f"{number:04}.npz").exists():
            draw_shard(asked.work / "singles", number)
            print("drawn", number, flush=True)


if __name__ == "__main__":
    main()
