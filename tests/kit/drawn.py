"""Pictures of cards drawn here, with OpenCV's own letters and plain suits: no font, no file, no randomness."""

from collections.abc import Mapping, Sequence

import cv2
import numpy as np

from hardware.pictures import Pixels

CARD_WIDTH, CARD_HEIGHT = 200, 280
_RED, _BLACK = (30, 20, 200), (25, 20, 20)


Letters = Mapping[str, str]
ODD_LETTERS = {"J": "V", "Q": "D", "K": "R", "A": "1", "T": "X"}
"""Colors of a deck that no net was trained on."""


def card(name: str, letters: Letters = {}) -> Pixels:  # noqa: B006 # nobody writes to it
    """A whole card: two indices and one large suit. `letters` replace some ranks."""
    half = np.full((CARD_HEIGHT, CARD_WIDTH, 3), 245, np.uint8)
    ink = _RED if name[1] in "hd" else _BLACK
    text = letters.get(name[0], "10" if name[0] == "T" else name[0])
    scale = 1.0 if len(text) == 1 else 0.72
    cv2.putText(half, text, (9, 40), cv2.FONT_HERSHEY_DUPLEX, scale, ink, 3, cv2.LINE_AA)
    _suit(half, name[1], (20, 58), 11, ink)
    whole = np.asarray(cv2.rotate(half, cv2.ROTATE_180), np.uint8)
    cv2.putText(whole, text, (9, 40), cv2.FONT_HERSHEY_DUPLEX, scale, ink, 3, cv2.LINE_AA)
    _suit(whole, name[1], (20, 58), 11, ink)
    _suit(whole, name[1], (CARD_WIDTH // 2, CARD_HEIGHT // 2), 34, ink)
    return whole


def _suit(picture: Pixels, suit: str, middle: tuple[int, int], size: int, ink: tuple[int, int, int]) -> None:
    """A suit that extends `size` pixels to each side of its center."""
    for outline in _OUTLINES[suit]:
        points = np.round((np.array(outline) * size + middle) * 16).astype(np.int32)
        cv2.fillPoly(picture, [points], ink, cv2.LINE_AA, shift=4)


def _circle(x: float, y: float, radius: float) -> list[tuple[float, float]]:
    return [(x + radius * float(np.cos(t)), y + radius * float(np.sin(t))) for t in np.linspace(0, 2 * np.pi, 40)]


_STEM = [(-0.06, 0.0), (0.06, 0.0), (0.12, 0.7), (0.35, 1.0), (-0.35, 1.0), (-0.12, 0.7)]
_HEART = [(0, 1), (-0.62, 0.3), (-0.93, -0.2), (-0.93, -0.55), (-0.7, -0.88), (-0.35, -0.88), (-0.08, -0.66),
          (0, -0.42), (0.08, -0.66), (0.35, -0.88), (0.7, -0.88), (0.93, -0.55), (0.93, -0.2), (0.62, 0.3)]  # fmt: skip
_OUTLINES: dict[str, list[list[tuple[float, float]]]] = {
    "d": [[(0, -1), (0.75, 0), (0, 1), (-0.75, 0)]],
    "h": [_HEART],
    "s": [[(x, -0.9 * y - 0.1) for x, y in _HEART], _STEM],
    "c": [_circle(0, -0.5, 0.45), _circle(-0.5, 0.15, 0.45), _circle(0.5, 0.15, 0.45), _STEM],
}


def table(
    cards: Sequence[tuple[str, float, float, float]],
    width: int = 1280,
    height: int = 720,
    letters: Letters = {},  # noqa: B006
) -> Pixels:
    """Cards on green felt: name, center x and y, and turn in degrees; later ones lie on top of earlier ones."""
    picture = np.full((height, width, 3), (60, 110, 50), np.uint8)
    for name, x, y, turn in cards:
        onto = cv2.getRotationMatrix2D((CARD_WIDTH / 2, CARD_HEIGHT / 2), turn, 1.0)
        onto[:, 2] += np.array((x - CARD_WIDTH / 2, y - CARD_HEIGHT / 2))
        face = cv2.warpAffine(card(name, letters), onto, (width, height), flags=cv2.INTER_AREA)
        cover = cv2.warpAffine(np.full((CARD_HEIGHT, CARD_WIDTH), 255, np.uint8), onto, (width, height))
        picture[cover > 127] = face[cover > 127]
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.7), np.uint8)
