"""What each place is paid: a pool divided by a table of shares, to the smallest unit. Knows no entries."""

import tomllib
from collections.abc import Sequence
from pathlib import Path

import msgspec

from engine.bad_input import BadInput

WHOLE = 10_000
"""Shares are in ten-thousandths of the pool."""


class PayoutRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The shares of the places paid, from the first, for this many entries or more."""

    entries: int
    shares: tuple[int, ...]

    def __post_init__(self) -> None:
        if sum(self.shares) != WHOLE or min(self.shares) < 1 or list(self.shares) != sorted(self.shares, reverse=True):
            raise BadInput("shares-unlike", whole=str(WHOLE))


class PayoutTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which shares are paid, by how many entries there are; the rows in rising order."""

    name: str
    rows: tuple[PayoutRow, ...]

    def __post_init__(self) -> None:
        sizes = [row.entries for row in self.rows]
        if not sizes or sizes[0] > 1 or sizes != sorted(set(sizes)):
            raise BadInput("payout-rows-unlike")


def load_payouts(table_id: str) -> PayoutTable:
    """A table that ships with the program. Raises `KeyError` for another."""
    path = Path(__file__).parents[1] / "payouts" / f"{table_id}.toml"
    if not path.is_file():
        raise KeyError(table_id)
    return msgspec.convert(tomllib.loads(path.read_text("utf-8")), PayoutTable)


def amounts(pool: int, table: PayoutTable, entries: int) -> tuple[int, ...]:
    """What each place is paid, from the first; adds up to `pool`. What does not divide goes to the first place."""
    row = next(row for row in reversed(table.rows) if row.entries <= max(1, entries))
    paid = [pool * share // WHOLE for share in row.shares[: max(1, entries)]]
    paid[0] += pool - sum(paid)
    return tuple(paid)


def divide(paid: Sequence[int], place: int, tied: int) -> tuple[int, ...]:
    """What each of `tied` entries gets that share a place and those below it; the first ones get what does not
    divide."""
    total = sum(paid[place - 1 : place - 1 + tied])
    each, rest = divmod(total, tied)
    return tuple(each + (number < rest) for number in range(tied))
