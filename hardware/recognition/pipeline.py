"""From a picture to the accepted cards. Keeps no state."""

from collections.abc import Iterator, Sequence
from math import hypot

import cv2
import numpy as np

from hardware.pictures import Pixels
from hardware.recognition.acceptance import CERTAIN, DOUBT, Detection, accept, are_opposite, could_share_card
from hardware.recognition.classifier import DeckModel, IndexReading, crops, most_likely, score
from hardware.recognition.court_picture import (
    area_between,
    has_shades,
    opposite_corners,
    paper_and_ink,
    without_court_figures,
    without_court_pictures,
)
from hardware.recognition.detector import (
    IndexCandidate,
    find_spots,
    hottest_first,
    overlap,
    quick_sizes,
    sizes_for,
    smaller_sizes,
)
from hardware.recognition.pips import BLACK, with_pips
from hardware.recognition.reframing import DOUBTFUL, second_opinions
from hardware.recognition.suit_shape import ALONE, is_clearly_club, is_clearly_spade, may_be_spade, without_odd_clubs
from hardware.recognition.weights import classifier, detector, pips

MIN_HEAT = 0.25
COURTS = "JQK"
MIN_VOTE = 0.98
"""The minimum confidence of a vote in one of many frames. A single picture needs less, because there is no next frame
to wait for."""
MAX_SPOTS = 150
"""A fanned deck shows 52 to 104 indices. A picture that shows more than this is a pattern and not cards."""
_USUAL = 2
"""The number of scales, without the one for small indices."""
_SMALL = 20.0
"""The height of an index at the largest usual scale, in pixels, from which on the large scale shows nothing more."""


def read_picture(pixels: Pixels, patient: bool = False, learned: DeckModel | None = None) -> tuple[Detection, ...]:
    """The cards in one BGR picture. With `patient`, small indices in a large picture are also found. With a registered
    deck, only its cards are read."""
    reads = _picture_indices(pixels, patient, learned)
    if not learned and not accept(reads):
        pixels = negative(pixels)
        reads = _picture_indices(pixels, patient)
    return accepted_cards(pixels, reads, learned)


def _picture_indices(pixels: Pixels, patient: bool, learned: DeckModel | None = None) -> list[IndexReading]:
    height, width = pixels.shape[:2]
    small, *usual = sizes = sizes_for(width, height, patient)
    if len(sizes) <= _USUAL:
        return read_indices(pixels, sizes, patient, learned)
    spots = find_spots(pixels, detector(), usual, MIN_HEAT)
    reads = _read(pixels, spots, patient, learned)
    if _may_miss_small(reads, max(width, height) / usual[0]):
        spots = hottest_first([*spots, *find_spots(pixels, detector(), (small,), MIN_HEAT)])
        reads = _read(pixels, spots, patient, learned)
    return reads


def _may_miss_small(reads: Sequence[IndexReading], scale: float) -> bool:
    """Whether there may be indices that are too small for the usual scales: nothing is certain, or something that may
    be an index is small. The picture is `scale` times as large as the largest usual scale. Finding small indices takes
    four times as long as the usual scales."""
    certain = any(read.chance >= CERTAIN for read in reads)
    return not certain or any(read.spot.height < _SMALL * scale for read in reads if read.chance >= DOUBTFUL[0])


def read_frame(
    pixels: Pixels, learned: DeckModel | None = None, still_frames: int = 0
) -> tuple[list[IndexReading], tuple[Detection, ...]]:
    """The `votes` from one frame of a table's camera, within its time budget. `still_frames` counts the passes since
    the last motion, including this one. At 0, the pass is quick. From 1 on, doubtful indices are reframed in more ways,
    and the usual scales and the smaller scales alternate. Of five consecutive passes, three use the same scales, so a
    card that can be read only at those scales also gets enough votes."""
    height, width = pixels.shape[:2]
    if not still_frames:
        return votes(pixels, quick_sizes(width, height), False, learned)
    sizes = sizes_for(width, height, patient=False) if still_frames % 2 else smaller_sizes(width, height)
    return votes(pixels, sizes, True, learned)


def votes(
    pixels: Pixels, sizes: Sequence[int], patient: bool = False, learned: DeckModel | None = None
) -> tuple[list[IndexReading], tuple[Detection, ...]]:
    """All index readings in one frame at these scales, and the cards that the frame votes for. With `patient`, dark
    paper is also read, if there may be indices and no card can be read."""
    reads = read_indices(pixels, sizes, patient, learned)
    if patient and reads and not learned and not accept(reads):
        pixels = negative(pixels)
        reads = read_indices(pixels, sizes, patient)
    sure = [each for each in accepted_cards(pixels, reads, learned, at_table=True) if each.confidence >= MIN_VOTE]
    if not learned:
        sure = _without_lookalikes(pixels, sure, reads)
    return reads, without_corner_conflicts(without_covered(without_other_suits(pixels, sure, reads), reads), reads)


def _without_lookalikes(pixels: Pixels, seen: Sequence[Detection], reads: Sequence[IndexReading]) -> list[Detection]:
    """Drop cards that may only look like the card that was read, judging by the print between their corners, by the
    letters on other cards, and by the edge of the picture."""
    clubs = without_odd_clubs(pixels, seen, ALONE, _by_pips(reads))
    suits = [each for each in clubs if each.card.suit != "s" or not is_clearly_club(pixels, each)]
    return without_cut(pixels, without_foreign_letters(pixels, without_sixes(pixels, suits, reads), reads))


def without_foreign_letters(
    pixels: Pixels, seen: Sequence[Detection], reads: Sequence[IndexReading]
) -> list[Detection]:
    """Drop cards of a rank that was also read on a card with shades that pips do not have. A B for the jack looks like
    an 8, and an S like a 5. At another jack, the picture may be hidden, or as dark as pips."""
    ranks = {each.card.rank for each in seen}
    alike = [each for each in accept(reads) if each.card.rank in ranks and each not in seen]
    letters = {each.card.rank for each in alike if has_shades(pixels, each, reads)}
    return [each for each in seen if each.card.rank not in letters]


_UNCUT = 0.35
"""The middle of an index is at least this far from the edge of its card, as a fraction of the index's height."""


def without_cut(pixels: Pixels, seen: Sequence[Detection]) -> list[Detection]:
    """Drop lone corners that are cut off by the edge of the picture. Half of a 3 looks like a J."""
    height, width = pixels.shape[:2]

    def is_whole(mark: IndexCandidate) -> bool:
        return bool(min(mark.x, mark.y, width - 1 - mark.x, height - 1 - mark.y) >= _UNCUT * mark.height)

    return [each for each in seen if len(each.marks) > 1 or is_whole(each.marks[0])]


def accepted_cards(
    pixels: Pixels,
    reads: Sequence[IndexReading],
    learned: DeckModel | None = None,
    at_table: bool = False,
) -> tuple[Detection, ...]:
    """The cards in a picture that are certain enough to be accepted. A registered deck skips the checks made for
    standard letters and pips."""
    seen = without_court_figures(accept(reads))
    if learned:
        return seen
    seen = without_odd_clubs(pixels, without_queens(seen, reads), None, _by_pips(reads))
    seen = _without_doubted_suits(pixels, seen, reads)
    return without_court_pictures(pixels, seen, reads, at_table)


def _without_doubted_suits(
    pixels: Pixels, seen: Sequence[Detection], reads: Sequence[IndexReading]
) -> tuple[Detection, ...]:
    """Drop cards of a suit for which the net mistakes another suit of this deck, unless their pips show it. Court cards
    have no pips that could correct them. A club's outline can show it, too."""
    doubted = {read.overturned for read in reads}
    known = _by_pips(reads)

    def is_known(card: Detection) -> bool:
        by_outline = card.card.suit == "c" and not may_be_spade(pixels, card.marks)
        return by_outline or not known.isdisjoint(card.marks)

    return tuple(each for each in seen if each.card.suit not in doubted or is_known(each))


def _by_pips(reads: Sequence[IndexReading]) -> frozenset[IndexCandidate]:
    return frozenset(read.spot for read in reads if read.by_pips)


def read_indices(
    pixels: Pixels, sizes: Sequence[int], patient: bool, learned: DeckModel | None = None
) -> list[IndexReading]:
    return _read(pixels, find_spots(pixels, detector(), sizes, MIN_HEAT), patient, learned)


def _read(
    pixels: Pixels, spots: Sequence[IndexCandidate], patient: bool, learned: DeckModel | None
) -> list[IndexReading]:
    spots = spots[:MAX_SPOTS]
    if not spots:
        return []
    scores = score(crops(pixels, spots), classifier())
    reads = second_opinions(pixels, most_likely(spots, scores.ranks, scores.suits), classifier(), patient)
    return learned.corrected(reads, scores) if learned else with_pips(pixels, reads, pips())


def negative(pixels: Pixels) -> Pixels:
    """The picture with light and dark swapped, and with the same hues. Cards of dark paper with light ink look like
    ordinary ones in it. The nets were trained on light paper."""
    light, *hues = cv2.split(cv2.cvtColor(pixels, cv2.COLOR_BGR2LAB))
    swapped = cv2.cvtColor(cv2.merge([cv2.bitwise_not(light), *hues]), cv2.COLOR_LAB2BGR)
    return np.asarray(swapped, np.uint8)


_ALIKE = 1.25
"""The tolerance for corner distances. The distances are about equal for all cards in a picture, but larger for nearby
cards that are seen at an angle."""


def without_corner_conflicts(seen: Sequence[Detection], reads: Sequence[IndexReading]) -> tuple[Detection, ...]:
    """Drop cards with only one corner visible if another card of the same rank or suit was read, with certainty or not,
    where the opposite corner may be. Corners of a card with two visible corners are not considered.

    A card lying over an index cuts off part of it, so that an 8 looks like a 3. A club whose lobes run together looks
    like a spade at one corner. A single picture cannot distinguish such a card from two cards with one visible corner
    each. A table can wait until a hand or a card has moved.
    """
    lone, spans = [each for each in seen if len(each.marks) == 1], tuple(_spans(seen))
    owned = {mark for each in seen if each not in lone for mark in each.marks}
    others = [read for read in reads if read.chance >= DOUBT and read.spot not in owned]
    return tuple(each for each in seen if each not in lone or not any(_may_be_one(each, o, spans) for o in others))


def _may_be_one(one: Detection, other: IndexReading, spans: Sequence[float]) -> bool:
    if one.card is other.card or (one.card.rank != other.card.rank and one.card.suit != other.card.suit):
        return False
    here, there = one.marks[0], other.spot
    apart = _apart(here, there)
    fits = not spans or any(span / _ALIKE < apart < span * _ALIKE for span in spans)
    return fits and are_opposite(here, there) and could_share_card(here, there)


def _spans(seen: Sequence[Detection]) -> Iterator[float]:
    for each in seen:
        for place, one in enumerate(each.marks):
            yield from (_apart(one, far) for far in each.marks[place + 1 :] if are_opposite(one, far))


def _apart(one: IndexCandidate, other: IndexCandidate) -> float:
    return hypot(one.x - other.x, one.y - other.y)


QUEEN = 0.05
"""The maximum probability of a queen at a nine's corner. Of 1,043 nines rendered as printed, four exceeded it."""
EVERY, WORST = 0.01, 0.03
"""The limits on the probability of the other suit of the same color: at every corner of a card, and at the worst of
several corners. Of 14,000 cards rendered the way card makers print them, 22 exceeded them."""
WORST_WITHOUT_PIPS, LONE_CLUB = {"c": 0.01, "s": 0.02}, 0.006
"""The limits on the same probability for black cards whose pips were not read: at the worst corner, and at the lone
corner of a club. The net is almost certain when it reads a spade of an unusual shape as a club. Of 30,000 cards of
unseen decks, these limits leave one in 90 unread that would have been right. Without them, one in 2,000 is wrong."""
RED_COURT = 0.97
"""The minimum probability of a red court card at its best corner, because a king of clubs in green ink looks like a
king of diamonds."""


def without_queens(seen: Sequence[Detection], reads: Sequence[IndexReading]) -> tuple[Detection, ...]:
    """Drop nines that may be queens. The net reads a queen with a short tail as a nine in most corners, but the
    probability of the queen then stays above zero in one corner, which is rare for true nines."""
    queenly = {read.spot for read in reads if read.queen > QUEEN}
    return tuple(each for each in seen if each.card.rank != "9" or queenly.isdisjoint(each.marks))


def without_other_suits(
    pixels: Pixels, seen: Sequence[Detection], reads: Sequence[IndexReading]
) -> tuple[Detection, ...]:
    """Drop cards that may be of another suit. The net reads a club whose lobes run together as a spade. The
    probability of the club then stays above zero in all corners. This is for tables, which can wait for a better frame.
    It is too strict for a single picture, where blur and grain have the same effect. A spade counts in any case if both
    corners have the outline of a spade."""
    at = {read.spot: read for read in reads}

    def may_be(card: Detection) -> bool:
        corners = [at[mark] for mark in card.marks]
        chances = [read.other_suit for read in corners]
        is_doubtful = min(chances) > EVERY and (len(chances) == 1 or max(chances) > WORST)
        if card.card.suit in BLACK:
            by_pips = any(read.by_pips for read in corners)
            is_known = not is_doubtful and (by_pips or max(chances) <= _worst(card))
            return is_known or (card.card.suit == "s" and is_clearly_spade(pixels, card))
        return not is_doubtful and (card.card.rank not in COURTS or max(read.chance for read in corners) >= RED_COURT)

    return tuple(each for each in seen if may_be(each))


def _worst(card: Detection) -> float:
    return LONE_CLUB if card.card.suit == "c" and len(card.marks) == 1 else WORST_WITHOUT_PIPS[card.card.suit]


def without_covered(seen: Sequence[Detection], reads: Sequence[IndexReading]) -> tuple[Detection, ...]:
    """Drop cards if another card was read, with certainty or not, at one of their corners, because such an index is
    ambiguous. At smaller scales, the 5 of a jumbo spade looks like the upside-down J of a club."""
    likely = [read for read in reads if read.chance >= DOUBT]

    def is_covered(card: Detection) -> bool:
        others = [read.spot for read in likely if read.card is not card.card]
        return any(overlap(mark, other) for mark in card.marks for other in others)

    return tuple(each for each in seen if not is_covered(each))


_MIDDLE, _LEFT, _RIGHT = slice(7, 13), slice(0, 3), slice(17, 20)
"""Columns of the area between the corners: 4 mm on either side of the center, and the outermost 4 mm."""
_HALF_WAY = slice(13, 15)
"""Rows: 2 mm above and below the center. In an eight with two columns of four pips, there is only paper there."""
_ALL_THE_WAY = 1.0
"""The full distance between the indices. If the indices are tall, the pips of an eight are close to them."""
NO_INK, INK = 0.02, 0.2
"""Inked fractions of these areas: the maximum without a pip, and the minimum with one."""


def without_sixes(pixels: Pixels, seen: Sequence[Detection], reads: Sequence[IndexReading]) -> list[Detection]:
    """Drop eights that have no pips down the center but have one halfway down each side. If the net reads a six as an
    eight, it does so in both corners, but the pips show that it is a six."""
    return [each for each in seen if each.card.rank != "8" or not _is_six(pixels, each, reads)]


def _is_six(pixels: Pixels, card: Detection, reads: Sequence[IndexReading]) -> bool:
    if not (corners := opposite_corners(card, reads)):
        return False
    paper, ink = paper_and_ink(pixels, corners[0])
    apart = ink - paper
    inked = (area_between(pixels, *corners, _ALL_THE_WAY) - paper) @ apart > (apart @ apart) / 2
    sides = (inked[_HALF_WAY, side].mean() for side in (_LEFT, _RIGHT))
    return bool(inked[:, _MIDDLE].mean() <= NO_INK and min(sides) >= INK)
