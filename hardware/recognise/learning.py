"""Learning a deck's faces: one card in a picture, its corners cut out. Knows one picture at a time; no camera, no file.

The card is the one that was asked for, whatever it scores like. All that is made sure of is that one card alone lies
there, that two of its corners are in sight and look alike, and that the net does not read another card with certainty.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import hypot

import numpy as np
import numpy.typing as npt

from engine.cards import Card, card_name
from hardware.recognise.acceptance import LIKELY, could_share_card
from hardware.recognise.classifier import crops, most_likely, score
from hardware.recognise.court_figures import are_court_figures
from hardware.recognise.detector import Spot, find_spots, sizes_for, smaller_sizes
from hardware.recognise.errors import LearnedRefused
from hardware.recognise.learned_deck import LearnedDeck
from hardware.recognise.weights import classifier, detector

Pixels = npt.NDArray[np.uint8]

MIN_HEAT = 0.35
MIN_HEIGHT = 14.0
"""Pixels of the picture: what is smaller is no model of a card."""
ALIKE = 0.8
"""The product of two corners' features: those of one card have more, even where one is in shadow."""
SAME = 0.93
"""The same from picture to picture; two kings of one colour have it too, other cards seldom."""
FIGURES = 0.6
"""Of the height of a card's corners: the indices of one deck are of one height, and the finder errs by a fifth."""
MAX_CROPS = 8
"""Of one card: more tell nothing new."""


@dataclass(frozen=True, slots=True)
class Corners:
    """The corners of the one card in a picture: where, and cut out upright; `reads` is what the net is certain of."""

    spots: tuple[Spot, ...]
    crops: tuple[Pixels, ...]
    certain: Card | None
    features: npt.NDArray[np.float32]
    """The features of its corners together."""


class NoCard(ValueError):
    """The picture cannot be learned from; the text says what to do, in one line."""


class CardNotSeen(NoCard):
    """No card was seen, or not enough of it."""


def corners(pixels: Pixels) -> Corners:
    """Raises `NoCard`, and `LearnedRefused` where the installed weights tell no features."""
    height, width = pixels.shape[:2]
    try:
        return _corners(pixels, sizes_for(width, height, patient=False))
    except CardNotSeen:
        return _corners(pixels, smaller_sizes(width, height))


def _corners(pixels: Pixels, sizes: Sequence[int]) -> Corners:
    spots = [spot for spot in find_spots(pixels, detector(), sizes, MIN_HEAT) if spot.height >= MIN_HEIGHT][:40]
    if len(spots) < 2:
        raise CardNotSeen("no card is seen: lay it alone, face up, with both its corners in sight")
    cut = crops(pixels, spots)
    scores = score(cut, classifier())
    if not scores.features.shape[1]:
        raise LearnedRefused("the weights that are installed tell no features: no deck can be learned with them")
    groups = _groups(spots, scores.features @ scores.features.T)
    if not groups:
        raise CardNotSeen("no two corners of one card are seen: lay it flat, alone, in even light")
    if len(groups) > 1:
        raise NoCard("more than one card is seen: lay one alone")
    (mine,) = groups
    reads = most_likely([spots[n] for n in mine], scores.ranks[mine], scores.suits[mine])
    certain = {read.card if read.chance >= LIKELY else None for read in reads}  # corners that agree, by the strict rule
    card = certain.pop() if len(certain) == 1 else None
    return Corners(tuple(spots[n] for n in mine), tuple(cut[n] for n in mine), card, scores.features[mine].mean(axis=0))


def _groups(spots: Sequence[Spot], could_be_same_card: npt.NDArray[np.float32]) -> list[list[int]]:
    """The corners that belong together, by the place where they lie and by how they look."""
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


def _holds_in_court_picture(group: Sequence[int], other: Sequence[int], spots: Sequence[Spot]) -> bool:
    """Whether the others are figures of a court's own picture; much smaller ones are of no card of its deck."""
    mine, theirs = [spots[n] for n in group], [spots[n] for n in other]
    small = max(spot.height for spot in theirs) < FIGURES * max(spot.height for spot in mine)
    return group is not other and (small or are_court_figures(mine, theirs))


def contradiction(asked: Card, seen: Iterable[Corners]) -> str:
    """Why this is hardly the card that was asked for; nothing where it may be."""
    others = {each.certain for each in seen} - {None, asked}
    if not others:
        return ""
    return f"this reads as the {card_name(next(each for each in others if each))}, not as the {card_name(asked)}"


def is_same_place(one: Corners, other: Corners) -> bool:
    """Whether the same card lies at the same place."""
    first, second = one.spots[0], other.spots
    return any(hypot(first.x - at.x, first.y - at.y) < 0.3 * first.height for at in second)


def could_be_same_card(one: Corners, other: Corners) -> bool:
    """Whether two pictures may well be of one card."""
    return float(one.features @ other.features) >= SAME * float(
        np.linalg.norm(one.features) * np.linalg.norm(other.features)
    )


def confused_pairs(deck: Mapping[Card, Sequence[Pixels]]) -> list[tuple[Card, Card]]:
    """Cards that are taken for one another: each is read by the others' pictures and all but one of its own."""
    last = {card: several[-1] for card, several in deck.items()}
    rest = LearnedDeck("", {card: several[:-1] for card, several in deck.items()})
    read = rest.nearest(list(last.values()))
    return [
        (card, taken) for card, (taken, chance) in zip(last, read, strict=True) if taken is not card and chance > 0.5
    ]
