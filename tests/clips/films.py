"""The films, by number: a board that is dealt, one with stickers, and tables on which no card must be read."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Literal

import cv2
import numpy as np

from engine.cards import DECK, Card
from hardware.camera.settings import CameraSettings
from hardware.pictures import Pixels
from hardware.reading.deck import PLAIN_DECK, STICKER_DECK, Codes
from hardware.reading.reading import ReaderMessage, Reading
from hardware.recognition.pipeline import read_frame
from tests.clips.drawn import CARD_HEIGHT_MM, CARD_WIDTH_MM, SEED, Stage, deck, face
from tests.clips.judged import PICTURE_MS, play, write
from tests.clips.script import HEIGHT, WIDTH, CardPose, FilmScript, Take, board, disturbed, places
from tests.kit.printed import sticker
from tests.lab.training import tables
from tests.lab.training.faces import DeckFaces

BOARDS_A_DECK = 3
STICKER_MM = 12.0
MANY, PICTURES_A_BOARD = 20, 5
WAYS = (0, 1, 2)
"""The passes while something moves, and the two alternating ones while nothing does: see `read_frame`."""
Reads = Literal["faces", "codes"]
EMPTY = ("cloth", "hands", "backs", "foreign")
_PER_MM = 8


@dataclass(frozen=True)
class PlayedFilm:
    """The played cards and the reader's reports.

    `still_from` has the pictures from which on the cards lie still with nothing over them.
    """

    cards: tuple[Card, ...]
    script: FilmScript
    still_from: tuple[int, ...]
    told: list[ReaderMessage]


@lru_cache(maxsize=2)
def _deck(number: int, fonts: bool) -> DeckFaces:
    return deck(number, fonts)


def show_board(number: int, reads: Reads, folder: Path, fonts: bool = False) -> PlayedFilm:
    """Play board `number`."""
    stage, script, cards = board_stage(number, reads, fonts)
    told = _shown(stage, script.takes, folder / f"{number}.{('mp4', 'avi')[number % 2]}", reads)
    return PlayedFilm(cards, script, clear_from(stage, script), told)


def clear_from(stage: Stage, script: FilmScript) -> tuple[int, ...]:
    """For each card, the first picture in which it lies still with nothing over it."""
    return tuple(
        next(place for place in range(begin, len(script.takes)) if stage.is_clear(script.takes[place], card))
        for card, begin in enumerate(script.still_from)
    )


def board_stage(number: int, reads: Reads, fonts: bool = False) -> tuple[Stage, FilmScript, tuple[Card, ...]]:
    """Board `number`: its deck, cards, table, light and events are random by seed."""
    dice = np.random.default_rng((SEED, 2, number))
    cards = tuple(DECK[place] for place in dice.permutation(52)[:5])
    px_per_mm = dice.uniform(2.7, 3.4) if reads == "faces" else dice.uniform(3.1, 3.4)
    script = board(dice, px_per_mm)
    of = _deck(number // BOARDS_A_DECK, fonts)
    faces = [face(of, card) for card in cards]
    if reads == "codes":
        faces = [_with_sticker(each, STICKER_DECK.codes[card], dice) for each, card in zip(faces, cards, strict=True)]
    return Stage(faces, px_per_mm, dice), script, cards


def show_many(number: int, folder: Path, fonts: bool = False) -> list[tuple[frozenset[Card], frozenset[Card]]]:
    """Boards one after the other, each just long enough for its cards to count: for each its cards, and the reader's
    reports.
    """
    dice = np.random.default_rng((SEED, 5, number))
    px_per_mm = dice.uniform(2.7, 3.4)
    stage = Stage([face(_deck(number, fonts), card) for card in DECK], px_per_mm, dice)
    boards = [[int(place) for place in dice.permutation(52)[:5]] for _ in range(MANY)]
    takes = []
    for laid in boards:
        takes += [Take(), *[_laid(laid, px_per_mm, dice)] * (PICTURES_A_BOARD - 1)]
    told: list[set[Card]] = [set() for _ in boards]
    for each in _shown(stage, takes, folder / f"many{number}.mp4", "faces", "table"):
        if isinstance(each, Reading):
            told[round(each.at_ms / PICTURE_MS) // PICTURES_A_BOARD].add(each.card)
    cards = [frozenset(DECK[card] for card in laid) for laid in boards]
    left = [frozenset[Card](), *cards]  # for five pictures a card is still remembered
    return [(laid, frozenset(seen) - (before - laid)) for laid, before, seen in zip(cards, left, told, strict=False)]


def _laid(cards: list[int], px_per_mm: float, dice: np.random.Generator) -> Take:
    across, down = dice.uniform(-35, 35), dice.uniform(-90, 90)
    row = zip(places(dice, px_per_mm), cards, strict=True)
    return Take(tuple(replace(at, card=card, x=at.x + across, y=at.y + down) for at, card in row))


def show_stills(number: int, fonts: bool = False) -> Iterator[tuple[frozenset[Card], frozenset[Card]]]:
    """Boards in one picture each: the cards, and those that get a vote in any of the passes of a table's camera."""
    dice = np.random.default_rng((SEED, 6, number))
    px_per_mm = dice.uniform(2.7, 3.4)
    stage = Stage([face(_deck(number, fonts), card) for card in DECK], px_per_mm, dice)
    for _ in range(MANY):
        laid = [int(place) for place in dice.permutation(52)[:5]]
        picture = stage.draw(_laid(laid, px_per_mm, dice))
        voted = (each.card for still_frames in WAYS for each in read_frame(picture, still_frames=still_frames)[1])
        yield frozenset(DECK[card] for card in laid), frozenset(voted)


def show_empty(number: int, kind: str, folder: Path) -> list[ReaderMessage]:
    """A table without a card that counts: bare cloth, hands, backs, cards of another game."""
    dice = np.random.default_rng((SEED, 3, number))
    things = {"backs": _backs, "foreign": _foreign}.get(kind, lambda dice: [])(dice)
    middles = [(WIDTH / 2 + (place - 2) * 205, HEIGHT / 2 + dice.normal(0, 40)) for place in range(len(things))]
    lying = Take(tuple(CardPose(place, x, y, dice.normal(0, 0.3)) for place, (x, y) in enumerate(middles)))
    takes = [lying] * 8
    for disturbance in ("hand", "long hand") if kind == "hands" else ("shadow", "exposure"):
        takes += disturbed(lying, disturbance, dice)
    return _shown(Stage(things, 3.0, dice), takes, folder / f"{kind}{number}.mp4", "faces")


def show_photograph(number: int, pixels: Pixels, folder: Path) -> list[ReaderMessage]:
    """A photograph as the table: a hand crosses, and light and camera tremble."""
    dice = np.random.default_rng((SEED, 4, number))
    scale = min(WIDTH / pixels.shape[1], HEIGHT / pixels.shape[0])
    small = cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    edges = (HEIGHT - small.shape[0], WIDTH - small.shape[1])
    half = (edges[0] // 2, edges[0] - edges[0] // 2, edges[1] // 2, edges[1] - edges[1] // 2)
    cloth = np.asarray(cv2.copyMakeBorder(small, *half, cv2.BORDER_CONSTANT, value=(60, 70, 60)), np.uint8)
    takes = [Take()] * 6
    for disturbance in ("hand", "exposure", "shake"):
        takes += disturbed(Take(), disturbance, dice)
    return _shown(Stage([], 3.0, dice, cloth), takes, folder / f"photograph{number}.mp4", "faces", "table")


def _shown(stage: Stage, takes: list[Take], path: Path, reads: Reads, place: str = "board") -> list[ReaderMessage]:
    codes: Codes = STICKER_DECK if reads == "codes" else PLAIN_DECK
    try:
        pictures = write(path, (stage.draw(take) for take in takes))
        return play(path, pictures, codes, CameraSettings(reads=reads, code_mm=STICKER_MM), place)
    finally:
        path.unlink(missing_ok=True)


def _with_sticker(paper: Pixels, code: str, dice: np.random.Generator) -> Pixels:
    """The card with a sticker in its middle, at any angle."""
    size = (CARD_WIDTH_MM * _PER_MM, CARD_HEIGHT_MM * _PER_MM)
    large = np.asarray(cv2.resize(paper, size, interpolation=cv2.INTER_LINEAR), np.uint8)
    side = round(STICKER_MM * _PER_MM)
    printed = cv2.resize(sticker(code, STICKER_MM, 0.0, dice), (side, side), interpolation=cv2.INTER_AREA)
    printed = np.rot90(printed, int(dice.integers(4)))
    left, top = (np.array(size) - side) // 2 + dice.integers(-20, 20, 2)
    large[top : top + side, left : left + side] = printed[..., None]
    return large


def _backs(dice: np.random.Generator) -> list[Pixels]:
    return [np.asarray(tables.back(dice, 300, 420), np.uint8)] * 5


def _foreign(dice: np.random.Generator) -> list[Pixels]:
    """Cards of other games: letters and numbers that poker cards do not have, or marks that are no suits."""
    return list(_foreign_cards(dice))


def _foreign_cards(dice: np.random.Generator) -> Iterator[Pixels]:
    for _ in range(5):
        paper = np.full((420, 300, 3), 245, np.uint8)
        ink = tuple(int(part) for part in dice.integers(0, 200, 3))
        text, sides = str(dice.choice(["V", "R", "B", "W", "11", "15", "0", "+2", "X"])), int(dice.integers(5, 9))
        for _ in range(2):
            cv2.putText(paper, text, (16, 66), cv2.FONT_HERSHEY_DUPLEX, 1.6 / len(text) ** 0.5, ink, 4, cv2.LINE_AA)
            _star(paper, (42, 100), 22, sides, ink)
            paper = np.asarray(cv2.rotate(paper, cv2.ROTATE_180), np.uint8)
        _star(paper, (150, 210), 80, sides, ink)
        yield paper


def _star(paper: Pixels, middle: tuple[int, int], size: int, sides: int, ink: tuple[int, ...]) -> None:
    turn = np.arange(2 * sides) * np.pi / sides
    reach = size * np.where(np.arange(2 * sides) % 2, 0.45, 1.0)
    points = np.stack([middle[0] + reach * np.sin(turn), middle[1] - reach * np.cos(turn)], 1)
    cv2.fillPoly(paper, [np.round(points).astype(np.int32)], ink, cv2.LINE_AA)
