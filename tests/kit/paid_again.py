"""Payouts computed independently of the room: shares of a curve from powers in forty digits, amounts in exact
fractions, and tied prizes dealt out unit by unit.
"""

from collections.abc import Iterable, Sequence
from decimal import Decimal, localcontext
from fractions import Fraction

from engine.tournament.prizes.payouts import FIRST_SHARES, PayoutTable

WHOLE, DIGITS = 10_000, 40


def shares_again(table: PayoutTable, entries: int) -> list[int]:
    """Ten-thousandths of each place: the last row with no more entries than these, or the curve if that pays more
    places.
    """
    row = [row.shares for row in table.rows if row.entries <= entries][-1][:entries]
    places = 0
    while isinstance(table.curve, int) and places * 100 < entries * table.curve:
        places += 1
    return curve_again(places) if places > len(row) else list(row)


def curve_again(places: int) -> list[int]:
    """By Newton's method: the first place's share always falls with the power."""
    first = next(share for most, share in FIRST_SHARES if places <= most)
    with localcontext() as context:
        context.prec = DIGITS
        logs = [Decimal(place).ln() for place in range(1, places + 1)]
        power = Decimal(1)
        for _ in range(DIGITS):
            weights = [(-power * one).exp() for one in logs]
            slope = sum(one * log for one, log in zip(weights, logs, strict=True))
            power += (sum(weights) - Decimal(WHOLE) / first) / slope if slope else 0
        weights = [(-power * one).exp() for one in logs]
        each = [int(WHOLE * one / sum(weights) + Decimal(10) ** (3 - DIGITS // 2)) for one in weights[1:]]
    others = [max(1, share) for share in each] if places <= WHOLE // 4 else each
    return [WHOLE - sum(others), *others]


def each_place(pool: int, shares: Iterable[int], step: int = 1) -> list[int]:
    """Whole steps; the first place gets the rest, and a place that gets nothing is not paid."""
    _, *others = (int(Fraction(pool * share, WHOLE * step)) * step for share in shares)
    return [pool - sum(others), *(one for one in others if one)]


def paid_again(prizes: Sequence[int], groups: Iterable[Sequence[int]]) -> dict[int, int]:
    """By entry, from the winner down; tied entries are in one group."""
    left, won = list(prizes), dict[int, int]()
    for group in groups:
        heap, left = sum(left[: len(group)]), left[len(group) :]
        won |= dict.fromkeys(group, 0)
        for unit in range(heap):
            won[sorted(group)[unit % len(group)]] += 1
    return won
