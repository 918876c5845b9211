"""The events on a board while it is filmed, picture by picture: cards slide in, hands cross, the light changes.
It knows no pixels of cards. Everything is random by seed, so the same number makes the same film.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import numpy as np

RATE = 30
"""Pictures per second."""
WIDTH, HEIGHT = 1280, 720
BETTING = 60
"""Pictures after each street in which nothing moves: less than half of the time after which a card is asked for."""

DISTURBANCES = ("hand", "hand", "long hand", "exposure", "shadow", "shake")


@dataclass(frozen=True)
class CardPose:
    """A card in one picture: its number in the film, its center in pixels, its angle, and its motion."""

    card: int
    x: float
    y: float
    turn: float
    moves: tuple[float, float] = (0.0, 0.0)


@dataclass(frozen=True)
class Take:
    """One picture. `hand` is the center of a hand's own picture, `shadow` that of a shadow, and `gain` the exposure."""

    cards: tuple[CardPose, ...] = ()
    hand: tuple[float, float] | None = None
    shadow: tuple[float, float] | None = None
    gain: float = 1.0
    shake: tuple[float, float] = (0.0, 0.0)


@dataclass
class FilmScript:
    """The pictures of one board, and the first picture in which each card lies still with nothing over it."""

    takes: list[Take] = field(default_factory=list)
    still_from: list[int] = field(default_factory=list)
    street_from: list[int] = field(default_factory=list)
    """The pictures with which flop, turn and river begin."""

    @property
    def whole(self) -> Take:
        """The five cards, with nothing over them."""
        return Take(self.takes[self.still_from[-1]].cards)


def board(dice: np.random.Generator, px_per_mm: float) -> FilmScript:
    """Empty, flop, turn, river, cleared by a hand. After two of the streets there is a disturbance."""
    script, row = FilmScript(), list(places(dice, px_per_mm))
    kinds, quiet = dice.permutation(DISTURBANCES)[:3], int(dice.integers(3))
    script.takes += [Take()] * 4
    for street, (first, last) in enumerate(((0, 3), (3, 4), (4, 5))):
        script.street_from.append(len(script.takes))
        _deal(script, row, first, last, dice)
        lying = Take(tuple(row[:last]))
        script.takes += [lying] * BETTING
        if street != quiet:
            script.takes += disturbed(lying, str(kinds[street]), dice)
    script.takes += list(_cleared(row))
    script.takes += [Take()] * 6
    return script


def places(dice: np.random.Generator, px_per_mm: float) -> Iterator[CardPose]:
    """Five cards in a row, each a little askew. The camera is in front of the dealer or behind."""
    around = np.pi * dice.integers(2)
    step = px_per_mm * dice.uniform(66, 73)
    for card in range(5):
        x = WIDTH / 2 + (card - 2) * step + dice.normal(0, 3)
        yield CardPose(card, x, HEIGHT / 2 + dice.normal(0, 12), around + dice.normal(0, 0.05))


def _deal(script: FilmScript, row: list[CardPose], first: int, last: int, dice: np.random.Generator) -> None:
    """Cards slide in from above, one shortly after the other, pushed by a hand. Then the hand leaves."""
    steps, apart = int(dice.integers(5, 9)), int(dice.integers(2, 4))
    start, begin = np.array([dice.uniform(0.2, 0.8) * WIDTH, -200.0]), len(script.takes)
    count = steps + apart * (last - first - 1)
    for number in range(count):
        sliding = []
        for card in range(first, last):
            part = min(1.0, max(0.0, (number - apart * (card - first)) / (steps - 1)))
            before = min(1.0, max(0.0, (number - 1 - apart * (card - first)) / (steps - 1)))
            sliding.append(_on_the_way(row[card], start, _eased(before), _eased(part)))
        hand = (sliding[-1].x + 60, sliding[-1].y - 260)
        script.takes.append(Take((*row[:first], *sliding), hand=hand))
    lying, (x, y) = Take(tuple(row[:last])), (row[last - 1].x, row[last - 1].y)
    script.takes += [replace(lying, hand=(x + 60 + 80 * gone, y - 260 - 110 * gone)) for gone in range(1, 5)]
    for card in range(first, last):
        script.still_from.append(begin + steps + apart * (card - first))


def _eased(part: float) -> float:
    """The course of a push: fast at first, then slower until the card lies still."""
    return 1 - (1 - part) ** 2


def _on_the_way(
    place: CardPose, start: "np.ndarray[tuple[int], np.dtype[np.float64]]", before: float, part: float
) -> CardPose:
    way = np.array([place.x, place.y]) - start
    x, y = start + way * part
    moves = way * (part - before)
    return replace(place, x=float(x), y=float(y), turn=place.turn + (1 - part) * 0.5, moves=(moves[0], moves[1]))


def disturbed(lying: Take, kind: str, dice: np.random.Generator) -> Iterator[Take]:
    """Things that cross a table while cards lie there: pictures of the disturbance, then four quiet ones."""
    if kind in ("hand", "long hand"):
        steps, rests = int(dice.integers(6, 12)), 24 if kind == "long hand" else 0
        y, slope = dice.uniform(0.3, 0.7) * HEIGHT, dice.uniform(-0.3, 0.3)
        for number in [*range(steps // 2), *[steps // 2] * rests, *range(steps // 2, steps)]:
            x = -300 + number / (steps - 1) * (WIDTH + 600)
            yield replace(lying, hand=(x, y + slope * (x - WIDTH / 2) + dice.normal(0, 2)))
    elif kind == "exposure":
        low = dice.uniform(0.45, 0.7) if dice.random() < 0.6 else dice.uniform(1.2, 1.45)
        for number in range(10):
            yield replace(lying, gain=1 + (low - 1) * float(np.sin(np.pi * number / 9)))
    elif kind == "shadow":
        y = dice.uniform(0.2, 0.8) * HEIGHT
        for number in range(10):
            yield replace(lying, shadow=(number / 9 * WIDTH, y))
    elif kind == "shake":
        for _ in range(8):
            yield replace(lying, shake=(dice.normal(0, 1.2), dice.normal(0, 1.2)))
    yield from [lying] * 4


def _cleared(row: list[CardPose]) -> Iterator[Take]:
    """A hand sweeps the cards together and away to one side."""
    edge = row[0].x
    for number in range(9):
        swept = edge + (WIDTH + 400 - edge) * (number / 8) ** 1.5
        cards = [replace(each, x=swept, moves=(60.0, 0.0)) if each.x < swept else each for each in row]
        yield Take(tuple(each for each in cards if each.x < WIDTH + 250), hand=(swept - 120, HEIGHT / 2))
