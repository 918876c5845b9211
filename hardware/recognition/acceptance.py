"""The acceptance rule: which index readings are accepted as cards. It favors precision over recall. Pure functions that
do not use pixels.

A card is accepted if one of its indices is very certain, or if two agree and are placed like two corners of one card. A
corner with a weak reading of the same card adds nothing, because whatever misleads the net in one corner also misleads
it in the other.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import hypot

from engine.cards import Card
from hardware.recognition.classifier import IndexReading
from hardware.recognition.detector import IndexCandidate

SURE = 0.9
LIKELY = 0.7
"""The minimum probability of each of two agreeing corners. Of the rendered test cards with a probability of 0.5 to 0.7
at one corner, one in sixteen was wrong."""
DOUBT = 0.5
SECOND = 0.4
"""The weight of a second corner as independent evidence, low because both are often misread in the same way. With full
weight, one of the 17 rendered cards with both corners below 0.95 was wrong, and none of the 13,929 others."""
_DIAGONAL = 8
"""The maximum distance between a card's opposite corners, in heights of an index. On most cards, it is 5 to 6."""
CERTAIN = 0.97
"""The probability above which a card counts despite a contradiction, such as the same card elsewhere."""


@dataclass(frozen=True, slots=True)
class Detection:
    """An accepted card, its confidence, and the box around its indices: left, top, width and height in pixels. `marks`
    are these indices."""

    card: Card
    confidence: float
    box: tuple[int, int, int, int]
    marks: tuple[IndexCandidate, ...] = ()


def accept(reads: Sequence[IndexReading]) -> tuple[Detection, ...]:
    """The accepted cards, most certain first."""
    if _is_mirrored(reads):
        return ()
    likely = [read for read in reads if read.chance >= DOUBT]
    groups = [IndexGroup(tuple(each)) for card in {read.card for read in likely} for each in _corners(likely, card)]
    counted = [group for group in groups if group.confidence >= SURE and not _contradicted(group, groups)]
    seen = [
        Detection(group.card, group.confidence, _box(group.reads), tuple(read.spot for read in group.reads))
        for group in counted
    ]
    return tuple(sorted(seen, key=lambda each: (-each.confidence, each.box)))


def _is_mirrored(reads: Sequence[IndexReading]) -> bool:
    """Whether a camera setting mirrors the picture. In a mirrored picture, only an 8 or an A would still be read
    correctly."""
    return sum(read.mirrored > SURE for read in reads) > sum(read.chance > SURE for read in reads)


@dataclass(frozen=True)
class IndexGroup:
    """Indices that are read as the same card and could be corners of one card."""

    reads: tuple[IndexReading, ...]

    @property
    def card(self) -> Card:
        return self.reads[0].card

    @cached_property
    def confidence(self) -> float:
        """The probability of a single index. For agreeing corners, it is the probability that they are not both wrong,
        and at least `SURE`."""
        first, *others = sorted((read.chance for read in self.reads), reverse=True)
        agree = bool(others) and others[0] >= LIKELY
        return max(SURE, 1 - (1 - first) * (1 - others[0]) ** SECOND) if agree else first

    @cached_property
    def middle(self) -> tuple[float, float] | None:
        """The midpoint of two opposite corners, or None if only one is visible."""
        spots = [read.spot for read in self.reads]
        for place, one in enumerate(spots):
            for far in spots[place + 1 :]:
                if are_opposite(one, far):
                    return (one.x + far.x) / 2, (one.y + far.y) / 2
        return None


def _corners(reads: Sequence[IndexReading], card: Card) -> list[list[IndexReading]]:
    """The indices that were read as one card in the deck, grouped by the physical card that they could be on."""
    groups: list[list[IndexReading]] = []
    for read in sorted((each for each in reads if each.card is card), key=lambda each: -each.chance):
        home = next(
            (group for group in groups if any(could_share_card(read.spot, other.spot) for other in group)), None
        )
        if home is None:
            groups.append([read])
        else:
            home.append(read)
    return groups


def _contradicted(group: IndexGroup, groups: Sequence[IndexGroup]) -> bool:
    """Whether a more certain group contradicts this one: the same card elsewhere, or a different suit or rank on
    the same physical card."""
    if any(_is_upside_down(group, other) for other in groups):
        return True
    if group.confidence >= CERTAIN:
        return _may_be_the_other_suit(group, groups)
    surer = [other for other in groups if other is not group and _order(other) > _order(group)]
    return any(other.card is group.card or _could_be_one_card(group, other) for other in surer)


def _may_be_the_other_suit(group: IndexGroup, groups: Sequence[IndexGroup]) -> bool:
    """Whether corners that are certain only when taken together may have the wrong suit, because a single index on the
    same physical card is more certain of the other suit of this color. A blurred club looks like a spade."""
    best = group.reads[0].chance
    if best >= CERTAIN:
        return False
    surer = [other for other in groups if other.reads[0].chance > best and _suits_alike(group.card, other.card)]
    return any(_could_be_one_card(group, other) for other in surer)


def _is_upside_down(one: IndexGroup, other: IndexGroup) -> bool:
    """Whether these are a six and a nine of one suit at opposite corners of one card. One of them is read upside down,
    however certain both readings are. A card with two corners that agree is the right way up."""
    if {one.card.rank, other.card.rank} != {"6", "9"} or one.card.suit != other.card.suit:
        return False
    if one.middle is not None or other.middle is not None:
        return False
    return any(are_one_diagonal(mine.spot, theirs.spot) for mine in one.reads for theirs in other.reads)


def are_one_diagonal(one: IndexCandidate, other: IndexCandidate) -> bool:
    """Whether two indices could be opposite corners of one card, and are no farther apart than those of a card."""
    near = hypot(one.x - other.x, one.y - other.y) < _DIAGONAL * max(one.height, other.height)
    return near and are_opposite(one, other) and could_share_card(one, other)


def _suits_alike(one: Card, other: Card) -> bool:
    return one.rank == other.rank and one is not other and {one.suit, other.suit} in ({"c", "s"}, {"d", "h"})


def _order(group: IndexGroup) -> tuple[float, float, float]:
    return group.confidence, group.reads[0].spot.x, group.reads[0].spot.y


def _could_be_one_card(one: IndexGroup, other: IndexGroup) -> bool:
    """Whether two different readings that have a rank or a suit in common could be corners of one card."""
    alike = one.card.rank == other.card.rank or one.card.suit == other.card.suit
    if not alike or _are_separate_cards(one, other):
        return False
    return any(could_share_card(mine.spot, theirs.spot) for mine in one.reads for theirs in other.reads)


def _are_separate_cards(one: IndexGroup, other: IndexGroup) -> bool:
    """Whether both show opposite corners with different midpoints, as two whole cards side by side do."""
    if one.middle is None or other.middle is None:
        return False
    apart = hypot(one.middle[0] - other.middle[0], one.middle[1] - other.middle[1])
    return apart > max(each.reads[0].spot.height for each in (one, other))


def could_share_card(one: IndexCandidate, other: IndexCandidate) -> bool:
    """Whether two indices could be two corners of one card, seen from above or obliquely. Relative to an upright index,
    a card's opposite corner is upside down and lies 20 to 60 degrees away from straight down. Four-corner decks also
    have a corner straight below, and an upright one next to it."""
    height = (one.height + other.height) / 2
    if max(one.height, other.height) > 1.7 * min(one.height, other.height):
        return False
    right, below = other.x - one.x, other.y - one.y
    apart = hypot(right, below) / height
    down = -(right * one.up_x + below * one.up_y) / height / max(apart, 1e-6)
    if are_opposite(one, other):
        return 0.8 < apart < 16 and down > 0.35  # magnum indices are half as high as a card
    return one.up_x * other.up_x + one.up_y * other.up_y > 0.8 and 1.2 < apart < 10 and abs(down) < 0.4


def are_opposite(one: IndexCandidate, other: IndexCandidate) -> bool:
    return one.up_x * other.up_x + one.up_y * other.up_y < -0.8


def _box(group: Sequence[IndexReading]) -> tuple[int, int, int, int]:
    reach = [(read.spot, *_reach(read.spot)) for read in group]
    left, top = min(s.x - width for s, width, _ in reach), min(s.y - height for s, _, height in reach)
    right, bottom = max(s.x + width for s, width, _ in reach), max(s.y + height for s, _, height in reach)
    return (round(left), round(top), round(right - left), round(bottom - top))


def _reach(spot: IndexCandidate) -> tuple[float, float]:
    """Half the extent of an index in x and y. The index is a little more than half as wide as it is high."""
    aside, up = spot.height * 0.35, spot.height * 0.55
    across, along = abs(spot.up_x), abs(spot.up_y)
    return across * up + along * aside, along * up + across * aside
