"""Composed scenes: the cards of an unseen deck on a table, as a camera of 1280 by 720 sees them in several frames."""

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from engine.cards import DECK, Card
from tests.hardware.recognition.unseen.decks import HEIGHT, WIDTH, Pixels, UnseenDeck, draw_unseen
from tests.hardware.recognition.unseen.suits import Dice

ACROSS, DOWN = 1280, 720
SEED = 38_038
_FAN = 3
_HIGHEST = 0.05
"""The largest distance from the top of a card to its index, as a fraction of the card's height."""
Matrix = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class LyingCard:
    """A card and its corners in the picture. A card with a foreign letter, or without a whole index in the picture, is
    not readable, so it should not be read."""

    card: Card
    corners: Matrix
    readable: bool

    def has(self, x: float, y: float) -> bool:
        return cv2.pointPolygonTest(self.corners.astype(np.float32).reshape(-1, 1, 2), (x, y), True) > -3


@dataclass(frozen=True, slots=True)
class Scene:
    """The topmost card is the last one."""

    cards: tuple[LyingCard, ...]
    clean: Pixels
    seed: tuple[int, ...]

    def frames(self, count: int) -> Iterator[Pixels]:
        """The scene in one light, with new grain and a slight tremor in each frame."""
        dice = np.random.default_rng((*self.seed, 1))
        light = _light(dice)
        blur, grain = dice.uniform(0.45, 0.95), dice.uniform(1.5, 5.0)
        quality = [cv2.IMWRITE_JPEG_QUALITY, int(dice.integers(80, 96))]
        for _ in range(count):
            moved = np.array([[1, 0, dice.normal(0, 0.15)], [0, 1, dice.normal(0, 0.15)]])
            seen = cv2.warpAffine(self.clean, moved, (ACROSS, DOWN), borderMode=cv2.BORDER_REPLICATE)
            lit = np.asarray(cv2.GaussianBlur(seen.astype(np.float32) * light, (0, 0), blur), np.float32)
            lit = lit + dice.standard_normal(lit.shape, np.float32) * np.float32(grain)
            coded = cv2.imencode(".jpg", np.clip(lit, 0, 255).astype(np.uint8), quality)[1]
            yield np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)


def _light(dice: Dice) -> npt.NDArray[np.float32]:
    """A lamp to one side, and its color."""
    y, x = np.mgrid[0:DOWN, 0:ACROSS].astype(np.float32)
    turn = dice.uniform(0, 2 * np.pi)
    along = (np.cos(turn) * (x / ACROSS - 0.5) + np.sin(turn) * (y / DOWN - 0.5)) * dice.uniform(0.0, 0.35)
    tint = 1 + dice.normal(0, 0.04, 3)
    return np.asarray((dice.uniform(0.65, 1.02) * (1 + along))[..., None] * tint, np.float32)


def compose(kind: str, index_pixels: int, number: int) -> Scene:
    """Scene `number` of a kind, with indices of this height. Each has a deck of its own."""
    seed = (SEED, *kind.encode(), index_pixels, number)
    dice = np.random.default_rng(seed)
    deck = draw_unseen(kind, dice)
    picture = _cloth(dice)
    cards: list[LyingCard] = []
    scale = index_pixels / (deck.index_height * HEIGHT)
    tilt = _tilt(dice)
    order = iter(dice.permutation(len(DECK)).tolist())
    for x, y in _places(scale, kind == "jumbo fans", dice):
        turn = dice.uniform(0, 2 * np.pi)
        for inside in _fan(deck, dice) if kind == "jumbo fans" else [np.eye(3)]:
            if (face := next(order, None)) is None:
                break
            onto = tilt @ _placed(x, y, scale, turn) @ inside
            cards.append(_lay(picture, deck, face, onto, dice))
    return Scene(tuple(cards), picture, seed)


def _places(scale: float, fans: bool, dice: Dice) -> Iterator[tuple[float, float]]:
    """The middles of cards or fans that do not touch, however they are turned, but that may lie close."""
    step = np.hypot(WIDTH, HEIGHT) * scale * (1.45 if fans else 0.93)
    columns, rows = max(1, int((ACROSS - 10) // step)), max(1, int((DOWN - 10) // step))
    for row in range(rows):
        for column in range(columns):
            x, y = (column + 0.5) * ACROSS / columns, (row + 0.5) * DOWN / rows
            yield x + dice.normal(0, 2), y + dice.normal(0, 2)


def _fan(deck: UnseenDeck, dice: Dice) -> list[Matrix]:
    """Where each card of a fan lies, from the first one to the topmost. Every upper left index shows."""
    step = WIDTH * deck.index_width * dice.uniform(1.06, 1.3)
    lean = dice.uniform(0.02, 0.1)
    return [_leaning(step * place - WIDTH * 0.25, lean * (place - 1)) for place in range(_FAN)]


def _placed(x: float, y: float, scale: float, turn: float) -> Matrix:
    cos, sin = np.cos(turn) * scale, np.sin(turn) * scale
    onto = np.array([[cos, -sin, x], [sin, cos, y], [0, 0, 1.0]])
    return np.asarray(onto @ np.array([[1, 0, -WIDTH / 2], [0, 1, -HEIGHT / 2], [0, 0, 1.0]]))


def _leaning(aside: float, lean: float) -> Matrix:
    """Around a point below the card, as a hand fans cards out."""
    cos, sin = np.cos(lean), np.sin(lean)
    below = np.array([[1, 0, WIDTH / 2], [0, 1, HEIGHT * 1.1], [0, 0, 1.0]])
    turned = below @ np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1.0]]) @ np.linalg.inv(below)
    return np.asarray(np.array([[1, 0, aside], [0, 1, 0], [0, 0, 1.0]]) @ turned)


def _tilt(dice: Dice) -> Matrix:
    """A camera that does not look straight down."""
    onto = np.eye(3)
    onto[2, :2] = dice.normal(0, 0.05, 2) / ACROSS
    middle = np.array([ACROSS / 2, DOWN / 2, 1.0])
    seen = onto @ middle
    shift = np.eye(3)
    shift[:2, 2] = middle[:2] - seen[:2] / seen[2]
    return np.asarray(shift @ onto)


def _lay(picture: Pixels, deck: UnseenDeck, number: int, onto: Matrix, dice: Dice) -> LyingCard:
    face, small = deck.faces[number], onto
    size = np.sqrt(abs(np.linalg.det(onto[:2, :2])))
    if size < 0.9:  # shrink first, so that the letters are not jagged
        face = np.asarray(
            cv2.resize(face, (round(WIDTH * size), round(HEIGHT * size)), interpolation=cv2.INTER_AREA), np.uint8
        )
        small = onto @ np.diag([WIDTH / face.shape[1], HEIGHT / face.shape[0], 1.0])
    high, wide = face.shape[:2]
    mask = np.zeros((high, wide), np.uint8)
    radius = max(1, round(high * 0.04))
    cv2.rectangle(mask, (radius, 0), (wide - 1 - radius, high - 1), 255, -1)
    cv2.rectangle(mask, (0, radius), (wide - 1, high - 1 - radius), 255, -1)
    for x in (radius, wide - 1 - radius):
        for y in (radius, high - 1 - radius):
            cv2.circle(mask, (x, y), radius, 255, -1, cv2.LINE_AA)
    corners = cv2.perspectiveTransform(
        np.array([[[0, 0], [WIDTH, 0], [WIDTH, HEIGHT], [0, HEIGHT]]], np.float64), onto
    )[0]
    left, top = np.maximum(corners.min(0).astype(int) - 8, 0).tolist()
    right, low = np.minimum(corners.max(0).astype(int) + 9, (ACROSS, DOWN)).tolist()
    if left < right and top < low:
        local, size = np.array([[1, 0, -left], [0, 1, -top], [0, 0, 1.0]]) @ small, (right - left, low - top)
        part = picture[top:low, left:right]
        drawn = cv2.warpPerspective(face, local, size, borderMode=cv2.BORDER_REPLICATE)
        cover = cv2.warpPerspective(mask, local, size).astype(np.float32)[..., None] / 255
        shadow = cv2.GaussianBlur(cover, (0, 0), 2.5)[..., None] * dice.uniform(0.1, 0.3)
        part[:] = (part * (1 - shadow) * (1 - cover) + drawn * cover).astype(np.uint8)
    card = DECK[number]
    return LyingCard(card, corners, card.rank not in deck.foreign and _shows_an_index(deck, onto))


def _shows_an_index(deck: UnseenDeck, onto: Matrix) -> bool:
    """Whether the camera sees all of one of the card's two indices."""
    right, low = WIDTH * deck.index_width, HEIGHT * (deck.index_height + _HIGHEST)
    index = np.array([[0, 0], [right, 0], [right, low], [0, low]])
    both = (index, np.array([WIDTH, HEIGHT]) - index)
    seen = [cv2.perspectiveTransform(each[None].astype(np.float64), onto)[0] for each in both]
    return any((each >= 0).all() and (each <= [ACROSS, DOWN]).all() for each in seen)


def _cloth(dice: Dice) -> Pixels:
    color = dice.integers(15, 130, 3).astype(np.float32)
    fine = dice.normal(1, dice.uniform(0.02, 0.12), (DOWN, ACROSS, 1)).astype(np.float32)
    large = cv2.resize(
        dice.uniform(0.85, 1.15, (4, 6)).astype(np.float32), (ACROSS, DOWN), interpolation=cv2.INTER_CUBIC
    )
    return np.asarray(np.clip(color * fine * large[..., None], 0, 255), np.uint8)
