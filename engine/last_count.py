"""What counts of one seat's chips have found, beside what the record says it holds."""

import msgspec
from msgspec.structs import replace

SURE = 2
"""So many counts in a row that find the same difference are no miscount."""


class LastCount(msgspec.Struct, frozen=True, gc=False):
    """The last count was after `hand`, the last that agreed with the record, or the arrival, after `agreed`: numbers of
    hands that ended, 0 before the first. It found `differs` chips more than the record, below 0 fewer; so did `times`
    counts in a row."""

    hand: int = 0
    agreed: int = 0
    differs: int = 0
    times: int = 0

    @property
    def again(self) -> bool:
        """Whether it is to be counted again: a single count may be wrong itself."""
        return bool(self.differs) and self.times < SURE

    @property
    def sure(self) -> bool:
        """Whether the difference is the floor's to explain."""
        return bool(self.differs) and self.times >= SURE


def agreed(hand: int) -> LastCount:
    """Counted after this hand, and as the record has it."""
    return LastCount(hand, hand)


def after_count(before: LastCount, hand: int, found: int) -> LastCount:
    """After a count that found so many chips more than the record."""
    if not found:
        return agreed(hand)
    return LastCount(hand, before.agreed, found, before.times + 1 if found == before.differs else 1)


def after_correction(before: LastCount, hand: int, change: int) -> LastCount:
    """After the floor changed the record by so many chips: the difference is explained as far as it is of that size."""
    if not before.differs:
        return before
    left = before.differs - change
    return replace(before, differs=left) if left else agreed(hand)
