"""A tournament's memory of its clock: the last action on it, and the levels that tables have already played.

A clock outage never takes play back to an earlier level: the clock comes back at its last known position, but a table
that played on by itself may be further ahead. Each level that a table began is a `PlayedLevel`, with its record.
"""

from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple

import msgspec
from msgspec.structs import replace

from engine.terms import Blinds
from engine.tournament.levels.level_clock import LevelClock
from engine.tournament.levels.structure import Structure, blinds

ClockActKind = Literal["start", "pause", "next", "previous", "add-time", "apply-elapsed"]


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
    """The highest level that a table has played since the marks in `overruled`, with the lowest-numbered table that has
    played it."""
    reached = [
        Reached(index, one.table, one.mark)
        for one in played
        if one.mark > overruled.get(one.table, 0)
        and (index := index_played(structure, one.blinds)) is not None
    ]  # fmt: skip
    return max(reached, key=lambda one: (one.index, -one.table), default=None)


class ClockAt(NamedTuple):
    """A clock and, if it was stopped because the service was down, the time at which it stopped."""

    clock: LevelClock
    stopped_ms: int | None


class ClockAct(msgspec.Struct, frozen=True, gc=False):
    """The director's last action on the clock, and the clock as it was before that action."""

    kind: ClockActKind
    before: ClockAt


class ClockMemory(msgspec.Struct, frozen=True, gc=False):
    """The facts remembered about the clock after the last event."""

    recovered: bool = False
    """Whether the clock came back from an outage and the director has not chosen a level since."""
    reached: Reached | None = None
    """The table that moved the clock on after an outage; None once the director has acted."""
    overruled: Mapping[int, int] = {}
    """For each table, the record up to which its levels no longer count because the director went back."""
    last: ClockAct | None = None
    """The last action on the clock; None if another event followed it."""


def overruling(memory: ClockMemory, marks: Iterable[TableMark]) -> ClockMemory:
    """The memory after the director chose a level: the levels that tables played up to the marks are overruled."""
    overruled = {**memory.overruled, **{mark.table: mark.mark for mark in marks}}
    return replace(memory, recovered=False, overruled=overruled)
