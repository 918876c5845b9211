"""Reframes doubtful indices, because the detector sometimes misjudges the position of an index, and above all its
height. All indices in a deck have the same height, and a table's camera sees them at nearly the same size. The clear
ones therefore show how tall a doubtful one is. A framing is several crops, whose scores are combined."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice, zip_longest
from statistics import median

import numpy as np

from hardware.pictures import Floats, Pixels
from hardware.recognition.acceptance import accept
from hardware.recognition.classifier import IndexReading, Scores, crops, most_likely, score
from hardware.recognition.court_picture import are_court_figures
from hardware.recognition.detector import IndexCandidate
from hardware.recognition.weights import Net

DOUBTFUL = (0.2, 0.98)
"""The range of probabilities that count as uncertain. Below it, there is no card; above it, no second opinion is
needed."""
MAX_DOUBTFUL, MAX_CROPS = 5, 16
"""Limits for one camera frame. They are needed because a pattern has many doubtful spots, and because reading ten cards
in bold type must not take a third longer."""
MAX_DOUBTFUL_PATIENT, MAX_CROPS_PATIENT = 6, 66
MIN_HEIGHT = 24.0
"""The minimum index height in the picture, in pixels. Smaller indices are unreadable in any framing."""
OWN_HEIGHTS = (0.85, 1.0, 1.1)
OTHERS_HEIGHTS = (0.92, 1.0, 1.1)
"""The factors by which to multiply the index's own detected height, and the height of the clear indices."""
ASIDE = 0.06
"""The offset by which to shift the center, as a fraction of the index height."""
_FEW = 2
"""The minimum number of clear indices needed to determine the usual height."""

Framing = Sequence[IndexCandidate]


def second_opinions(
    picture: Pixels, reads: Sequence[IndexReading], net: Net, patient: bool = False
) -> list[IndexReading]:
    """The readings, with each doubtful one replaced by the most certain reading from its framings. `patient` allows
    more framings."""
    most, crops_left = (MAX_DOUBTFUL_PATIENT, MAX_CROPS_PATIENT) if patient else (MAX_DOUBTFUL, MAX_CROPS)
    plain = [read for read in reads if read.chance >= DOUBTFUL[1]]
    asked = sorted(_doubtful(reads, plain), key=lambda read: -read.chance)[:most]
    if not asked:
        return list(reads)
    usual = median(read.spot.height for read in plain) if len(plain) >= _FEW else None
    framings = _in_time([list(_framings(read.spot, usual)) for read in asked], crops_left)
    every = score(crops(picture, [spot for ways in framings for way in ways for spot in way]), net)
    said = _consensus(every, [len(way) for ways in framings for way in ways])
    by = {read.spot: _surest(read, islice(said, len(ways))) for read, ways in zip(asked, framings, strict=True)}
    return [by.get(read.spot, read) for read in reads]


def _doubtful(reads: Sequence[IndexReading], plain: Sequence[IndexReading]) -> Iterator[IndexReading]:
    """The uncertain readings, except those of cards that are clearly read elsewhere and those of figures on court
    cards."""
    least, most = DOUBTFUL
    cards, cards_seen = {read.card for read in plain}, accept(plain)
    for read in reads:
        doubtful = least < read.chance < most and read.spot.height >= MIN_HEIGHT and read.card not in cards
        if doubtful and not any(are_court_figures(each.marks, [read.spot]) for each in cards_seen):
            yield read


def _framings(spot: IndexCandidate, usual: float | None) -> Iterator[Framing]:
    """Framings based on the height of the other indices, based on its own height, and shifted to each side."""
    if usual:
        yield [replace(spot, height=usual * by) for by in OTHERS_HEIGHTS]
    yield [replace(spot, height=spot.height * by) for by in OWN_HEIGHTS]
    right, up = (-spot.up_y, spot.up_x), (spot.up_x, spot.up_y)
    moves = [(way * x, way * y) for x, y in (right, up) for way in (-ASIDE * spot.height, ASIDE * spot.height)]
    yield [spot, *(replace(spot, x=spot.x + x, y=spot.y + y) for x, y in moves)]


def _in_time(wanted: Sequence[Sequence[Framing]], left: int) -> list[list[Framing]]:
    """As many framings as fit within the limit on crops: first one of each index, then a second of each, and so on."""
    chosen: list[list[Framing]] = [[] for _ in wanted]
    for turn in zip_longest(*wanted):
        for ways, framing in zip(chosen, turn, strict=True):
            if framing and len(framing) <= left:
                ways.append(framing)
                left -= len(framing)
    return chosen


def _consensus(every: Scores, lengths: Sequence[int]) -> Iterator[tuple[Floats, Floats]]:
    """The ranks and suits of each framing, whose crops follow each other, as one row each."""
    yield from zip(_common(every.ranks, lengths), _common(every.suits, lengths), strict=True)


def _common(chances: Floats, lengths: Sequence[int]) -> list[Floats]:
    """The geometric mean of each framing. A single crop with a low probability has more effect than one with a high
    probability."""
    begins = np.cumsum([0, *lengths[:-1]])
    sums = np.add.reduceat(np.log(np.maximum(chances, 1e-4)), begins, axis=0)
    means = np.exp(sums / np.array(lengths, np.float32)[:, None])
    return np.split(np.asarray(means / means.sum(axis=1, keepdims=True), np.float32), len(lengths))


def _surest(first: IndexReading, said: Iterable[tuple[Floats, Floats]]) -> IndexReading:
    """The most certain reading, with the highest probabilities of a queen and of the other suit among all readings."""
    surest = max((most_likely([first.spot], *each)[0] for each in said), key=lambda read: read.chance)
    other = max(first.other_suit, surest.other_suit)
    return replace(surest, queen=max(first.queen, surest.queen), other_suit=other)
