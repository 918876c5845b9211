"""Drops cards that may really be the cards they are most often confused with. Pure functions that do not use pixels.

The net reads a queen with a short tail as a nine in most corners, and a club whose lobes run together as a spade. But
the probability of the queen then stays above zero in one corner, and that of the club in all corners, which is rare for
true nines and spades. Such cards are left to the dealer.
"""

from collections.abc import Sequence

from hardware.recognition.acceptance import DOUBT, Detection
from hardware.recognition.classifier import IndexReading
from hardware.recognition.detector import overlap

QUEEN = 0.05
"""The maximum probability of a queen at any corner of a nine. Of 1,043 nines rendered the way card makers print them,
four exceeded it."""
EVERY, WORST = 0.01, 0.03
"""The limits on the probability of the other suit of the same color: at every corner of a card, and at the worst
corner. Of 14,000 cards rendered the way card makers print them, 22 exceeded them. For a single corner, only the first
limit counts."""


def without_queens(seen: Sequence[Detection], reads: Sequence[IndexReading]) -> tuple[Detection, ...]:
    """Drop nines that may be queens."""
    queenly = {read.spot for read in reads if read.queen > QUEEN}
    return tuple(each for each in seen if each.card.rank != "9" or queenly.isdisjoint(each.marks))


def without_other_suits(seen: Sequence[Detection], reads: Sequence[IndexReading]) -> tuple[Detection, ...]:
    """Drop cards that may be of the other suit of their color. This is for tables, which can wait for a better frame.
    It is too strict for a single picture, where blur and grain have the same effect."""
    other = {read.spot: read.other_suit for read in reads}

    def may_be(card: Detection) -> bool:
        chances = [other[mark] for mark in card.marks]
        return min(chances) > EVERY and (len(chances) == 1 or max(chances) > WORST)

    return tuple(each for each in seen if not may_be(each))


def without_covered(seen: Sequence[Detection], reads: Sequence[IndexReading]) -> tuple[Detection, ...]:
    """Drop cards if another card was read, with certainty or not, at one of their corners. An index that reads as one
    card upright and as another upside down is ambiguous. At smaller scales, the 5 of a jumbo spade looks like the J of
    a club.
    """
    likely = [read for read in reads if read.chance >= DOUBT]

    def is_covered(card: Detection) -> bool:
        others = [read.spot for read in likely if read.card is not card.card]
        return any(overlap(mark, other) for mark in card.marks for other in others)

    return tuple(each for each in seen if not is_covered(each))
