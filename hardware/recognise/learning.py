"""Learning a deck's faces: one card in a picture, its corners cut out. Knows one picture at a time; no camera, no file.

The card is the one that was asked for, whatever it looks like. All that is made sure of is that one card alone lies
there, that two of its corners are in sight and look alike, and that the net does not read another card with certainty.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import hypot

import numpy as np
import numpy.typing as npt

from engine.cards import Card, card_name
from hardware.recognise.acceptance import LIKELY, twins
from hardware.recognise.classifier import crops, look, told
from hardware.recognise.court_figures import are_pictured
from hardware.recognise.detector import Spot, find, sizes_for, smaller_sizes
from hardware.recognise.errors import LearnedRefused
from hardware.recognise.learned_deck import Learned
from hardware.recognise.weights import finder, teller

Pixels = npt.NDArray[np.uint8]

HOT = 0.35
LEAST_HEIGHT = 14.0
"""Pixels of the picture: what is smaller is no model of a card."""
ALIKE = 0.8
"""The product of two corners' features: those of one card have more, even where one is in shadow."""
SAME = 0.93
"""The same from picture to picture; two kings of one colour have it too, other cards seldom."""
FIGURES = 0.6
"""Of the height of a card's corners: the indices of one deck are of one height, and the finder errs by a fifth."""
MOST_CROPS = 8
"""Of one card: more tell nothing new."""


@dataclass(frozen=True, slots=True)
class Corners:
    """The corners of the one card in a picture: where, and cut out upright; `reads` is what the net is certain of."""

    spots: tuple[Spot, ...]
    crops: tuple[Pixels, ...]
    reads: Card | None
    look: npt.NDArray[np.float32]
    """The features of its corners together."""


class NoCard(ValueError):
    """The picture cannot be learned from; the text says what to do, in one line."""


class Unseen(NoCard):
    """No card was seen, or not enough of it."""


def corners(pixels: Pixels) -> Corners:
    """Raises `NoCard`, and `LearnedRefused` where the installed weights tell no features."""
    height, width = pixels.shape[:2]
    try:
        return _corners(pixels, sizes_for(width, height, patient=False))
    except Unseen:
        return _corners(pixels, smaller_sizes(width, height))


def _corners(pixels: Pixels, sizes: Sequence[int]) -> Corners:
    spots = [spot for spot in find(pixels, finder(), sizes, HOT) if spot.height >= LEAST_HEIGHT][:40]
    if len(spots) < 2:
        raise Unseen("no card is seen: lay it alone, face up, with both its corners in sight")
    cut = crops(pixels, spots)
    looks = look(cut, teller())
    if not looks.features.shape[1]:
        raise LearnedRefused("the weights that are installed tell no features: no deck can be learned with them")
    papers = _papers(spots, looks.features @ looks.features.T)
    if not papers:
        raise Unseen("no two corners of one card are seen: lay it flat, alone, in even light")
    if len(papers) > 1:
        raise NoCard("more than one card is seen: lay one alone")
    (mine,) = papers
    reads = told([spots[n] for n in mine], looks.ranks[mine], looks.suits[mine])
    certain = {read.card if read.chance >= LIKELY else None for read in reads}  # corners that agree, by the strict rule
    card = certain.pop() if len(certain) == 1 else None
    return Corners(tuple(spots[n] for n in mine), tuple(cut[n] for n in mine), card, looks.features[mine].mean(axis=0))


def _papers(spots: Sequence[Spot], alike: npt.NDArray[np.float32]) -> list[list[int]]:
    """The corners that belong together, by the place where they lie and by how they look."""
    papers: list[list[int]] = []
    for number, spot in enumerate(spots):
        home = [p for p in papers if any(twins(spot, spots[n]) and alike[number, n] >= ALIKE for n in p)]
        papers = [p for p in papers if p not in home] + [[*(n for p in home for n in p), number]]
    pairs = [paper for paper in papers if len(paper) > 1]
    return [paper for paper in pairs if not any(_has_in_its_picture(other, paper, spots) for other in pairs)]


def _has_in_its_picture(paper: Sequence[int], other: Sequence[int], spots: Sequence[Spot]) -> bool:
    """Whether the others are figures of a court's own picture; much smaller ones are of no card of its deck."""
    mine, theirs = [spots[n] for n in paper], [spots[n] for n in other]
    small = max(spot.height for spot in theirs) < FIGURES * max(spot.height for spot in mine)
    return paper is not other and (small or are_pictured(mine, theirs))


def contradiction(asked: Card, seen: Iterable[Corners]) -> str:
    """Why this is hardly the card that was asked for; nothing where it may be."""
    others = {each.reads for each in seen} - {None, asked}
    if not others:
        return ""
    return f"this reads as the {card_name(next(each for each in others if each))}, not as the {card_name(asked)}"


def lies(one: Corners, other: Corners) -> bool:
    """Whether the same card lies at the same place."""
    first, second = one.spots[0], other.spots
    return any(hypot(first.x - at.x, first.y - at.y) < 0.3 * first.height for at in second)


def alike(one: Corners, other: Corners) -> bool:
    """Whether two pictures may well be of one card."""
    return float(one.look @ other.look) >= SAME * float(np.linalg.norm(one.look) * np.linalg.norm(other.look))


def look_alike(deck: Mapping[Card, Sequence[Pixels]]) -> list[tuple[Card, Card]]:
    """Cards that are taken for one another: each is read by the others' pictures and all but one of its own."""
    last = {card: several[-1] for card, several in deck.items()}
    rest = Learned("", {card: several[:-1] for card, several in deck.items()})
    read = rest.by_look(list(last.values()))
    return [
        (card, taken) for card, (taken, chance) in zip(last, read, strict=True) if taken is not card and chance > 0.5
    ]
