"""The amount that each place is paid: a pool divided by a table of shares, down to the smallest unit."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import msgspec
from msgspec import UNSET, UnsetType

from engine.bad_input import BadInput, check_range, not_toml, toml_of, unfit
from engine.decoders import converted

WHOLE = 10_000
"""The whole pool. Shares are in ten-thousandths of it."""
FINE = 10**12
"""The total used for a curve with so many places that the last ones get less than one or two ten-thousandths."""
FIRST_SHARES = ((1, 10_000), (2, 6_500), (3, 5_000), (5, 4_000), (9, 3_000), (27, 2_500), (10**6, 2_000))
"""The share that rooms usually pay for first place, by the number of places paid."""


class PayoutRow(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The shares for the places paid, starting with first place, for this many entries or more."""

    entries: int
    shares: tuple[int, ...]

    def __post_init__(self) -> None:
        if sum(self.shares) != WHOLE or min(self.shares) < 1 or list(self.shares) != sorted(self.shares, reverse=True):
            raise BadInput("shares-unlike", whole=str(WHOLE))


class PayoutTable(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The shares that are paid, by the number of entries. The rows are in ascending order."""

    name: str
    rows: tuple[PayoutRow, ...]
    curve: int | UnsetType = UNSET
    """The percentage of entries that are paid along a curve, if that makes more places than the rows have."""

    def __post_init__(self) -> None:
        if self.curve is not UNSET:
            check_range("curve", self.curve, 1, 100)
        sizes = [row.entries for row in self.rows]
        if not sizes or sizes[0] > 1 or sizes != sorted(set(sizes)):
            raise BadInput("payout-rows-unlike")


def load_payouts(table_id: str) -> PayoutTable:
    """A payout table that ships with the program. Raises `KeyError` for any other name."""
    path = Path(__file__).parents[2] / "payouts" / f"{table_id}.toml"
    if not path.is_file():
        raise KeyError(table_id)
    return parse_payouts(path.read_text("utf-8"))


def parse_payouts(text: str) -> PayoutTable:
    """A payout table in the format of those that ship with the program. Raises `BadInput`."""
    try:
        raw = toml_of(text)
    except (ValueError, RecursionError) as error:  # numbers with thousands of digits, or lists nested a thousand deep
        raise BadInput.of(not_toml(error)) from error
    try:
        return converted(raw, PayoutTable)
    except msgspec.ValidationError as error:
        raise BadInput.of(unfit(error, PayoutTable)) from error


def amounts(pool: int, table: PayoutTable, entries: int, round_to: int = 1, most: int | None = None) -> tuple[int, ...]:
    """The amount for each place, starting with first place, in multiples of `round_to`. The amounts add up to `pool`,
    and the remainder goes to first place. A place that would be paid nothing is left out, except the first. At most
    `most` places can be taken. If the table has more, the first `most` places share the whole pool in proportion."""
    found = shares(table, entries)[:most]
    whole = sum(found)
    _, *others = (pool * share // whole // round_to * round_to for share in found)
    return (pool - sum(others), *filter(None, others))


def shares(table: PayoutTable, entries: int) -> tuple[int, ...]:
    """Each place's part of the pool, as a whole number relative to the sum of all of them."""
    row = next(row for row in reversed(table.rows) if row.entries <= max(1, entries))
    places = -(-entries * table.curve // 100) if isinstance(table.curve, int) else 0
    return curve(places, entries) if places > min(len(row.shares), max(1, entries)) else row.shares


@cache
def curve(places: int, entries: int = 0) -> tuple[int, ...]:
    """Shares that fall as a power of the place: first place gets its usual share, and the others get the rest. If the
    pool allows, each place gets at least 1/`entries` of it, which is one buy-in (0: no minimum)."""
    first = next(share for most, share in FIRST_SHARES if places <= most)
    found = _falling(places, first, WHOLE, 1 if places <= WHOLE // 4 else 0)  # first place must not go below zero
    if not entries or found[-1] * entries >= WHOLE:
        return found
    least, first = -(-FINE // entries), first * (FINE // WHOLE)
    return _falling(places, first, FINE, least) if first + (places - 1) * least <= FINE else found


def _falling(places: int, first: int, whole: int, least: int) -> tuple[int, ...]:
    """Parts of a whole, none of them below `least`. The first part gets the units that do not divide evenly."""
    low, high = 0.0, 4.0
    floor = least / first if whole > WHOLE else 0.0  # it is smaller than the rounding in ten-thousandths
    for _ in range(60):
        power = (low + high) / 2
        weights = [max(place**-power, floor) for place in range(1, places + 1)]
        low, high = (power, high) if whole / sum(weights) < first else (low, power)
    every = sum(weights)
    found = [max(least, int(whole * weight / every)) for weight in weights]
    found[0] += whole - sum(found)
    return tuple(found)


def divide(paid: Sequence[int], place: int, tied: int) -> tuple[int, ...]:
    """The amount for each of the `tied` entries that share this place and those below it: equal parts, with any odd
    units going to the first ones."""
    total = sum(paid[place - 1 : place - 1 + tied])
    each, rest = divmod(total, tied)
    return tuple(each + (number < rest) for number in range(tied))
