"""How a field grows while entries are taken: what is expected yet, from the pace so far, and how sure that is.

Entries and rebuys are taken to come at a steady rate that nobody knows: what came so far says it with a gamma
distribution (of shape `came + 1/2`, Jeffreys' prior for a rate), so what is yet to come is spread more widely than a
known rate would spread it. The middle 80 % are given, by Wilson and Hilferty's approximation. Who enters late mostly
comes early, so the high end is the likelier one to be too high.
"""

from math import sqrt
from typing import NamedTuple

TENTH = 1.2816
"""The tenth part of a normal distribution lies beyond so many deviations."""
LEAST_MS = 10 * 60_000
"""A pace is not told from less time than this."""


class Joining(NamedTuple):
    """What came since the start, `over_ms` ago: entries, each with a `stack`, and rebuys of so many chips. More may
    come for `left_ms`."""

    entries: int
    rebuys: int
    over_ms: int
    left_ms: int
    stack: int
    rebuy_chips: int


class More(NamedTuple):
    """So many players and chips beyond those that there are."""

    players: int = 0
    chips: int = 0


class Growth(NamedTuple):
    """What comes yet: with 80 % between `low` and `high`."""

    low: More = More()
    mid: More = More()
    high: More = More()


NO_GROWTH = Growth()
"""Entries are closed."""


def growth(joining: Joining) -> Growth:
    """What is expected yet."""
    entries = expected(joining.entries, joining.over_ms, joining.left_ms)
    rebuys = expected(joining.rebuys, joining.over_ms, joining.left_ms) if joining.rebuy_chips else (0, 0, 0)
    each = [
        More(players, players * joining.stack + bought * joining.rebuy_chips)
        for players, bought in zip(entries, rebuys, strict=True)
    ]
    return Growth(*each)


def expected(came: int, over_ms: int, left_ms: int) -> tuple[int, int, int]:
    """How many more come in the time left, where so many `came` over that time: low, middle, high."""
    if left_ms <= 0:
        return 0, 0, 0
    shape = came + 0.5
    mean = shape * left_ms / max(over_ms, LEAST_MS)
    of_both = mean * shape / (mean + shape)  # a rate that is not known, and chance on top of it
    low, high = (mean * max(0.0, 1 - 1 / (9 * of_both) + z / (3 * sqrt(of_both))) ** 3 for z in (-TENTH, TENTH))
    return round(min(low, mean)), round(mean), round(max(high, mean))
