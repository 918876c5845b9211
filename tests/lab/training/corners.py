"""Single corners from an endless variety of decks, as small pictures. The classifier needs these most, and they are
drawn far faster than whole tables.

    python -m tests.lab.training.corners WORK --cards PACKAGE [--shards 40] [--first 0] [--plain]

WORK/corners/NNNN.npz gets `PER_SHARD` crops framed as the detector might frame them, with their ranks and suits. Each
shard has its own decks, which are drawn for it and then thrown away. With `--plain`, the decks have common suits, inks
and paper, and the crops are written into WORK/plain/.
"""

import argparse
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from hardware.recognition.crops import cut
from tests.lab.training import tables
from tests.lab.training.faces import HEIGHT, WIDTH, DeckFaces, Index, draw_deck, draw_style, kennard_courts
from tests.lab.training.light import photograph
from tests.lab.training.scenes import UNKNOWN, mapped, rounded
from tests.lab.training.shapes import RANKS, Dice
from tests.lab.training.varied.styles import varied_style

Pixels = npt.NDArray[Any]
Matrix = npt.NDArray[Any]
Crop = tuple[Pixels, int, int]

SEED = 20_26
PER_SHARD, PER_DECK = 4_096, 256
NO_RANK, MIRRORED, NO_SUIT = 13, 14, 4
SYMMETRICAL = (6, 12)  # the positions of 8 and A in the ranks, which read the same when mirrored
_LEAST, _MOST = 9.0, 110.0  # the height of an index in pixels
_ALIKE = tuple(suit * 13 + rank for suit in range(4) for rank in (1, 9))  # heavy threes and jacks, drawn more often
_REACH = 3.2  # the side of a picture, in heights of the index
READABLE, GONE = 0.62, 0.3  # the values of `kept` for an index that is readable and for one that has vanished


def corner(deck: DeckFaces, grounds: Pixels, dice: Dice) -> Crop | None:
    """One index of one card, lying on something and perhaps under something, as a camera sees it.

    Returns None if light and blur have left it neither readable nor completely unreadable.
    """
    face = int(dice.integers(52)) if dice.random() > 0.15 else int(dice.choice(_ALIKE))
    index = deck.indices[face][int(dice.integers(len(deck.indices[face])))]
    height = float(np.exp(dice.uniform(np.log(_LEAST), np.log(_MOST))))
    side = int(max(40, height * _REACH))
    onto = _pose(index, height, side, dice)
    picture = _ground(grounds, side, dice)
    if dice.random() < 0.6:
        _lay(picture, deck, int(dice.integers(52)), _neighbor(onto, dice), dice)
    _lay(picture, deck, face, onto, dice)
    quad = mapped(onto, _box(index))
    if dice.random() < 0.25:
        _lay(picture, deck, int(dice.integers(52)), _fanned(onto, index, dice), dice)
    if dice.random() < 0.3:
        _cover(picture, quad, deck, _ground(grounds, side, dice), dice)
    seen = photograph(picture, dice)
    up = (quad[0] + quad[1] - quad[2] - quad[3]) / 2 * (-1 if index.turned else 1)
    mark = np.array([*quad.mean(0), *(up / np.linalg.norm(up)), np.linalg.norm(up)])
    clear = kept(picture, seen, mark)
    if clear < READABLE:
        return (cut(seen, *shaken(mark, dice)), NO_RANK, NO_SUIT) if clear < GONE else None
    suit, rank = divmod(face, len(RANKS))
    rank = UNKNOWN if RANKS[rank] in deck.foreign else rank
    return _framed(seen, mark, rank, suit, dice)


def _ground(grounds: Pixels, side: int, dice: Dice) -> Pixels:
    """A piece of one of the surfaces."""
    room = grounds.shape[1] - side
    y, x = dice.integers(0, room + 1, 2)
    return np.ascontiguousarray(grounds[dice.integers(len(grounds)), y : y + side, x : x + side])


def kept(clean: Pixels, seen: Pixels, mark: Matrix) -> float:
    """How much of the index remains visible through light and lens: the similarity of its grays before and after. It is
    0 if nothing is left."""
    frame = (float(mark[0]), float(mark[1])), (float(mark[2]), float(mark[3])), float(mark[4]) * 0.8
    grays = [cv2.cvtColor(cut(each, *frame), cv2.COLOR_BGR2GRAY).astype(np.float32) for each in (clean, seen)]
    if np.subtract(*np.percentile(grays[1], (96, 4))) < 9:
        return 0.0
    before, after = (gray - gray.mean() for gray in grays)
    return float((before * after).sum() / max(1e-3, np.sqrt((before**2).sum() * (after**2).sum())))


def _pose(index: Index, height: float, side: int, dice: Dice) -> Matrix:
    """The transform from card pixels to the picture, with the index in the middle, seen more or less obliquely."""
    turn, axis = dice.uniform(0, 2 * np.pi, 2)
    squeeze = dice.choice([1.0, dice.uniform(0.75, 1.0), dice.uniform(0.5, 0.8)], p=[0.35, 0.45, 0.2])
    slant = _turn(axis) @ np.diag([1.0, squeeze]) @ _turn(-axis)
    flat = slant @ _turn(turn)
    flat *= height / max(1e-6, float(np.linalg.norm(flat @ [0, 2 * index.half_height])))
    bend = dice.normal(0, 0.12, 2) / side
    middle = np.array([index.x, index.y])
    onto = np.eye(3)
    onto[:2, :2] = flat
    onto[:2, 2] = -flat @ middle
    obliquely = np.eye(3)
    obliquely[2, :2] = bend
    centered = np.eye(3)
    centered[:2, 2] = side / 2 + dice.uniform(-1, 1, 2)
    return np.asarray(centered @ obliquely @ onto)


def _turn(angle: float) -> Matrix:
    cos, sin = np.cos(angle), np.sin(angle)
    return np.array([[cos, -sin], [sin, cos]])


def _neighbor(onto: Matrix, dice: Dice) -> Matrix:
    """Another card somewhere near: the next card of a fan or a row, or one turned at random."""
    if dice.random() < 0.5:
        aside = np.array([dice.uniform(0.08, 1.1) * WIDTH * dice.choice([-1, 1]), dice.normal(0, 0.04) * HEIGHT])
        return _moved(onto, dice.normal(0, 0.08), aside)
    return _moved(onto, dice.uniform(0, 2 * np.pi), dice.normal(0, 0.45, 2) * HEIGHT)


def _fanned(onto: Matrix, index: Index, dice: Dice) -> Matrix:
    """The next card of a fan, on top. Its edge lies just beside the index, and so does its own index."""
    left = index.x < WIDTH / 2
    room = index.x + index.half_width if left else WIDTH - index.x + index.half_width
    aside = room * dice.uniform(1.0, 1.6) * (1 if left else -1)
    return _moved(onto, dice.normal(0, 0.03), np.array([aside, dice.normal(0, 0.02) * HEIGHT]))


def _moved(onto: Matrix, turn: float, by: Matrix) -> Matrix:
    """A card turned around its middle and shifted, in card pixels, from the position of another one."""
    moved = np.eye(3)
    moved[:2, :2] = _turn(turn)
    middle = np.array([WIDTH / 2, HEIGHT / 2])
    moved[:2, 2] = middle - moved[:2, :2] @ middle + by
    return np.asarray(onto @ moved)


def _box(index: Index) -> Matrix:
    return np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * [index.half_width, index.half_height] + [index.x, index.y]


def _lay(picture: Pixels, deck: DeckFaces, face: int, onto: Matrix, dice: Dice) -> None:
    side = picture.shape[0]
    scale = float(np.linalg.norm(onto[:2, 0] - onto[2, 0] * side / 2))
    level = 0 if scale > 0.45 else 1 if scale > 0.22 else 2
    small = 0.5**level
    local = onto @ np.diag([1 / small, 1 / small, 1.0])
    art = np.ascontiguousarray(deck.levels[level][face])
    drawn = cv2.warpPerspective(art, local, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    edge = float(dice.choice([0.0, dice.uniform(0.05, 0.5)]))
    masks = rounded(art.shape[1], art.shape[0], deck.corner * small, edge)
    alpha = cv2.warpPerspective(masks, local, (side, side), flags=cv2.INTER_LINEAR).astype(np.float32) / 255
    if dice.random() < 0.5:
        soft = cv2.GaussianBlur(alpha[..., 0], (0, 0), max(0.6, side / 60))[..., None]
        picture[:] = (picture * (1 - dice.uniform(0.05, 0.5) * soft)).astype(np.uint8)
    cover, rim = alpha[..., :1], alpha[..., 1:]
    picture[:] = (picture * (1 - cover) + drawn * cover * (1 - rim)).astype(np.uint8)


def _cover(picture: Pixels, quad: Matrix, deck: DeckFaces, over: Pixels, dice: Dice) -> None:
    """Put something close beside the index that hides the card from there on: another card, a hand, or a chip."""
    side = picture.shape[0]
    way = dice.uniform(0, 2 * np.pi)
    normal = np.array([np.cos(way), np.sin(way)])
    reach = float(((quad - quad.mean(0)) @ normal).max())
    start = quad.mean(0) + normal * reach * dice.uniform(0.98, 1.5)
    along = np.array([-normal[1], normal[0]])
    corners = [start + along * side, start - along * side, start - along * side + normal * side,
               start + along * side + normal * side]  # fmt: skip
    mask = np.zeros((side, side), np.uint8)
    cv2.fillConvexPoly(mask, np.round(corners).astype(np.int32), 255, cv2.LINE_AA)
    if dice.random() < 0.75:
        turn = np.eye(3)
        turn[:2, :2] = _turn(dice.uniform(0, 2 * np.pi)) * dice.uniform(0.5, 1.5) * side / HEIGHT
        turn[:2, 2] = side / 2 - turn[:2, :2] @ (dice.random(2) * [WIDTH, HEIGHT])
        _lay(over, deck, int(dice.integers(52)), turn, dice)
    soft = cv2.GaussianBlur(mask, (0, 0), max(0.5, side / 70)).astype(np.float32)[..., None] / 255
    hard = mask.astype(np.float32)[..., None] / 255
    picture[:] = (picture * (1 - dice.uniform(0, 0.6) * soft) * (1 - hard) + over * hard).astype(np.uint8)


def _framed(picture: Pixels, mark: Matrix, rank: int, suit: int, dice: Dice) -> Crop:
    """A cut like one that the detector might make. Now and then the crop has nothing to read, or is mirrored."""
    kind = dice.random()
    if kind < 0.1:
        return cut(picture, *shaken(astray(mark, dice), dice)), NO_RANK, NO_SUIT
    crop = cut(picture, *shaken(mark, dice))
    if kind < 0.15 and rank not in SYMMETRICAL:
        return np.ascontiguousarray(crop[:, ::-1]), MIRRORED, NO_SUIT
    return crop, rank, suit


def astray(mark: Matrix, dice: Dice) -> Matrix:
    """A frame that is upside down, crosswise, or half beside the index."""
    wrong = mark.copy()
    kind = dice.random()
    if kind < 0.35:
        wrong[2:4] *= -1
    elif kind < 0.55:
        wrong[2:4] = np.array([wrong[3], -wrong[2]]) * dice.choice([-1, 1])
    else:
        way = dice.uniform(0, 2 * np.pi)
        wrong[:2] += np.array([np.cos(way), np.sin(way)]) * dice.uniform(0.6, 1.1) * mark[4]
    return wrong


Frame = tuple[tuple[float, float], tuple[float, float], float]


def shaken(mark: Matrix, dice: Dice) -> Frame:
    """The mark as the detector might give it: a little off, turned, larger or smaller."""
    x, y, up_x, up_y, height = (float(part) for part in mark[:5])
    turn = dice.normal(0, 0.14)
    cos, sin = np.cos(turn), np.sin(turn)
    off = dice.normal(0, 0.07, 2) * height
    size = height * np.exp(dice.normal(0.07, 0.17))
    return (x + off[0], y + off[1]), (up_x * cos - up_y * sin, up_x * sin + up_y * cos), size


def draw_shard(folder: Path, courts: dict[str, Pixels], number: int, plain: bool) -> None:
    """Draw `PER_SHARD` crops, with `PER_DECK` from each of the shard's decks."""
    dice = np.random.default_rng((SEED, 4 if plain else 3, number))
    made: list[Crop] = []
    while len(made) < PER_SHARD:
        deck = draw_deck(draw_style(dice) if plain else varied_style(dice), courts, dice)
        grounds = np.stack([tables.ground(dice, 360) for _ in range(12)])
        drawn = (corner(deck, grounds, dice) for _ in range(PER_DECK))
        made += [crop for crop in drawn if crop is not None]
    save_crops(folder, number, made)


def save_crops(folder: Path, number: int, made: list[Crop]) -> None:
    """Write a shard. It has its name only when it is complete."""
    folder.mkdir(parents=True, exist_ok=True)
    unfinished = folder / f"{number:04}.part"
    with unfinished.open("wb") as file:
        pictures, ranks, suits = zip(*made, strict=True)
        np.savez(file, crops=np.stack(pictures), ranks=np.array(ranks), suits=np.array(suits))
    unfinished.rename(folder / f"{number:04}.npz")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("work", type=Path)
    parser.add_argument("--cards", type=Path, required=True)
    parser.add_argument("--shards", type=int, default=40)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--plain", action="store_true")
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    courts = kennard_courts(asked.cards / "src" / "images")
    folder = asked.work / ("plain" if asked.plain else "corners")
    for number in range(asked.first, asked.first + asked.shards):
        if not (folder / f"{number:04}.npz").exists():
            draw_shard(folder, courts, number, asked.plain)
            print("drawn", number, flush=True)


if __name__ == "__main__":
    main()
