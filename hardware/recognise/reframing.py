"""Doubtful indices, framed anew: the finder mistakes now and then where an index is, and above all how high it is.

All cards of a deck have indices of one height, and a table's camera sees them equally large, nearly: those that are
plain say how high a doubtful one is. A framing is several crops, and says what these have in common.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice, zip_longest
from statistics import median

import numpy as np
import numpy.typing as npt

from hardware.recognise.acceptance import accept
from hardware.recognise.classifier import IndexReading, Scores, crops, most_likely, score
from hardware.recognise.court_figures import are_court_figures
from hardware.recognise.detector import Spot
from hardware.recognise.weights import Floats, Net

Pixels = npt.NDArray[np.uint8]

DOUBTFUL = (0.2, 0.98)
"""Chances: what is less likely is no card, what is likelier needs no second opinion."""
MAX_DOUBTFUL, MAX_CROPS = 5, 16
"""In a camera's picture: a pattern is full of them, and ten cards in heavy letters must not take a third more time."""
MAX_DOUBTFUL_PATIENT, MAX_CROPS_PATIENT = 6, 66
"""In a photograph."""
MIN_HEIGHT = 24.0
"""Pixels of the picture: what is smaller cannot be made out, however it is framed."""
OWN_HEIGHTS = (0.85, 1.0, 1.1)
OTHERS_HEIGHTS = (0.92, 1.0, 1.1)
"""Around the height that the finder has for this index, and that of those that are plain."""
ASIDE = 0.06
"""Of its height: so far the middle of an index may be off."""
_FEW = 2
"""Plain indices that say how high the others are."""

Framing = Sequence[Spot]


def second_opinions(
    picture: Pixels, reads: Sequence[IndexReading], net: Net, patient: bool = False
) -> list[IndexReading]:
    """The readings, each doubtful one by the framing that is surest of it; `patient` where there is time for more."""
    most, crops_left = (MAX_DOUBTFUL_PATIENT, MAX_CROPS_PATIENT) if patient else (MAX_DOUBTFUL, MAX_CROPS)
    plain = [read for read in reads if read.chance >= DOUBTFUL[1]]
    asked = sorted(_doubtful(reads, plain), key=lambda read: -read.chance)[:most]
    if not asked:
        return list(reads)
    usual = median(read.spot.height for read in plain) if len(plain) >= _FEW else None
    framings = _in_time([list(_framings(read.spot, usual)) for read in asked], crops_left)
    every = score(crops(picture, [spot for ways in framings for way in ways for spot in way]), net)
    said = _consensus(every, (way for ways in framings for way in ways))
    by = {read.spot: _surest(read, islice(said, len(ways))) for read, ways in zip(asked, framings, strict=True)}
    return [by.get(read.spot, read) for read in reads]


def _doubtful(reads: Sequence[IndexReading], plain: Sequence[IndexReading]) -> Iterator[IndexReading]:
    """The doubtful ones, but those whose other corner is plain, and the figures of a court that is."""
    least, most = DOUBTFUL
    cards, cards_seen = {read.card for read in plain}, accept(plain)
    for read in reads:
        doubtful = least < read.chance < most and read.spot.height >= MIN_HEIGHT and read.card not in cards
        if doubtful and not any(are_court_figures(each.marks, [read.spot]) for each in cards_seen):
            yield read


def _framings(spot: Spot, usual: float | None) -> Iterator[Framing]:
    """By the height of the others; by its own; and a little aside of where it is thought to be."""
    if usual:
        yield [replace(spot, height=usual * by) for by in OTHERS_HEIGHTS]
    yield [replace(spot, height=spot.height * by) for by in OWN_HEIGHTS]
    right, up = (-spot.up_y, spot.up_x), (spot.up_x, spot.up_y)
    moves = [(way * x, way * y) for x, y in (right, up) for way in (-ASIDE * spot.height, ASIDE * spot.height)]
    yield [spot, *(replace(spot, x=spot.x + x, y=spot.y + y) for x, y in moves)]


def _in_time(wanted: Sequence[Sequence[Framing]], left: int) -> list[list[Framing]]:
    """As many framings of each index as there is time for: the first of all of them, then the second ones."""
    chosen: list[list[Framing]] = [[] for _ in wanted]
    for turn in zip_longest(*wanted):
        for ways, framing in zip(chosen, turn, strict=True):
            if framing and len(framing) <= left:
                ways.append(framing)
                left -= len(framing)
    return chosen


def _consensus(every: Scores, framings: Iterable[Framing]) -> Iterator[tuple[Floats, Floats]]:
    """For each framing the chances of ranks and of suits that its crops have in common."""
    begin = 0
    for framing in framings:
        end = begin + len(framing)
        yield _common(every.ranks[begin:end]), _common(every.suits[begin:end])
        begin = end


def _common(chances: Floats) -> Floats:
    """The geometric mean, as one row: one crop that says no weighs more than one that says yes."""
    mean = np.exp(np.log(np.maximum(chances, 1e-4)).mean(axis=0, keepdims=True))
    return np.asarray(mean / mean.sum(), np.float32)


def _surest(first: IndexReading, said: Iterable[tuple[Floats, Floats]]) -> IndexReading:
    """What else it may be is not forgotten."""
    surest = max((most_likely([first.spot], *each)[0] for each in said), key=lambda read: read.chance)
    other = max(first.other_suit, surest.other_suit)
    return replace(surest, queen=max(first.queen, surest.queen), other_suit=other)
