"""A square picture of cards on a table as a camera would see it, and the position of every index. Everything is drawn
at random.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from tests.lab.training import tables
from tests.lab.training.faces import HEIGHT, WIDTH, DeckFaces, Index
from tests.lab.training.light import photograph
from tests.lab.training.shapes import RANKS, SUITS, Dice, letters, suit_shapes

Pixels = npt.NDArray[Any]
Matrix = npt.NDArray[Any]

SIDE = 320
UNKNOWN = len(RANKS) + 2
"""The rank of an index with a foreign letter. The two before it are no index, and one that is mirrored."""
FIELDS = ("x", "y", "up_x", "up_y", "height", "width", "rank", "suit", "seen", "mirrored")


@dataclass(frozen=True, slots=True)
class Placed:
    """A card on the table: its middle, its turn, and its size (the height) in table units."""

    face: int  # -1 is a card back
    deck: int
    x: float
    y: float
    turn: float
    stretch: float


class Scene:
    """One picture in progress: its pixels, and the card that is on top at each of them."""

    def __init__(self, dice: Dice, decks: Sequence[DeckFaces]) -> None:
        self.dice = dice
        self.decks = decks
        self.pixels = tables.ground(dice, SIDE)
        self.owner = np.full((SIDE, SIDE), -1, np.int16)
        self.marks: list[tuple[int, int, Index, Matrix]] = []

    def lay(self, number: int, card: Placed, camera: Matrix, shadow: float, edge: float) -> None:
        """Put one card on top of the cards already there."""
        deck = self.decks[card.deck]
        onto = camera @ _place(card)
        corners = mapped(onto, np.array([[0, 0], [WIDTH, 0], [WIDTH, HEIGHT], [0, HEIGHT]], float))
        low = np.floor(corners.min(0)).astype(int) - 2
        high = np.ceil(corners.max(0)).astype(int) + 3
        x0, y0 = np.maximum(low, 0)
        x1, y1 = np.minimum(high, SIDE)
        if x1 - x0 < 3 or y1 - y0 < 3 or (high - low).max() > SIDE * 9:
            return
        if shadow:
            self._shade(corners, shadow)
        face, small = self._face(card, deck, corners)
        shrink = np.diag([small, small, 1.0])
        local = np.array([[1, 0, -x0], [0, 1, -y0], [0, 0, 1.0]]) @ onto @ np.linalg.inv(shrink)
        size = (int(x1 - x0), int(y1 - y0))
        how = cv2.INTER_LINEAR
        drawn = cv2.warpPerspective(face, local, size, flags=how, borderMode=cv2.BORDER_REPLICATE)
        alpha = cv2.warpPerspective(rounded(face.shape[1], face.shape[0], deck.corner * small, edge), local, size,
                                    flags=how, borderMode=cv2.BORDER_CONSTANT)  # fmt: skip
        cover = alpha[..., :1].astype(np.float32) / 255
        rim = alpha[..., 1:].astype(np.float32) / 255
        part = self.pixels[y0:y1, x0:x1]
        part[:] = (part * (1 - cover) + drawn * cover * (1 - rim)).astype(np.uint8)
        self.owner[y0:y1, x0:x1][alpha[..., 0] > 127] = number
        if card.face >= 0:
            self.marks += [(number, card.face, index, onto) for index in deck.indices[card.face]]

    def _face(self, card: Placed, deck: DeckFaces, corners: Matrix) -> tuple[Pixels, float]:
        """The face, shrunk beforehand to about its final size, so that letters are not jagged."""
        small = float(np.linalg.norm(corners[1] - corners[0])) / WIDTH * 1.15
        level = 0 if small > 0.5 else 1 if small > 0.25 else 2
        if card.face >= 0:
            return np.ascontiguousarray(deck.levels[level][card.face]), 0.5**level
        back = tables.back(self.dice, WIDTH >> 1, HEIGHT >> 1)
        return back, 0.5

    def _shade(self, corners: Matrix, strength: float) -> None:
        mask = np.zeros((SIDE // 4, SIDE // 4), np.float32)
        moved = corners + self.dice.normal(0, 1.5, 2)
        cv2.fillConvexPoly(mask, np.round(moved / 4).astype(np.int32), strength)
        soft = cv2.resize(cv2.GaussianBlur(mask, (0, 0), 1.2), (SIDE, SIDE), interpolation=cv2.INTER_LINEAR)
        self.pixels[:] = (self.pixels * (1 - soft[..., None])).astype(np.uint8)

    def cover(self, picture: Pixels, mask: npt.NDArray[Any], onto: Matrix) -> None:
        """Put any other object on top."""
        drawn = cv2.warpPerspective(picture, onto, (SIDE, SIDE), flags=cv2.INTER_LINEAR)
        alpha = cv2.warpPerspective(mask, onto, (SIDE, SIDE), flags=cv2.INTER_LINEAR)
        part = alpha[..., None].astype(np.float32) / 255
        self.pixels[:] = (self.pixels * (1 - part) + drawn * part).astype(np.uint8)
        self.owner[alpha > 100] = -2


def rounded(width: int, height: int, corner: float, edge: float) -> Pixels:
    """Masks of the card and of its darker rim."""
    radius = max(1, round(corner))
    cover = np.zeros((height, width, 2), np.uint8)
    mask = np.zeros((height, width), np.uint8)
    cv2.rectangle(mask, (radius, 0), (width - 1 - radius, height - 1), 255, -1)
    cv2.rectangle(mask, (0, radius), (width - 1, height - 1 - radius), 255, -1)
    for x in (radius, width - 1 - radius):
        for y in (radius, height - 1 - radius):
            cv2.circle(mask, (x, y), radius, 255, -1, cv2.LINE_AA)
    cover[..., 0] = mask
    if edge:
        inner = cv2.erode(cv2.copyMakeBorder(mask, 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=0), np.ones((3, 3), np.uint8))
        cover[..., 1] = ((mask > inner[1:-1, 1:-1]) * int(edge * 255)).astype(np.uint8)
    return cover


def _place(card: Placed) -> Matrix:
    """The transform from card pixels to the table, where one card height is one unit."""
    cos, sin = np.cos(card.turn), np.sin(card.turn)
    to_unit = np.array(
        [[card.stretch / HEIGHT, 0, -card.stretch * WIDTH / HEIGHT / 2], [0, 1 / HEIGHT, -0.5], [0, 0, 1]]
    )
    return np.asarray(np.array([[cos, -sin, card.x], [sin, cos, card.y], [0, 0, 1]]) @ to_unit)


def mapped(onto: Matrix, points: Matrix) -> Matrix:
    mapped = np.c_[points, np.ones(len(points))] @ onto.T
    return np.asarray(mapped[:, :2] / np.maximum(mapped[:, 2:], 1e-6))


def camera_over(dice: Dice, card_pixels: float, middle: Matrix) -> Matrix:
    """The transform from the table to the picture. The point `middle` of the table is in the middle of the picture, and
    a card there is `card_pixels` high."""
    tilt = dice.choice([0.0, dice.uniform(0, 0.45), dice.uniform(0.3, 0.95)], p=[0.3, 0.45, 0.25])
    turn, roll = dice.uniform(0, 2 * np.pi, 2)
    far = dice.uniform(1.5, 5.0)  # focal length relative to the picture's side
    focal = far * SIDE
    depth = focal / card_pixels
    rotate = _about_z(roll) @ _about_x(tilt) @ _about_z(turn)
    flat = np.array([[1, 0, -middle[0]], [0, 1, -middle[1]], [0, 0, 1.0]])
    project = np.column_stack([rotate[:, 0], rotate[:, 1], [0, 0, depth]])
    lens = np.array([[focal, 0, SIDE / 2], [0, focal, SIDE / 2], [0, 0, 1.0]])
    return np.asarray(lens @ project @ flat)


def _about_x(turn: float) -> Matrix:
    cos, sin = np.cos(turn), np.sin(turn)
    return np.array([[1, 0, 0], [0, cos, -sin], [0, sin, cos]])


def _about_z(turn: float) -> Matrix:
    cos, sin = np.cos(turn), np.sin(turn)
    return np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1]])


def _layout(dice: Dice, span: float, deck_ids: Sequence[int]) -> list[Placed]:
    """Cards within `span` units of the middle, arranged in one of the ways in which cards lie on a table."""
    kind = dice.choice(["apart", "row", "heap", "fan", "cascade", "pairs", "none"],
                       p=[0.23, 0.16, 0.16, 0.17, 0.11, 0.09, 0.08])  # fmt: skip
    stretch = dice.uniform(0.88, 1.02)
    spots = {"apart": _apart, "row": _row, "heap": _heap, "fan": _fan, "cascade": _cascade, "pairs": _pairs,
             "none": lambda *_: []}[str(kind)](dice, span)  # fmt: skip
    faces = dice.permutation(52)
    backs = dice.random() * 0.25
    return [
        Placed(-1 if dice.random() < backs else int(faces[i % 52]), int(dice.choice(deck_ids)), x, y, turn, stretch)
        for i, (x, y, turn) in enumerate(spots[:60])
    ]


Spots = list[tuple[float, float, float]]


def _apart(dice: Dice, span: float) -> Spots:
    step, tilt = dice.uniform(1.0, 1.7), dice.choice([0.05, 0.5, 3.2])
    reach = np.arange(-span, span + step, step)
    return [
        (x + dice.normal(0, 0.06), y + dice.normal(0, 0.06), dice.normal(0, tilt))
        for x in reach for y in reach if dice.random() < 0.75
    ]  # fmt: skip


def _row(dice: Dice, span: float) -> Spots:
    gap, rows = dice.uniform(0.6, 0.82), dice.uniform(0.95, 1.4)
    lean = dice.choice([0.0, 0.02, 0.08])
    upside = dice.random() * 0.5
    return [
        (x + dice.normal(0, 0.01), y + dice.normal(0, 0.02), dice.normal(0, lean) + np.pi * (dice.random() < upside))
        for y in np.arange(-span, span + rows, rows) for x in np.arange(-span, span + gap, gap)
        if dice.random() < 0.92
    ]  # fmt: skip


def _heap(dice: Dice, span: float) -> Spots:
    dense = dice.uniform(0.6, 2.2)
    count = int(np.clip(dense * (2 * span) ** 2, 2, 45))
    return [(*dice.uniform(-span, span, 2), dice.uniform(0, 2 * np.pi)) for _ in range(count)]


def _fan(dice: Dice, span: float) -> Spots:
    spots: Spots = []
    for _ in range(int(np.clip(span * 2, 1, 5))):
        x, y = dice.uniform(-span, span, 2) * 0.7
        start, step, count = dice.uniform(0, 2 * np.pi), dice.uniform(0.05, 0.3), int(dice.integers(3, 14))
        pivot = dice.uniform(0.3, 1.2)
        for i in range(count):
            turn = start + (i - count / 2) * step
            spots.append((x + np.sin(turn) * pivot, y - np.cos(turn) * pivot, turn + dice.normal(0, 0.01)))
    return spots


def _cascade(dice: Dice, span: float) -> Spots:
    spots: Spots = []
    for _ in range(int(np.clip(span * 2, 1, 6))):
        x, y = dice.uniform(-span, span, 2)
        turn, count = dice.uniform(0, 2 * np.pi), int(dice.integers(3, 12))
        way = turn + dice.choice([0, np.pi / 2, np.pi, -np.pi / 2]) + dice.normal(0, 0.08)
        step = dice.uniform(0.11, 0.42)
        spots += [
            (x + np.cos(way) * step * i, y + np.sin(way) * step * i, turn + dice.normal(0, 0.04)) for i in range(count)
        ]
    return spots


def _pairs(dice: Dice, span: float) -> Spots:
    spots: Spots = []
    for _ in range(int(np.clip((2 * span) ** 2 * 0.6, 1, 12))):
        x, y = dice.uniform(-span, span, 2)
        turn = dice.uniform(0, 2 * np.pi)
        aside = np.array([np.cos(turn), np.sin(turn)]) * dice.uniform(0.12, 0.6) * dice.choice([-1, 1])
        down = np.array([-np.sin(turn), np.cos(turn)]) * dice.normal(0, 0.12)
        spots += [(x, y, turn), (x + aside[0] + down[0], y + aside[1] + down[1], turn + dice.normal(0, 0.25))]
    return spots


def make(dice: Dice, decks: Sequence[DeckFaces]) -> tuple[Pixels, npt.NDArray[Any]]:
    """One picture, and a row of `FIELDS` for each index in it."""
    chosen = [int(dice.integers(len(decks)))]
    if dice.random() < 0.2:
        chosen.append(int(dice.integers(len(decks))))
    table = Scene(dice, decks)
    height = decks[chosen[0]].indices[0][0].half_height * 2 / HEIGHT
    wanted = float(np.exp(dice.uniform(np.log(11), np.log(78))))  # the height of an index in pixels
    card_pixels = min(wanted / height, SIDE * 2.6)
    span = max(0.35, SIDE / card_pixels * 0.65)
    camera = camera_over(dice, card_pixels, dice.uniform(-0.5, 0.5, 2) * min(1.0, span))
    cards = _layout(dice, span, chosen)
    shadow = float(dice.choice([0.0, dice.uniform(0.05, 0.35)]))
    edge = float(dice.choice([0.0, dice.uniform(0.05, 0.5)]))
    if dice.random() < 0.35 or not cards:
        _litter(table, camera, span, card_pixels, int(dice.integers(1, 4)))
    for number, card in enumerate(cards):
        table.lay(number, card, camera, shadow, edge)
    if cards and dice.random() < 0.25:
        _litter(table, camera, span, card_pixels, int(dice.integers(1, 3)))
    mirrored = bool(dice.random() < 0.05)
    rows = _rows(table, cards)
    picture = photograph(table.pixels, dice)
    if mirrored:
        picture = np.ascontiguousarray(picture[:, ::-1])
        rows[:, 0] = SIDE - 1 - rows[:, 0]
        rows[:, 2] *= -1
        rows[:, 9] = 1
    _drop_washed_out(picture, rows)
    return picture, rows


def _rows(table: Scene, cards: Sequence[Placed]) -> npt.NDArray[Any]:
    rows = []
    for number, face, index, onto in table.marks:
        half = [index.half_width, index.half_height]
        box = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half + [index.x, index.y]
        quad = mapped(onto, box.astype(float))
        middle = quad.mean(0)
        if not (-8 < middle[0] < SIDE + 8 and -8 < middle[1] < SIDE + 8):
            continue
        up = (quad[0] + quad[1] - quad[2] - quad[3]) / 2 * (-1 if index.turned else 1)
        height, width = float(np.linalg.norm(up)), float(np.linalg.norm(quad[1] - quad[0]))
        seen = _seen(table.owner, quad, number)
        suit, rank = divmod(face, len(RANKS))
        rank = UNKNOWN if RANKS[rank] in table.decks[cards[number].deck].foreign else rank
        rows.append([*middle, *(up / max(height, 1e-6)), height, width, rank, suit, seen, 0])
    assert len(SUITS) == 4
    return np.array(rows, np.float32).reshape(-1, len(FIELDS))


def _seen(owner: npt.NDArray[Any], quad: Matrix, number: int) -> float:
    """How much of an index is inside the picture and not covered by anything. The less visible of its two halves counts
    double."""
    center, parts = quad.mean(0), []
    for half in (0, 1):
        turned = np.roll(quad, -2 * half, axis=0)
        middle = (turned[[0, 1]] + turned[[3, 2]]) / 2
        corners = np.array([turned[0], turned[1], middle[1], middle[0]])
        grid = np.linspace(0.08, 0.92, 7)
        across, down = np.meshgrid(grid, grid)
        spots = (corners[0] * ((1 - across) * (1 - down))[..., None] + corners[1] * (across * (1 - down))[..., None]
                 + corners[2] * (across * down)[..., None] + corners[3] * ((1 - across) * down)[..., None])  # fmt: skip
        points = np.round(spots.reshape(-1, 2)).astype(int)
        inside = ((points >= 0) & (points < SIDE)).all(1)
        kept = np.clip(points, 0, SIDE - 1)
        parts.append(float((inside & (owner[kept[:, 1], kept[:, 0]] == number)).mean()))
    assert center.shape == (2,)
    return min(parts)


def _litter(table: Scene, camera: Matrix, span: float, card_pixels: float, count: int) -> None:
    """Chips, hands, phones, print and single letters, between the cards or on them."""
    dice = table.dice
    for _ in range(count):
        kind = str(dice.choice(["chip", "hand", "slab", "words", "keys", "lone"]))
        size = dice.uniform(0.4, 1.6)
        if kind == "lone":
            masks = [*suit_shapes(dice).values(), *letters(dice).values()]
            tables.lone_shapes(table.pixels, dice, masks, card_pixels * 0.12)
            continue
        if kind == "chip":
            picture, mask = tables.chip(dice, 120)
            size = dice.uniform(0.35, 0.5)
        elif kind == "hand":
            picture, mask = tables.hand(dice, 200)
            size = dice.uniform(0.9, 1.8)
        elif kind == "slab":
            picture, mask = tables.slab(dice, 120, int(dice.integers(120, 260)))
        elif kind == "words":
            picture, mask = tables.words_patch(dice, 220, int(dice.integers(60, 300)))
        else:
            picture, mask = tables.keys(dice, 240, 160)
        turn = dice.uniform(0, 2 * np.pi)
        x, y = dice.uniform(-span, span, 2)
        scale = size / max(picture.shape[:2])
        cos, sin = np.cos(turn) * scale, np.sin(turn) * scale
        onto = camera @ np.array([[cos, -sin, x], [sin, cos, y], [0, 0, 1]])
        table.cover(picture, mask, onto)


def _drop_washed_out(picture: Pixels, rows: npt.NDArray[Any]) -> None:
    """Drop indices that glare or darkness has wiped out, so that the net is not asked to find them."""
    gray = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    for row in rows:
        reach = max(3.0, row[4] * 0.4)
        x0, y0 = np.maximum((row[:2] - reach).astype(int), 0)
        x1, y1 = (row[:2] + reach).astype(int) + 1
        part = gray[y0:y1, x0:x1]
        if part.size < 9 or np.subtract(*np.percentile(part, (96, 4))) < 14:
            row[8] = min(row[8], 0.6)
