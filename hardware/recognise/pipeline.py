"""A picture in, the cards to act on out. Keeps nothing between pictures."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from hardware.recognise.acceptance import Detection, accept
from hardware.recognise.classifier import DeckModel, IndexReading, classify, classify_learned
from hardware.recognise.corner_conflicts import without_corner_conflicts
from hardware.recognise.court_figures import without_court_figures
from hardware.recognise.court_picture import MAX_COLOURED, MAX_COLOURED_NINE, without_court_pictures
from hardware.recognise.detector import find_spots, quick_sizes, sizes_for, smaller_sizes
from hardware.recognise.lookalikes import without_covered, without_other_suits, without_queens
from hardware.recognise.pips import without_sixes
from hardware.recognise.reframing import second_opinions
from hardware.recognise.weights import classifier, detector

Pixels = npt.NDArray[np.uint8]

MIN_HEAT = 0.25
"""What the finder thinks less likely than this is not looked at."""
MIN_VOTE = 0.98
"""One of many pictures that says less of a card has no vote. Of one alone less is acted on: there comes no next one."""
MAX_SPOTS = 150
"""A whole deck in a fan shows 52 to 104 indices; more is a pattern."""


def read_picture(pixels: Pixels, patient: bool = False, learned: DeckModel | None = None) -> tuple[Detection, ...]:
    """The cards of one picture, blue first as OpenCV has it; `patient` also looks for what is small in a large one.

    With a learned deck only its cards are read.
    """
    height, width = pixels.shape[:2]
    return accepted_cards(pixels, read_indices(pixels, sizes_for(width, height, patient), patient, learned), learned)


def read_frame(
    pixels: Pixels, learned: DeckModel | None = None, still_frames: int = 0
) -> tuple[list[IndexReading], tuple[Detection, ...]]:
    """`votes` of one of a table camera's many pictures, in the time that there is.

    `still_frames` counts the passes since the last motion, this one included; at 0 the pass is quick. From the
    first on doubtful indices are framed anew in more ways, at the usual sizes and at smaller ones by turns: of five
    looks three are of one kind, and what only one of them reads has its votes too.
    """
    height, width = pixels.shape[:2]
    if not still_frames:
        return votes(pixels, quick_sizes(width, height), False, learned)
    sizes = sizes_for(width, height, patient=False) if still_frames % 2 else smaller_sizes(width, height)
    return votes(pixels, sizes, True, learned)


def votes(
    pixels: Pixels, sizes: Sequence[int], patient: bool = False, learned: DeckModel | None = None
) -> tuple[list[IndexReading], tuple[Detection, ...]]:
    """Every index that is read at these sizes of one picture of many, and the cards for which it has a vote."""
    reads = read_indices(pixels, sizes, patient, learned)
    sure = [each for each in accepted_cards(pixels, reads, learned, MAX_COLOURED_NINE) if each.confidence >= MIN_VOTE]
    if not learned:
        sure = without_sixes(pixels, sure, reads)
    return reads, without_corner_conflicts(without_covered(without_other_suits(sure, reads), reads), reads)


def accepted_cards(
    pixels: Pixels,
    reads: Sequence[IndexReading],
    learned: DeckModel | None = None,
    max_coloured_nine: float = MAX_COLOURED,
) -> tuple[Detection, ...]:
    """Of what is read in a picture, the cards to act on. The letters and pips of a learned deck may be any."""
    seen = without_court_figures(accept(reads))
    return seen if learned else without_court_pictures(pixels, without_queens(seen, reads), reads, max_coloured_nine)


def read_indices(
    pixels: Pixels, sizes: Sequence[int], patient: bool, learned: DeckModel | None = None
) -> list[IndexReading]:
    """Every index found at these sizes of the picture, with what is read there, sure or not."""
    spots = find_spots(pixels, detector(), sizes, MIN_HEAT)[:MAX_SPOTS]
    if not spots:
        return []
    if learned:
        return classify_learned(learned, pixels, spots, classifier())
    return second_opinions(pixels, classify(pixels, spots, classifier()), classifier(), patient)
