"""The results of counting one seat's chips, compared with the record of what it holds."""

import msgspec
from msgspec.structs import replace

SURE = 2
"""The number of consecutive counts with the same difference after which a miscount is ruled out."""


class LastCount(msgspec.Struct, frozen=True, gc=False):
    """The result of the last count, which was after `hand`. The last count that agreed with the record, or the player's
    arrival if there was none, was after `agreed`. Both are numbers of completed hands, with 0 before the first hand.

    The count found `differs` more chips than the record, or fewer if the number is negative. `times` is how many counts
    in a row found this.
    """

    hand: int = 0
    agreed: int = 0
    differs: int = 0
    times: int = 0

    @property
    def again(self) -> bool:
        """Whether the seat should be counted again. A single count may itself be wrong."""
        return bool(self.differs) and self.times < SURE

    @property
    def sure(self) -> bool:
        """Whether the difference is certain, so that the floor must explain it."""
        return bool(self.differs) and self.times >= SURE


def agreed(hand: int) -> LastCount:
    """The result of a count after this hand that agrees with the record."""
    return LastCount(hand, hand)


def after_count(before: LastCount, hand: int, found: int) -> LastCount:
    """The result after a count that found this many more chips than the record."""
    if not found:
        return agreed(hand)
    return LastCount(hand, before.agreed, found, before.times + 1 if found == before.differs else 1)


def after_correction(before: LastCount, hand: int, change: int) -> LastCount:
    """The result after the floor changed the record by this many chips. The difference is explained to the extent that
    the change covers it."""
    if not before.differs:
        return before
    left = before.differs - change
    return replace(before, differs=left) if left else agreed(hand)
