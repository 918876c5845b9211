"""Drops cards read at one corner if the opposite corner reads as another card. Pure functions that do not use pixels.

A card lying over an index cuts off part of it, so that an 8 looks like a 3. A club whose lobes run together looks like
a spade at one corner. A single picture cannot distinguish such a card from two cards with one visible corner each. A
table can wait until a hand or a card has moved.
"""

from collections.abc import Iterator, Sequence
from math import hypot

from hardware.recognition.acceptance import DOUBT, Detection, are_opposite, could_share_card
from hardware.recognition.classifier import IndexReading
from hardware.recognition.detector import IndexCandidate

_ALIKE = 1.25
"""The tolerance for corner distances. The distances are about equal for all cards in a picture, but larger for nearby
cards that are seen at an angle."""


def without_corner_conflicts(seen: Sequence[Detection], reads: Sequence[IndexReading]) -> tuple[Detection, ...]:
    """Drop cards that are seen by a single corner if another card of the same rank or suit was read, with certainty or
    not, at what may be the opposite corner. Corners of a card with two visible corners are not considered."""
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
    """The distances between opposite corners, for all cards that show both."""
    for each in seen:
        for place, one in enumerate(each.marks):
            yield from (_apart(one, far) for far in each.marks[place + 1 :] if are_opposite(one, far))


def _apart(one: IndexCandidate, other: IndexCandidate) -> float:
    return hypot(one.x - other.x, one.y - other.y)
