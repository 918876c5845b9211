"""What the tables have already played: no level goes back because the clock was away.

After an outage the clock comes back where it was last known to be; a table that played on alone may be further. Each
level that a table took up is a `Played`, with the record that says so.
"""

from collections.abc import Iterable, Mapping

import msgspec

from engine.terms import Blinds
from engine.tournament.levels.structure import Structure, blinds


class Played(msgspec.Struct, frozen=True, gc=False):
    """Table `table` took up these blinds in record `mark` of its journal."""

    table: int
    mark: int
    blinds: Blinds


class TableMark(msgspec.Struct, frozen=True, gc=False):
    """Where the clock's copy of a table's journal ends."""

    table: int
    mark: int


class Reached(msgspec.Struct, frozen=True, gc=False):
    """A table has played entry `index`, by record `mark` of its journal."""

    index: int
    table: int
    mark: int


def index_played(structure: Structure, stakes: Blinds | None) -> int | None:
    """The entry whose blinds these are, level by level; None where there is none."""
    entries = range(len(structure.entries))
    return next((index for index in entries if blinds(structure, index) == stakes), None)


def furthest(structure: Structure, played: Iterable[Played], overruled: Mapping[int, int]) -> Reached | None:
    """The highest level that a table has played, of the lowest such table. Up to the mark in `overruled` the director
    has since gone back on what a table played."""
    reached = [
        Reached(index, one.table, one.mark)
        for one in played
        if one.mark > overruled.get(one.table, 0)
        and (index := index_played(structure, one.blinds)) is not None
    ]  # fmt: skip
    return max(reached, key=lambda one: (one.index, -one.table), default=None)
