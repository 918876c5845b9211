"""The pictures of a film: cards of decks drawn here, cloth, a hand, light, motion, noise. Needs no font and no file."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from engine.cards import Card
from hardware.pictures import Floats, Pixels
from tests.clips.script import HEIGHT, WIDTH, CardPose, Take
from tests.lab.training import tables
from tests.lab.training.faces import CARDS, DeckFaces, Style, draw_deck, draw_style

Corners = npt.NDArray[np.int32]

SEED = 71_001
"""Of no deck and no picture that the nets learned from."""
DECKS = 40
CARD_WIDTH_MM, CARD_HEIGHT_MM = 63, 88
LEAST_RANK_MM, LEAST_SUIT_MM = 6.5, 4.5
MOST_COLUMN, MIDDLE = 0.188, 0.35
"""Of the card's height: the side with the index may be so wide, and the middle of the card is so far from its edge."""
_HAND = 560


@lru_cache(maxsize=4)
def deck(number: int, fonts: bool = False) -> DeckFaces:
    """A deck in a style of its own."""
    dice = np.random.default_rng((SEED, 1, number))
    return draw_deck(_printable(draw_style(dice, fonts, plain=True)), {}, dice)


def _printable(style: Style) -> Style:
    """As a card maker would have it: no smaller index than makers print, and no picture printed over an index. The nets
    learn from worse, from slanted letters and from tens with a T."""
    rank = max(style.rank_height, LEAST_RANK_MM / CARD_HEIGHT_MM)
    width = min(max(style.rank_width, 0.7 * rank), MOST_COLUMN - style.margin_x)
    suit = max(style.suit_height, LEAST_SUIT_MM / CARD_HEIGHT_MM)
    pip = min(style.pip_height, MIDDLE - style.margin_x - width)  # a single one is drawn nearly twice as large
    court = (
        "patches" if style.court == "kennard" else style.court
    )  # these courts are in a package that the tests do not use
    return replace(style, rank_height=rank, rank_width=width, suit_height=suit, pip_height=pip, court=court)


def face(of: DeckFaces, card: Card) -> Pixels:
    """A whole card."""
    return np.asarray(of.levels[0][CARDS.index(str(card))], np.uint8)


class Stage:
    """One table under one camera. Draws takes as pictures."""

    def __init__(
        self, faces: Sequence[Pixels], px_per_mm: float, dice: np.random.Generator, cloth: Pixels | None = None
    ) -> None:
        self._dice = dice
        size = (round(CARD_WIDTH_MM * px_per_mm), round(CARD_HEIGHT_MM * px_per_mm))
        self._faces = [np.asarray(cv2.resize(each, size, interpolation=cv2.INTER_AREA), np.uint8) for each in faces]
        self._mask = _rounded(*size, round(3 * px_per_mm))
        self._cloth = np.ascontiguousarray(tables.ground(dice, WIDTH)[:HEIGHT]) if cloth is None else cloth
        hand, mask = tables.hand(dice, _HAND)
        self._hand, self._hand_mask = np.asarray(hand, np.uint8), np.asarray(mask, np.uint8)
        self._camera = self._aslant()
        self._light = cv2.merge([_shade(dice)] * 3)
        self._blur = dice.uniform(0.3, 0.9)
        self._last: tuple[Take | None, Pixels] = (None, self._cloth)
        self._lying: tuple[tuple[CardPose, ...], Pixels] = ((), self._cloth)
        level = dice.uniform(1.5, 5)
        self._noise = (dice.standard_normal((HEIGHT + 64, WIDTH + 64, 3), np.float32) * level).astype(np.int16)

    def draw(self, take: Take) -> Pixels:
        """The picture of a take, with new noise each time."""
        if take != self._last[0]:
            self._last = take, self._seen(take)
        down, across = self._dice.integers(0, 64, 2)
        noise = self._noise[down : down + HEIGHT, across : across + WIDTH]
        return np.asarray(cv2.add(self._last[1], noise, dtype=cv2.CV_8U), np.uint8)

    def is_clear(self, take: Take, number: int) -> bool:
        """Whether a card is visible in this take, with neither a hand nor a sliding card over it."""
        card = next((each for each in take.cards if each.card == number), None)
        if card is None or card.moves != (0.0, 0.0):
            return False
        over = np.zeros((HEIGHT, WIDTH), np.uint8)
        for each in take.cards:
            if each.moves != (0.0, 0.0):
                cv2.fillConvexPoly(over, self._outline(each), 255)
        if take.hand:
            self._cover(over, take.hand)
        under = cv2.fillConvexPoly(np.zeros_like(over), self._outline(card), 255)
        return int(np.count_nonzero((over > 30) & (under > 0))) == 0

    def _outline(self, card: CardPose) -> Corners:
        height, width = self._mask.shape
        middle = self._camera @ (card.x, card.y, 1)
        box = ((middle[0] / middle[2], middle[1] / middle[2]), (width, height), np.degrees(card.turn))
        return np.asarray(cv2.boxPoints(box).round(), np.int32)

    def _seen(self, take: Take) -> Pixels:
        lying = tuple(card for card in take.cards if card.moves == (0.0, 0.0))
        if lying != self._lying[0]:
            table = self._cloth.copy()
            for card in lying:
                self._put(table, card)
            self._lying = lying, table
        picture = self._lying[1].copy()
        for card in take.cards:
            if card not in lying:
                self._slide(picture, card)
        if take.hand:
            self._cover(picture, take.hand)
        if take.shake != (0.0, 0.0):
            move = np.array([[1, 0, take.shake[0]], [0, 1, take.shake[1]]], np.float32)
            shaken = cv2.warpAffine(picture, move, (WIDTH, HEIGHT), borderMode=cv2.BORDER_REPLICATE)
            picture = np.asarray(shaken, np.uint8)
        light = self._light
        if take.shadow:
            light = light * cv2.merge([_shadow(take.shadow)] * 3)
        lit = cv2.multiply(picture, light, scale=take.gain, dtype=cv2.CV_8U)
        return np.asarray(cv2.GaussianBlur(lit, (0, 0), self._blur), np.uint8)

    def _aslant(self) -> Floats:
        """The view of a camera that is mounted slightly askew."""
        corners = np.array([[0, 0], [WIDTH, 0], [WIDTH, HEIGHT], [0, HEIGHT]], np.float32)
        moved = corners + self._dice.uniform(-18, 18, (4, 2)).astype(np.float32)
        return np.asarray(cv2.getPerspectiveTransform(corners, moved), np.float32)

    def _slide(self, picture: Pixels, card: CardPose) -> None:
        """Smear a moving card along its path."""
        times = 2 if float(np.hypot(*card.moves)) < 8 else 4
        whole = np.zeros(picture.shape, np.float32)
        for step in range(times):
            part = 0.5 * step / times  # the shutter is open for half of the time
            copy = picture.copy()
            self._put(copy, replace(card, x=card.x - card.moves[0] * part, y=card.y - card.moves[1] * part))
            whole += copy
        picture[:] = (whole / times).astype(np.uint8)

    def _put(self, picture: Pixels, card: CardPose) -> None:
        paper = self._faces[card.card]
        height, width = paper.shape[:2]
        cos, sin = np.cos(card.turn), np.sin(card.turn)
        to_table = np.array([[cos, -sin, card.x], [sin, cos, card.y], [0, 0, 1]]) @ np.array(
            [[1, 0, -width / 2], [0, 1, -height / 2], [0, 0, 1]]
        )
        reach = int(np.hypot(width, height) / 2) + 30
        x0, y0 = max(0, int(card.x) - reach), max(0, int(card.y) - reach)
        x1, y1 = min(WIDTH, int(card.x) + reach), min(HEIGHT, int(card.y) + reach)
        if x0 >= x1 or y0 >= y1:
            return
        onto = np.array([[1, 0, -x0], [0, 1, -y0], [0, 0, 1]]) @ self._camera @ to_table
        size = (x1 - x0, y1 - y0)
        laid = cv2.warpPerspective(paper, onto, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        cover = cv2.warpPerspective(self._mask, onto, size, flags=cv2.INTER_LINEAR)
        _blend(picture[y0:y1, x0:x1], np.asarray(laid, np.uint8), np.asarray(cover, np.uint8))

    def _cover(self, picture: Pixels, middle: tuple[float, float]) -> None:
        left, top = int(middle[0] - _HAND / 2), int(middle[1] - _HAND / 2)
        x0, y0, x1, y1 = max(0, left), max(0, top), min(WIDTH, left + _HAND), min(HEIGHT, top + _HAND)
        if x0 < x1 and y0 < y1:
            part = np.s_[y0 - top : y1 - top, x0 - left : x1 - left]
            hand = self._hand[part] if picture.ndim == 3 else self._hand_mask[part]
            _blend(picture[y0:y1, x0:x1], hand, self._hand_mask[part])


def _blend(under: Pixels, over: Pixels, mask: Pixels) -> None:
    part = mask.astype(np.float32) / 255
    part = part[..., None] if under.ndim == 3 else part
    under[:] = (under * (1 - part) + over * part).astype(np.uint8)


def _rounded(width: int, height: int, corner: int) -> Pixels:
    mask = np.zeros((height, width), np.uint8)
    cv2.rectangle(mask, (corner, 0), (width - 1 - corner, height - 1), 255, -1)
    cv2.rectangle(mask, (0, corner), (width - 1, height - 1 - corner), 255, -1)
    for x in (corner, width - 1 - corner):
        for y in (corner, height - 1 - corner):
            cv2.circle(mask, (x, y), corner, 255, -1, cv2.LINE_AA)
    return mask


def _shade(dice: np.random.Generator) -> Floats:
    """Light of some brightness that falls off to one side."""
    dark, way = dice.uniform(0, 0.35), dice.uniform(0, 2 * np.pi)
    across, down = np.linspace(-0.5, 0.5, WIDTH, dtype=np.float32), np.linspace(-0.5, 0.5, HEIGHT, dtype=np.float32)
    fall = across[None] * np.float32(np.cos(way)) + down[:, None] * np.float32(np.sin(way))
    return np.asarray((1 - dark * (fall + 0.5)) * dice.uniform(0.7, 1.05), np.float32)


def _shadow(middle: tuple[float, float]) -> Floats:
    """A soft shadow as of a person leaning over the table."""
    small = np.zeros((HEIGHT // 8, WIDTH // 8), np.float32)
    at = (int(middle[0] / 8), int(middle[1] / 8))
    cv2.ellipse(small, at, (28, 50), 20, 0, 360, 0.45, -1)
    soft = cv2.resize(cv2.GaussianBlur(small, (0, 0), 4), (WIDTH, HEIGHT), interpolation=cv2.INTER_LINEAR)
    return np.asarray(1 - soft, np.float32)
