"""The levels that the tables have already played. A clock outage never takes play back to an earlier level.

After an outage the clock comes back at the last position it is known to have had; a table that played on by itself may
be further ahead. Each level that a table began is a `PlayedLevel`, with its record.
"""

from collections.abc import Iterable, Mapping

import msgspec

from engine.terms import Blinds
from engine.tournament.levels.structure import Structure, blinds


class PlayedLevel(msgspec.Struct, frozen=True, gc=False):
    """Table `table` began to play with these blinds in record `mark` of its journal."""

    table: int
    mark: int
    blinds: Blinds


class TableMark(msgspec.Struct, frozen=True, gc=False):
    """The point at which the clock's copy of a table's journal ends."""

    table: int
    mark: int


class Reached(msgspec.Struct, frozen=True, gc=False):
    """The fact that a table has played entry `index`, according to record `mark` of its journal."""

    index: int
    table: int
    mark: int


def index_played(structure: Structure, stakes: Blinds | None) -> int | None:
    """The index of the first entry with these blinds; None if there is none."""
    entries = range(len(structure.entries))
    return next((index for index in entries if blinds(structure, index) == stakes), None)


def furthest(structure: Structure, played: Iterable[PlayedLevel], overruled: Mapping[int, int]) -> Reached | None:
    """The highest level that a table has played. If several tables have played it, the table with the lowest number is
    given. Records up to the mark in `overruled` do not count because the director has since gone back."""
    reached = [
        Reached(index, one.table, one.mark)
        for one in played
        if one.mark > overruled.get(one.table, 0)
        and (index := index_played(structure, one.blinds)) is not None
    ]  # fmt: skip
    return max(reached, key=lambda one: (one.index, -one.table), default=None)
