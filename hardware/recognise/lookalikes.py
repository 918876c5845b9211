"""Which cards may be what they are most easily mistaken for: pure, no pixels.

A queen whose tail is short is a nine to the net in most of her corners, and a club whose lobes run together a spade.
But she has some chance to be a queen in one of them, and it to be a club in all, which is rare for true nines and
spades. Nothing is made of that but a question to the dealer.
"""

from collections.abc import Sequence

from hardware.recognise.acceptance import DOUBT, Detection
from hardware.recognise.classifier import IndexReading
from hardware.recognise.detector import overlap

QUEEN = 0.05
"""The chance at any corner of a nine. Of 1,043 nines that were drawn as card makers print them four had more."""
EVERY, WORST = 0.01, 0.03
"""The chances of the other suit of its colour at all corners of a card, and at the worst. Of 14,000 cards that were
drawn as card makers print them 22 had more. Of one corner alone the first is asked: it has no other to gainsay it."""


def without_queens(seen: Sequence[Detection], reads: Sequence[IndexReading]) -> tuple[Detection, ...]:
    """The cards but the nines that may be queens."""
    queenly = {read.spot for read in reads if read.queen > QUEEN}
    return tuple(each for each in seen if each.card.rank != "9" or queenly.isdisjoint(each.marks))


def without_other_suits(seen: Sequence[Detection], reads: Sequence[IndexReading]) -> tuple[Detection, ...]:
    """The cards but those that may be of the other suit of their colour. A table waits for better pictures; of one
    alone this asks too much, as blur and grain have it too."""
    other = {read.spot: read.other_suit for read in reads}

    def may_be(card: Detection) -> bool:
        chances = [other[mark] for mark in card.marks]
        return min(chances) > EVERY and (len(chances) == 1 or max(chances) > WORST)

    return tuple(each for each in seen if not may_be(each))


def without_covered(seen: Sequence[Detection], reads: Sequence[IndexReading]) -> tuple[Detection, ...]:
    """The cards but those on a corner of which another one is read, sure or not: of an index that is one card this way
    up and another upside down nobody knows which it is. To smaller sizes the 5 of a jumbo spade is the J of a club."""
    likely = [read for read in reads if read.chance >= DOUBT]

    def is_covered(card: Detection) -> bool:
        others = [read.spot for read in likely if read.card is not card.card]
        return any(overlap(mark, other) for mark in card.marks for other in others)

    return tuple(each for each in seen if not is_covered(each))
