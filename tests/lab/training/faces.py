"""Whole decks drawn in endless styles, each card with the positions of its indices. Knows nothing about tables.

The only art by others is Adrian Kennard's, in the public domain (CC0), from the npm package
@heruka_urgyen/react-playing-cards: his four decks, and his courts inside decks of our own.
"""

import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from tests.lab.training.shapes import RANKS, SUITS, Dice, Mask, letters, suit_shapes

Pixels = npt.NDArray[Any]

WIDTH, HEIGHT = 300, 420
_OVER = 2  # drawn this much larger, then shrunk, for smooth edges
CARDS = tuple(rank + suit for suit in SUITS for rank in RANKS)


@dataclass(frozen=True, slots=True)
class Index:
    """A rank above a suit: the middle, half the width and half the height, in card pixels. `turned` means that it is
    upside down."""

    x: float
    y: float
    half_width: float
    half_height: float
    turned: bool


@dataclass(frozen=True, slots=True)
class DeckFaces:
    """Fifty-two faces in the order of `CARDS`, at full, half and quarter size, and the indices of each."""

    levels: tuple[Pixels, ...]
    indices: tuple[tuple[Index, ...], ...]
    corner: float  # radius of the card's corners, in card pixels
    foreign: frozenset[str] = frozenset()  # ranks that have another letter, which is none of ours


@dataclass(frozen=True, slots=True)
class Style:
    """The style of a deck. Lengths are fractions of the card's height."""

    ranks: dict[str, Mask]
    suits: dict[str, Mask]
    inks: dict[str, tuple[int, int, int]]
    paper: tuple[int, int, int]
    rank_height: float
    rank_width: float
    gap: float
    suit_height: float
    margin_x: float
    margin_y: float
    corners: int
    pips: str  # "full", "one", "none"
    pip_height: float
    court: str  # "kennard", "patches", "letter"
    frame: bool
    foreign: frozenset[str] = frozenset()  # ranks whose letter is none of ours

    @property
    def column(self) -> float:
        """How far the indices reach in from the side. The print inside may still come close to them."""
        return self.margin_x + self.rank_width


def draw_style(dice: Dice, fonts: bool = True, plain: bool = False) -> Style:
    """One random style: poker, bridge, jumbo, four corners, two or four colors. See `letters`."""
    size = dice.choice(["small", "standard", "large", "jumbo", "magnum"], p=[0.2, 0.38, 0.2, 0.15, 0.07])
    low, high = {"small": (0.055, 0.085), "standard": (0.085, 0.125), "large": (0.12, 0.16), "jumbo": (0.16, 0.22),
                 "magnum": (0.22, 0.3)}[size]  # fmt: skip
    rank_height = dice.uniform(low, high)
    big = size in ("jumbo", "magnum")
    return Style(
        ranks=letters(dice, fonts, plain),
        suits=suit_shapes(dice, fonts),
        inks=_inks(dice),
        paper=_paper(dice),
        rank_height=rank_height,
        rank_width=rank_height * dice.uniform(0.6, 0.95),
        gap=rank_height * dice.uniform(0.0, 0.3),
        suit_height=rank_height * (dice.uniform(0.5, 1.0) if not big else dice.uniform(0.45, 0.9)),
        margin_x=dice.uniform(0.015, 0.045),
        margin_y=dice.uniform(0.02, 0.06),
        corners=4 if not big and dice.random() < 0.3 else 2,
        pips=str(dice.choice(["full", "one", "none"], p=[0.8, 0.15, 0.05] if not big else [0.4, 0.5, 0.1])),
        pip_height=dice.uniform(0.11, 0.19),
        court=str(dice.choice(["kennard", "patches", "letter"], p=[0.5, 0.42, 0.08])),
        frame=bool(dice.random() < 0.75),
    )


def _inks(dice: Dice) -> dict[str, tuple[int, int, int]]:
    """The blue, green and red values of each suit."""
    dark = int(dice.integers(0, 55))
    black = (dark, dark, dark)
    red = (int(dice.integers(0, 70)), int(dice.integers(0, 60)), int(dice.integers(150, 256)))
    if dice.random() < 0.3:
        green = (int(dice.integers(0, 70)), int(dice.integers(90, 170)), int(dice.integers(0, 60)))
        blue = (int(dice.integers(150, 256)), int(dice.integers(20, 130)), int(dice.integers(0, 60)))
        return {"c": green, "d": blue, "h": red, "s": black}
    return {"c": black, "d": red, "h": red, "s": black}


def _paper(dice: Dice) -> tuple[int, int, int]:
    light = int(dice.integers(225, 256))
    warm = int(dice.integers(0, 22)) if dice.random() < 0.4 else 0
    return (light - warm, light - warm // 3, light)


def draw_deck(style: Style, courts: dict[str, Pixels], dice: Dice) -> DeckFaces:
    """The fifty-two cards of a style."""
    look = _CourtLook(courts, dice)
    faces, indices = [], []
    for name in CARDS:
        face, places = _draw_card(style, name, look, dice)
        faces.append(cv2.resize(face, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA))
        indices.append(tuple(places))
    corner = float(dice.uniform(0.02, 0.06) * HEIGHT)
    return DeckFaces(_levels(faces), tuple(indices), corner, style.foreign)


def _levels(faces: Sequence[Pixels]) -> tuple[Pixels, ...]:
    sizes = [(WIDTH >> level, HEIGHT >> level) for level in range(3)]
    return tuple(np.stack([cv2.resize(face, size, interpolation=cv2.INTER_AREA) for face in faces]) for size in sizes)


class _CourtLook:
    """The court cards of a deck and their coloring, which is the same on all twelve."""

    def __init__(self, courts: dict[str, Pixels], dice: Dice) -> None:
        self.art = courts
        self.order = dice.permutation(3) if dice.random() < 0.35 else np.arange(3)
        self.gain = dice.uniform(0.75, 1.1)
        self.flip = bool(dice.random() < 0.5)
        self.line = (int(dice.integers(0, 255)), int(dice.integers(0, 120)), int(dice.integers(0, 120)))


def _draw_card(style: Style, name: str, look: _CourtLook, dice: Dice) -> tuple[Pixels, list[Index]]:
    rank, suit = name[0], name[1]
    face: Pixels = np.empty((HEIGHT * _OVER, WIDTH * _OVER, 3), np.uint8)
    face[:] = style.paper
    if rank in "JQK":
        _draw_court(face, style, name, look, dice)
    else:
        _draw_pips(face, style, rank, suit)
    places = [_draw_index(face, style, name)]
    places.append(_turned(places[0]))
    half = cv2.rotate(face, cv2.ROTATE_180)
    _draw_index(half, style, name)
    face = cv2.rotate(half, cv2.ROTATE_180)
    if style.corners == 4:
        for turned in (False, True):
            face = cv2.rotate(face, cv2.ROTATE_180)
            place = _draw_index(face, style, name, right=True)
            places.append(place if turned else _turned(place))
    return face, places


def _turned(place: Index) -> Index:
    return Index(WIDTH - place.x, HEIGHT - place.y, place.half_width, place.half_height, not place.turned)


def _draw_index(face: Pixels, style: Style, name: str, right: bool = False) -> Index:
    """Draw rank and suit in the upper left corner, or in the upper right one. Returns where they are."""
    unit = HEIGHT * _OVER
    letter, shape, ink = style.ranks[name[0]], style.suits[name[1]], style.inks[name[1]]
    rank_height, suit_height = style.rank_height * unit, style.suit_height * unit
    rank_width = min(style.rank_width * unit, letter.shape[1] / letter.shape[0] * rank_height)
    suit_width = min(style.rank_width * unit * 1.15, shape.shape[1] / shape.shape[0] * suit_height)
    suit_height = min(suit_height, suit_width * shape.shape[0] / shape.shape[1])
    middle = style.margin_x * unit + style.rank_width * unit / 2
    if right:
        middle = WIDTH * _OVER - middle
    top = style.margin_y * unit
    stamp(face, letter, ink, (middle, top + rank_height / 2), (rank_width, rank_height))
    below = top + rank_height + style.gap * unit
    stamp(face, shape, ink, (middle, below + suit_height / 2), (suit_width, suit_height))
    half_height = (below + suit_height - top) / 2
    half_width = max(rank_width, suit_width) / 2
    return Index(middle / _OVER, (top + half_height) / _OVER, half_width / _OVER, half_height / _OVER, False)


Pair = tuple[float, float]


def stamp(face: Pixels, mask: Mask, ink: tuple[int, int, int], middle: Pair, size: Pair) -> None:
    """Print a shape around a point, cut off at the edges."""
    (x, y), (width, height) = middle, tuple(max(2, round(side)) for side in size)
    shrunk = cv2.resize(mask, (width, height), interpolation=cv2.INTER_AREA)
    left, top = round(x - width / 2), round(y - height / 2)
    x0, y0 = max(0, left), max(0, top)
    x1, y1 = min(face.shape[1], left + width), min(face.shape[0], top + height)
    if x0 >= x1 or y0 >= y1:
        return
    part = shrunk[y0 - top : y1 - top, x0 - left : x1 - left, None].astype(np.float32) / 255
    under = face[y0:y1, x0:x1]
    face[y0:y1, x0:x1] = (under * (1 - part) + np.array(ink, np.float32) * part).astype(np.uint8)


_L, _M, _R = -0.5, 0.0, 0.5
_PIPS: dict[str, list[tuple[float, float]]] = {
    "A": [(_M, 0)],
    "2": [(_M, -1), (_M, 1)],
    "3": [(_M, -1), (_M, 0), (_M, 1)],
    "4": [(_L, -1), (_R, -1), (_L, 1), (_R, 1)],
    "5": [(_L, -1), (_R, -1), (_M, 0), (_L, 1), (_R, 1)],
    "6": [(_L, -1), (_R, -1), (_L, 0), (_R, 0), (_L, 1), (_R, 1)],
    "7": [(_L, -1), (_R, -1), (_M, -0.5), (_L, 0), (_R, 0), (_L, 1), (_R, 1)],
    "8": [(_L, -1), (_R, -1), (_M, -0.5), (_L, 0), (_R, 0), (_M, 0.5), (_L, 1), (_R, 1)],
    "9": [(_L, -1), (_R, -1), (_L, -1 / 3), (_R, -1 / 3), (_M, 0), (_L, 1 / 3), (_R, 1 / 3), (_L, 1), (_R, 1)],
    "T": [(_L, -1), (_R, -1), (_M, -2 / 3), (_L, -1 / 3), (_R, -1 / 3), (_L, 1 / 3), (_R, 1 / 3), (_M, 2 / 3),
          (_L, 1), (_R, 1)],
}  # fmt: skip


def _draw_pips(face: Pixels, style: Style, rank: str, suit: str) -> None:
    unit = HEIGHT * _OVER
    shape, ink = style.suits[suit], style.inks[suit]
    if style.pips == "none":
        return
    if style.pips == "one" or rank == "A":
        height = unit * (style.pip_height * 1.9 if style.pips == "one" else style.pip_height * 1.3)
        stamp(face, shape, ink, (WIDTH * _OVER / 2, unit / 2), (height * shape.shape[1] / shape.shape[0], height))
        return
    room = WIDTH * _OVER / 2 - style.column * unit
    height = unit * style.pip_height
    width = min(height * shape.shape[1] / shape.shape[0], room * 0.75)
    height = width * shape.shape[0] / shape.shape[1]
    across, down = 2 * (room - width / 2) * 0.98, unit * 0.5 - unit * 0.08 - height / 2
    for part_x, part_y in _PIPS[rank]:
        x, y = WIDTH * _OVER / 2 + part_x * across, unit / 2 + part_y * down
        stamp(face, shape if part_y <= 0 else shape[::-1], ink, (x, y), (width, height))


def _draw_court(face: Pixels, style: Style, name: str, look: _CourtLook, dice: Dice) -> None:
    unit = HEIGHT * _OVER
    left, top = round(unit * min(style.column + 0.012, 0.2)), round(unit * dice.uniform(0.06, 0.1))
    right, bottom = WIDTH * _OVER - left, unit - top
    if style.court == "letter":
        stamp(face, style.suits[name[1]], style.inks[name[1]], (WIDTH * _OVER / 2, unit / 2), (unit * 0.3, unit * 0.3))
        return
    if style.court == "kennard":
        art = look.art[name][..., look.order]
        art = art[:, ::-1] if look.flip else art
    else:
        art = _patches(dice, style, name[1])
    fitted = cv2.resize(art, (right - left, bottom - top), interpolation=cv2.INTER_AREA)
    face[top:bottom, left:right] = np.clip(fitted * look.gain, 0, 255).astype(np.uint8)
    if style.frame:
        cv2.rectangle(face, (left, top), (right, bottom), look.line, int(dice.integers(1, 5)))
    if dice.random() < 0.7:  # the large pip next to a court's head, which is most often mistaken for an index
        shape = style.suits[name[1]]
        size = unit * dice.uniform(0.09, 0.15)
        for turned in (False, True):
            x, y = left + size * 0.6, top + size * 0.65
            x, y = (WIDTH * _OVER - x, unit - y) if turned else (x, y)
            stamp(face, shape[::-1] if turned else shape, style.inks[name[1]], (x, y), (size * 0.9, size))


def _patches(dice: Dice, style: Style, suit: str) -> Pixels:
    """A court card of our own: robes, lines, hair and faces as colored patches, with the lower half turned around."""
    height, width = 330, 420
    half = np.empty((height, width, 3), np.uint8)
    half[:] = style.paper
    inks = [(0, 200, 250), (40, 40, 210), (20, 20, 20), (180, 80, 20), (235, 235, 235), (60, 150, 220), (90, 90, 90)]
    for _ in range(int(dice.integers(14, 34))):
        ink = inks[dice.integers(len(inks))]
        kind = dice.integers(4)
        at = dice.uniform((0, 60), (width, height))
        size = dice.uniform(10, 110)
        if kind == 0:
            corners = at + dice.normal(0, size, (int(dice.integers(3, 7)), 2))
            cv2.fillPoly(half, [cv2.convexHull(corners.astype(np.int32))], ink, cv2.LINE_AA)
        elif kind == 1:
            for step in range(int(dice.integers(3, 9))):
                start = (at + np.array((step * size / 6, 0))).astype(int).tolist()
                end = (at + np.array((step * size / 6 + size * 0.4, size * 1.2))).astype(int).tolist()
                cv2.line(half, start, end, ink, int(dice.integers(2, 8)), cv2.LINE_AA)
        elif kind == 2:
            axes = (int(size * 0.7) + 2, int(size * dice.uniform(0.2, 0.7)) + 2)
            cv2.ellipse(half, at.astype(int).tolist(), axes, dice.uniform(0, 180), 0, 360, ink,
                        -1 if dice.random() < 0.6 else 5, cv2.LINE_AA)  # fmt: skip
        else:
            shape = style.suits[suit]
            stamp(half, shape, ink, (at[0], at[1]), (size * 0.5 + 6, size * 0.5 + 6))
    center = (int(width * dice.uniform(0.35, 0.65)), int(height * dice.uniform(0.3, 0.42)))
    cv2.ellipse(half, center, (48, 62), 0, 0, 360, (200, 215, 240), -1, cv2.LINE_AA)
    cv2.ellipse(half, center, (48, 62), 0, 0, 360, (20, 20, 20), 3, cv2.LINE_AA)
    for side in (-18, 18):
        cv2.circle(half, (center[0] + side, center[1] - 8), 5, (20, 20, 20), -1, cv2.LINE_AA)
    cv2.line(half, (center[0] - 15, center[1] + 30), (center[0] + 15, center[1] + 30), (30, 30, 160), 4, cv2.LINE_AA)
    return np.vstack([half, cv2.rotate(half, cv2.ROTATE_180)])


def kennard_courts(images: Path) -> dict[str, Pixels]:
    """The twelve court cards from the package's images, cut out along their frames."""
    unit = HEIGHT * _OVER / 336
    return {
        name: _rendered(images / "2color" / f"{name.upper()}.svg")[
            round(37.6 * unit) + 2 : round(298.4 * unit) - 2, round(37.6 * unit) + 2 : round(202.4 * unit) - 2
        ]
        for name in CARDS
        if name[0] in "JQK"
    }


def kennard_decks(images: Path) -> list[DeckFaces]:
    """The four decks of Adrian Kennard as he drew them: with two and four colors, and with small and large indices."""
    # The ink of rank and suit on the card of 240 by 336: middle x, top, bottom and half the width.
    small, large = (22.0, 12.0, 75.5, 12.0), (33.0, 12.0, 142.0, 24.0)
    decks = []
    for folder, (x, top, bottom, half_width) in {
        "2color": small, "4color": small, "2color-bf": large, "4color-bf": large,
    }.items():  # fmt: skip
        unit = WIDTH / 240
        place = Index(x * unit, (top + bottom) / 2 * unit, half_width * unit, (bottom - top) / 2 * unit, False)
        drawn = [_rendered(images / folder / f"{name.upper()}.svg") for name in CARDS]
        faces = [cv2.resize(face, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA) for face in drawn]
        decks.append(DeckFaces(_levels(faces), ((place, _turned(place)),) * len(CARDS), 12 * unit))
    return decks


def _rendered(svg: Path) -> Pixels:
    size = ["-w", str(WIDTH * _OVER), "-h", str(HEIGHT * _OVER), "--background-color", "white"]
    png = subprocess.run(["rsvg-convert", *size, str(svg)], capture_output=True, check=True).stdout
    read = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_COLOR)
    assert read is not None, svg
    return np.asarray(read, np.uint8)
