"""Classifies indices: from upright crops to the probabilities of each rank and suit."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

import cv2
import numpy as np

from engine.cards import RANKS, SUITS, Card
from hardware.pictures import Floats, Pixels
from hardware.recognition.crops import HEIGHT, MARGIN, cut
from hardware.recognition.detector import IndexCandidate
from hardware.recognition.weights import Net, prepared

_QUEEN = RANKS.index("Q")
_SAME_COLOR = [SUITS.index({"c": "s", "s": "c", "d": "h", "h": "d"}[suit]) for suit in SUITS]
_MIRRORED = len(RANKS) + 1  # the net's ranks end with "none" and "mirrored"


@dataclass(frozen=True, slots=True)
class IndexReading:
    """The most likely card at a spot, its probability, and the probability that the index is mirrored."""

    spot: IndexCandidate
    card: Card
    chance: float
    mirrored: float
    queen: float = 0.0
    other_suit: float = 0.0
    """The probability of the other suit of the same color."""
    by_pips: bool = False
    """Whether the pips of the card show its suit."""
    overturned: str = ""
    """The suit that the net was certain of, if the pips show another one. It is never spades, because the net
    reads spades as clubs, but hardly ever clubs as spades."""


class Scores(NamedTuple):
    """The net's output for crops: the probabilities of ranks and suits, and the features behind them."""

    ranks: Floats
    suits: Floats
    features: Floats
    """Normalized to length one, so that brightness does not matter."""


class DeckModel(Protocol):
    """A model of one deck's faces."""

    def corrected(self, reads: Sequence[IndexReading], scores: Scores) -> list[IndexReading]:
        """The net's readings, corrected for this deck. `scores` has one row for each."""


def most_likely(spots: Sequence[IndexCandidate], ranks: Floats, suits: Floats) -> list[IndexReading]:
    return [_likeliest(*each) for each in zip(spots, ranks, suits, strict=True)]


def score(crops: Sequence[Pixels], net: Net) -> Scores:
    ranks, suits, *more = net.run(prepared(crops))
    features = more[0] if more else np.zeros((len(crops), 0), np.float32)
    lengths = np.maximum(np.linalg.norm(features, axis=1, keepdims=True), 1e-6)
    return Scores(_chances(ranks), _chances(suits), np.asarray(features / lengths, np.float32))


def crops(picture: Pixels, spots: Sequence[IndexCandidate]) -> list[Pixels]:
    """An upright crop of each spot, from the pyramid level that fits it."""
    pyramid = _pyramid(picture, max(spot.height for spot in spots))
    return [_crop(pyramid, spot) for spot in spots]


def _pyramid(picture: Pixels, max_height: float) -> list[Pixels]:
    """The picture at full size, half size, quarter size and so on, as far as the largest index requires, so that crops
    are not aliased."""
    pyramid = [picture]
    while max_height * MARGIN / HEIGHT > 1.7 and min(pyramid[-1].shape[:2]) > 64:
        small = cv2.resize(pyramid[-1], None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        pyramid.append(np.asarray(small, np.uint8))
        max_height /= 2
    return pyramid


def _crop(pyramid: list[Pixels], spot: IndexCandidate) -> Pixels:
    x, y, height, level = spot.x, spot.y, spot.height, 0
    while height * MARGIN / HEIGHT > 1.7 and level + 1 < len(pyramid):
        x, y, height, level = (x + 0.5) / 2 - 0.5, (y + 0.5) / 2 - 0.5, height / 2, level + 1
    return cut(pyramid[level], (x, y), (spot.up_x, spot.up_y), height)


def _chances(logits: Floats) -> Floats:
    grown = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(grown / grown.sum(axis=1, keepdims=True), np.float32)


def _likeliest(spot: IndexCandidate, ranks: Floats, suits: Floats) -> IndexReading:
    rank, suit = int(ranks[: len(RANKS)].argmax()), int(suits[: len(SUITS)].argmax())
    card = Card(RANKS[rank] + SUITS[suit])
    chance, other = float(ranks[rank] * suits[suit]), float(suits[_SAME_COLOR[suit]])
    return IndexReading(spot, card, chance, float(ranks[_MIRRORED]), float(ranks[_QUEEN]), other)
