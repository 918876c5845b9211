"""Deals: each remaining player's share by chips. The functions are pure. Amounts are in the smallest unit, and sums are
exact."""

import math
from collections.abc import Sequence
from fractions import Fraction

STEP = 0.15
"""The step between two moments, in the logarithm of time. Halving it changes no share by as much as a billionth."""
EARLIEST, LATEST = -36.0, 4.0
"""The logarithms of the first and last moments, measured in waiting times of the smallest stack."""


def chip_chop(stacks: Sequence[int], prizes: Sequence[int]) -> tuple[int, ...]:
    """Everyone gets the lowest prize that is left, and the rest is divided by chips. Nobody gets more than the highest
    prize, and any excess goes to the others by their chips. The shares add up to `prizes`, which has as many elements
    as there are stacks (0 for places that are not paid)."""
    least = min(prizes)
    above = _by_chips(stacks, sum(prizes) - least * len(prizes), max(prizes) - least)
    return _rounded([least + share for share in above], sum(prizes))


def _by_chips(stacks: Sequence[int], rest: int, most: int) -> list[Fraction]:
    """Parts of `rest` in proportion to chips, each at most `most`. If only players without chips are left, they share
    equally."""
    parts = [Fraction(most)] * len(stacks)
    below = list(range(len(stacks)))
    while below:
        whole = sum(stacks[one] for one in below)
        each = {one: Fraction(rest * stacks[one], whole) if whole else Fraction(rest, len(below)) for one in below}
        over = [one for one in below if each[one] > most]
        if not over:
            return [each.get(one, part) for one, part in enumerate(parts)]
        rest -= most * len(over)
        below = [one for one in below if one not in over]
    return parts


def even(stacks: Sequence[int], prizes: Sequence[int]) -> tuple[int, ...]:
    """Equal shares, which add up to `prizes`. Units that do not divide evenly go to the largest stacks, one each."""
    return rounded([Fraction(sum(prizes), len(stacks))] * len(stacks), sum(prizes), 1, stacks)


def rounded(shares: Sequence[int | Fraction], whole: int, unit: int, stacks: Sequence[int]) -> tuple[int, ...]:
    """The shares, in multiples of `unit`, which add up to `whole`. Each share is rounded down. Then those that lost the
    most by rounding get one unit each, and among equals, the larger stack comes first. A remainder smaller than a unit
    goes to the largest stack."""
    down = [math.floor(share / unit) for share in shares]
    missing, rest = divmod(whole - sum(down) * unit, unit)
    order = sorted(range(len(shares)), key=lambda one: (down[one] * unit - shares[one], -stacks[one], one))
    found = [units * unit for units in down]
    for one in order[:missing]:
        found[one] += unit
    found[max(range(len(stacks)), key=lambda one: (stacks[one], -one))] += rest
    return tuple(found)


def icm(stacks: Sequence[int], prizes: Sequence[int]) -> tuple[int, ...]:
    """The independent chip model of Malmuth and Harville, which derives the chance of each place from the chips, place
    by place.

    The finishing order is that of independent exponential waiting times, each at the rate of its stack, so the chance
    of every place is one integral over time. Subsets are not enumerated. The work grows with the cube of the number of
    players, so that nine players take about 0.1 s of processor time and a hundred take about 20 s. Players who have no
    chips are left out and share the last places equally.
    """
    playing = [chips for chips in stacks if chips]
    without, last = len(stacks) - len(playing), prizes[len(playing) :]
    shares = iter(_shares(playing, prizes[: len(playing)]) if playing else ())
    # A share that is whole except for the last digits of the quadrature is regarded as whole.
    each = [round(next(shares), 6) if chips else Fraction(sum(last), without) for chips in stacks]
    return _rounded(each, sum(prizes))


def _shares(stacks: Sequence[int], prizes: Sequence[int]) -> list[float]:
    whole = sum(stacks)
    shares = [0.0] * len(stacks)
    for moment, weight in _moments(min(stacks) / whole):
        gone = [-math.expm1(-moment * chips / whole) for chips in stacks]
        for player, chips in enumerate(stacks):
            rate = chips / whole
            density = rate * math.exp(-moment * rate) * weight
            if density > 0:
                before = _how_many([chance for other, chance in enumerate(gone) if other != player])
                shares[player] += density * sum(map(float.__mul__, before, map(float, prizes)))
    return shares


def _moments(smallest: float) -> list[tuple[float, float]]:
    """Moments in time and their weights, for the trapezoid rule over the logarithm of time."""
    steps = math.ceil((LATEST - math.log(smallest) - EARLIEST) / STEP)
    moments = (math.exp(EARLIEST + number * STEP) for number in range(steps))
    return [(moment, moment * STEP) for moment in moments]


def _how_many(chances: Sequence[float]) -> list[float]:
    """The chances that none, one, two and so on of these events happen."""
    found = [1.0]
    for chance in chances:
        found = [
            (found[count] * (1 - chance) if count < len(found) else 0.0) + (found[count - 1] * chance if count else 0.0)
            for count in range(len(found) + 1)
        ]
    return found


def _rounded(shares: Sequence[float | Fraction], whole: int) -> tuple[int, ...]:
    """Whole units that add up. The largest remainders get one unit more."""
    down = [math.floor(share) for share in shares]
    missing = whole - sum(down)
    order = sorted(range(len(shares)), key=lambda one: (down[one] - shares[one], one))
    more = set(order[:missing])
    return tuple(units + (one in more) for one, units in enumerate(down))
