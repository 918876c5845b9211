"""A picture in, the cards to act on out. Keeps nothing between pictures."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from hardware.recognise.acceptance import Seen, judge
from hardware.recognise.classifier import OwnDeck, Read, tell, tell_of
from hardware.recognise.corner_conflicts import without_halves
from hardware.recognise.court_figures import without_ghosts
from hardware.recognise.court_picture import MOST_COLOURED, OF_A_NINE, without_portraits
from hardware.recognise.detector import find, quick_sizes, sizes_for, smaller_sizes
from hardware.recognise.lookalikes import without_covered, without_other_suits, without_queens
from hardware.recognise.pips import without_sixes
from hardware.recognise.reframing import second_opinions
from hardware.recognise.weights import finder, teller

Pixels = npt.NDArray[np.uint8]

LEAST_HEAT = 0.25
"""What the finder thinks less likely than this is not looked at."""
VOTES = 0.98
"""One of many pictures that says less of a card has no vote. Of one alone less is acted on: there comes no next one."""
MOST_SPOTS = 150
"""A whole deck in a fan shows 52 to 104 indices; more is a pattern."""


def read_picture(pixels: Pixels, patient: bool = False, learned: OwnDeck | None = None) -> tuple[Seen, ...]:
    """The cards of one picture, blue first as OpenCV has it; `patient` also looks for what is small in a large one.

    With a learned deck only its cards are read.
    """
    height, width = pixels.shape[:2]
    return counted(pixels, read_indices(pixels, sizes_for(width, height, patient), patient, learned), learned)


def read_frame(
    pixels: Pixels, learned: OwnDeck | None = None, still_frames: int = 0
) -> tuple[list[Read], tuple[Seen, ...]]:
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
    pixels: Pixels, sizes: Sequence[int], patient: bool = False, learned: OwnDeck | None = None
) -> tuple[list[Read], tuple[Seen, ...]]:
    """Every index that is read at these sizes of one picture of many, and the cards for which it has a vote."""
    reads = read_indices(pixels, sizes, patient, learned)
    sure = [each for each in counted(pixels, reads, learned, OF_A_NINE) if each.confidence >= VOTES]
    if not learned:
        sure = without_sixes(pixels, sure, reads)
    return reads, without_halves(without_covered(without_other_suits(sure, reads), reads), reads)


def counted(
    pixels: Pixels, reads: Sequence[Read], learned: OwnDeck | None = None, of_a_nine: float = MOST_COLOURED
) -> tuple[Seen, ...]:
    """Of what is read in a picture, the cards to act on. The letters and pips of a learned deck may be any."""
    seen = without_ghosts(judge(reads))
    return seen if learned else without_portraits(pixels, without_queens(seen, reads), reads, of_a_nine)


def read_indices(pixels: Pixels, sizes: Sequence[int], patient: bool, learned: OwnDeck | None = None) -> list[Read]:
    """Every index found at these sizes of the picture, with what is read there, sure or not."""
    spots = find(pixels, finder(), sizes, LEAST_HEAT)[:MOST_SPOTS]
    if not spots:
        return []
    if learned:
        return tell_of(learned, pixels, spots, teller())
    return second_opinions(pixels, tell(pixels, spots, teller()), teller(), patient)
