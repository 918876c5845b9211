"""Learns a deck's faces: crops the corners of one card in a picture. Works on one picture, without a camera or a file.

The card is taken to be the requested one, whatever it looks like. The only checks are that the picture shows exactly
one card, that two of its corners are visible and look alike, and that the net does not read another card with
certainty.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import hypot

import numpy as np
import numpy.typing as npt

from engine.bad_input import BadInput
from engine.cards import Card
from hardware.pictures import Pixels
from hardware.recognition.acceptance import LIKELY, could_share_card
from hardware.recognition.classifier import crops, most_likely, score
from hardware.recognition.court_picture import are_court_figures
from hardware.recognition.detector import IndexCandidate, find_spots, sizes_for, smaller_sizes
from hardware.recognition.errors import LearnedRefused
from hardware.recognition.learned_deck import LearnedDeck
from hardware.recognition.weights import classifier, detector

MIN_HEAT = 0.35
MIN_HEIGHT = 14.0
"""The minimum index height in the picture, in pixels. Smaller indices are too poor to serve as samples."""
ALIKE = 0.8
"""The minimum dot product of two corners' features for them to match. Corners of the same card exceed it, even if one
is in shadow."""
SAME = 0.93
"""The same limit for two pictures of one card. Two kings of the same color reach it too, but other pairs of cards
seldom do."""
SAME_FACE = 0.985
"""The same limit for the same card shown again. Of three decks with a B for the jack, the jacks reached 0.978 with the
eights, and 21 of 22 other corners of the eights reached at least 0.989."""
FIGURES = 0.6
"""Readings below this fraction of the index height are figures. All indices in a deck have the same height, and the
detector can be off by a fifth."""
MAX_CROPS = 8
"""The maximum number of crops of one card. More would not add anything."""


@dataclass(frozen=True, slots=True)
class Corners:
    """The corners of the one card in a picture, and upright crops of them. `certain` is the card that the net reads
    with certainty, if there is one."""

    spots: tuple[IndexCandidate, ...]
    crops: tuple[Pixels, ...]
    certain: Card | None
    features: npt.NDArray[np.float32]


class NoCard(BadInput):
    """The picture is unusable. The message says what to do."""


class CardNotSeen(NoCard):
    """No card was found, or too little of it was visible."""


def corners(pixels: Pixels) -> Corners:
    """The corners of the card in the picture. Raises `NoCard`, and `LearnedRefused` if the weights give no features."""
    height, width = pixels.shape[:2]
    try:
        return _corners(pixels, sizes_for(width, height, patient=False))
    except CardNotSeen:
        return _corners(pixels, smaller_sizes(width, height))


def _corners(pixels: Pixels, sizes: Sequence[int]) -> Corners:
    spots = [spot for spot in find_spots(pixels, detector(), sizes, MIN_HEAT) if spot.height >= MIN_HEIGHT][:40]
    if len(spots) < 2:
        raise CardNotSeen("no-card-seen")
    cut = crops(pixels, spots)
    scores = score(cut, classifier())
    if not scores.features.shape[1]:
        raise LearnedRefused("weights-cannot-learn")
    groups = _groups(spots, scores.features @ scores.features.T)
    if not groups:
        raise CardNotSeen("no-two-corners")
    if len(groups) > 1:
        raise NoCard("more-than-one-card")
    (mine,) = groups
    reads = most_likely([spots[n] for n in mine], scores.ranks[mine], scores.suits[mine])
    certain = {read.card if read.chance >= LIKELY else None for read in reads}  # corners that agree, by the strict rule
    card = certain.pop() if len(certain) == 1 else None
    return Corners(tuple(spots[n] for n in mine), tuple(cut[n] for n in mine), card, scores.features[mine].mean(axis=0))


def _groups(spots: Sequence[IndexCandidate], could_be_same_card: npt.NDArray[np.float32]) -> list[list[int]]:
    groups: list[list[int]] = []
    for number, spot in enumerate(spots):
        home = [
            p
            for p in groups
            if any(could_share_card(spot, spots[n]) and could_be_same_card[number, n] >= ALIKE for n in p)
        ]
        groups = [p for p in groups if p not in home] + [[*(n for p in home for n in p), number]]
    pairs = [group for group in groups if len(group) > 1]
    return [group for group in pairs if not any(_holds_in_court_picture(other, group, spots) for other in pairs)]


def _holds_in_court_picture(group: Sequence[int], other: Sequence[int], spots: Sequence[IndexCandidate]) -> bool:
    """Whether the other readings are figures in a court card's picture, or are too small for this deck."""
    mine, theirs = [spots[n] for n in group], [spots[n] for n in other]
    small = max(spot.height for spot in theirs) < FIGURES * max(spot.height for spot in mine)
    return group is not other and (small or are_court_figures(mine, theirs))


def contradiction(
    asked: Card, seen: Sequence[Corners], learned: Mapping[Card, Sequence[Pixels]] | None = None
) -> Card | None:
    """The card that these pictures show with certainty, if it is not the requested one. If that card was learned before
    and looks otherwise, the net only does not know this face: it reads a B as an 8."""
    other = next(iter({each.certain for each in seen} - {None, asked}), None)
    if other is None or not learned or not learned.get(other):
        return other
    before = score(learned[other], classifier()).features.mean(axis=0)
    return other if any(_alikeness(each.features, before) >= SAME_FACE for each in seen) else None


def is_same_place(one: Corners, other: Corners) -> bool:
    first, second = one.spots[0], other.spots
    return any(hypot(first.x - at.x, first.y - at.y) < 0.3 * first.height for at in second)


def could_be_same_card(one: Corners, other: Corners) -> bool:
    return _alikeness(one.features, other.features) >= SAME


def _alikeness(one: npt.NDArray[np.float32], other: npt.NDArray[np.float32]) -> float:
    return float(one @ other) / float(np.linalg.norm(one) * np.linalg.norm(other))


def confused_pairs(deck: Mapping[Card, Sequence[Pixels]]) -> list[tuple[Card, Card]]:
    """Pairs of cards that are mistaken for each other. For this, the last crop of each card is read using all the other
    crops."""
    last = {card: several[-1] for card, several in deck.items()}
    rest = LearnedDeck("", {card: several[:-1] for card, several in deck.items()})
    read = rest.nearest(list(last.values()))
    return [
        (card, taken) for card, (taken, chance) in zip(last, read, strict=True) if taken is not card and chance > 0.5
    ]
