"""Chips by denomination: the ones in play, how to make up an amount, and how a count of a seat's chips compares with
the record. Knows nothing about players or levels."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import gcd, lcm

import msgspec
from msgspec.structs import replace

Discs = tuple[tuple[int, int], ...]
"""Denominations with the number of chips of each, largest first."""
USUAL = (1, 5, 25, 100, 500, 1_000, 5_000, 25_000, 100_000, 500_000, 1_000_000, 5_000_000, 25_000_000, 100_000_000)
A_PLAYERS_CHANGE = 12
"""How many chips of the smallest denomination a player can use. The rest of the amount is brought in larger chips."""
SURE = 2
"""The number of consecutive counts with the same difference after which a miscount is ruled out."""


def usual(least: int) -> tuple[int, ...]:
    """The denominations for a room that has not configured any, from `least` up, smallest first."""
    larger = [value for value in USUAL if value > least and value % least == 0]
    return (least, *larger[:6])


def denominations(known: Sequence[int], least: int) -> tuple[int, ...]:
    """The chips in play, smallest first: the `known` ones from `least` up, or the usual ones if none are known."""
    return tuple(sorted({value for value in known if value > least} | {least})) if known else usual(least)


def discs(chips: int, values: Sequence[int]) -> Discs:
    """The fewest chips that make up an amount. A remainder that chips cannot make is left out."""
    found: list[tuple[int, int]] = []
    for value in sorted(values, reverse=True):
        number, chips = divmod(chips, value)
        if number:
            found.append((value, number))
    return tuple(found)


def fewest(chips: int, values: Sequence[int]) -> Discs | None:
    """The fewest available chips that make an amount exactly; None if they cannot make it."""
    kinds = sorted(values, reverse=True)
    if all(larger % smaller == 0 for larger, smaller in pairwise(kinds)):
        return discs(chips, kinds) if chips % kinds[-1] == 0 else None
    unit = gcd(*kinds)
    if chips % unit:
        return None
    # The fewest chips never contain enough smaller chips to replace a whole number of the largest ones.
    largest, mixed = kinds[0], sum(lcm(kinds[0], kind) - kind for kind in kinds[1:])
    surely = max(0, (chips - mixed) // largest)
    found = _best((chips - surely * largest) // unit, [kind // unit for kind in kinds])
    if found is None:
        return None
    numbers = Counter({largest: surely})
    numbers.update(kind * unit for kind in found)
    return tuple((kind, numbers[kind]) for kind in kinds if numbers[kind])


def _best(units: int, kinds: Sequence[int]) -> list[int] | None:
    """The fewest chips that make `units`; None if they cannot make it. Every smaller amount is worked out first,
    because each amount is a smaller amount plus one chip."""
    last: list[int] = [0] * (units + 1)
    count = [0] * (units + 1)
    for amount in range(1, units + 1):
        for kind in kinds:
            before = amount - kind
            if before < 0 or (before and not last[before]):
                continue
            if not last[amount] or count[before] + 1 < count[amount]:
                last[amount], count[amount] = kind, count[before] + 1
    if units and not last[units]:
        return None
    made = []
    while units:
        made.append(last[units])
        units -= last[units]
    return made


def broken(given: Iterable[tuple[int, int]], values: Sequence[int]) -> tuple[Discs, ...]:
    """Each way to break these chips into smaller chips of a single denomination, with the fewest chips first."""
    chips = dict(given)
    if not chips:
        return ()
    total = worth(chips.items())
    smaller = sorted((value for value in values if value < max(chips)), reverse=True)
    return tuple(((value, total // value),) for value in smaller if total % value == 0)


def worth(counted: Iterable[tuple[int, int]]) -> int:
    return sum(value * number for value, number in counted)


def to_bring(chips: int, values: Sequence[int], players: int) -> Discs:
    """The chips that the bank brings for a number of players: small change first, then larger chips for the rest."""
    if not chips:
        return ()
    least = min(values)
    change = min(chips // least, A_PLAYERS_CHANGE * max(1, players))
    rest = discs(chips - change * least, [value for value in values if value > least])
    left = chips - change * least - worth(rest)
    return (*rest, (least, change + left // least))


class LastCount(msgspec.Struct, frozen=True, gc=False):
    """The result of a seat's last count, taken after `hand`. The last count that agreed with the record, or the
    player's arrival, was after hand `agreed` (0: before the first hand). The last `times` counts all found `differs`
    more chips than the record (negative: fewer)."""

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
    """The result after the floor changed the record by this many chips, which may explain all or part of the
    difference."""
    if not before.differs:
        return before
    left = before.differs - change
    return replace(before, differs=left) if left else agreed(hand)
