"""From a picture to the cards to act on. Keeps no state."""

from collections.abc import Sequence

from hardware.pictures import Pixels
from hardware.recognition.acceptance import Detection, accept
from hardware.recognition.classifier import DeckModel, IndexReading, classify, classify_learned
from hardware.recognition.corner_conflicts import without_corner_conflicts
from hardware.recognition.court_figures import without_court_figures
from hardware.recognition.court_picture import MAX_COLORED, MAX_COLORED_NINE, without_court_pictures
from hardware.recognition.detector import find_spots, quick_sizes, sizes_for, smaller_sizes
from hardware.recognition.lookalikes import without_covered, without_other_suits, without_queens
from hardware.recognition.pips import without_sixes
from hardware.recognition.reframing import second_opinions
from hardware.recognition.weights import classifier, detector

MIN_HEAT = 0.25
"""The minimum heat of a spot to classify."""
MIN_VOTE = 0.98
"""The minimum confidence of a vote in one of many frames. A single picture needs less, because there is no next one."""
MAX_SPOTS = 150
"""A fanned deck shows 52 to 104 indices. A picture that shows more than this is a pattern and not cards."""


def read_picture(pixels: Pixels, patient: bool = False, learned: DeckModel | None = None) -> tuple[Detection, ...]:
    """The cards in one BGR picture. With `patient`, small indices in a large picture are also found.

    With a registered deck, only its cards are read.
    """
    height, width = pixels.shape[:2]
    return accepted_cards(pixels, read_indices(pixels, sizes_for(width, height, patient), patient, learned), learned)


def read_frame(
    pixels: Pixels, learned: DeckModel | None = None, still_frames: int = 0
) -> tuple[list[IndexReading], tuple[Detection, ...]]:
    """The `votes` of one frame of a table's camera, within its time budget.

    `still_frames` counts the passes since the last motion, including this one. At 0, the pass is quick. From 1 on,
    doubtful indices are reframed in more ways, and the usual scales and the smaller scales alternate. Of five passes,
    three are of one kind, so a card that only one kind can read gets its votes too.
    """
    height, width = pixels.shape[:2]
    if not still_frames:
        return votes(pixels, quick_sizes(width, height), False, learned)
    sizes = sizes_for(width, height, patient=False) if still_frames % 2 else smaller_sizes(width, height)
    return votes(pixels, sizes, True, learned)


def votes(
    pixels: Pixels, sizes: Sequence[int], patient: bool = False, learned: DeckModel | None = None
) -> tuple[list[IndexReading], tuple[Detection, ...]]:
    """All index readings of one frame at these scales, and the cards that the frame votes for."""
    reads = read_indices(pixels, sizes, patient, learned)
    sure = [each for each in accepted_cards(pixels, reads, learned, MAX_COLORED_NINE) if each.confidence >= MIN_VOTE]
    if not learned:
        sure = without_sixes(pixels, sure, reads)
    return reads, without_corner_conflicts(without_covered(without_other_suits(sure, reads), reads), reads)


def accepted_cards(
    pixels: Pixels,
    reads: Sequence[IndexReading],
    learned: DeckModel | None = None,
    max_colored_nine: float = MAX_COLORED,
) -> tuple[Detection, ...]:
    """The cards of a picture to act on. For a registered deck, the checks that assume standard letters and pips are
    skipped."""
    seen = without_court_figures(accept(reads))
    return seen if learned else without_court_pictures(pixels, without_queens(seen, reads), reads, max_colored_nine)


def read_indices(
    pixels: Pixels, sizes: Sequence[int], patient: bool, learned: DeckModel | None = None
) -> list[IndexReading]:
    """The readings of all spots found at these scales, whether certain or not."""
    spots = find_spots(pixels, detector(), sizes, MIN_HEAT)[:MAX_SPOTS]
    if not spots:
        return []
    if learned:
        return classify_learned(learned, pixels, spots, classifier())
    return second_opinions(pixels, classify(pixels, spots, classifier()), classifier(), patient)
