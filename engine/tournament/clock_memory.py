"""A tournament's memory of its clock, in addition to the clock's position: the last action, which may be taken back,
and whether the clock came back from an outage."""

from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple

import msgspec
from msgspec.structs import replace

from engine.tournament.levels.level_clock import LevelClock
from engine.tournament.levels.played import Reached, TableMark

ClockActKind = Literal["start", "pause", "next", "previous", "add-time", "apply-elapsed"]


class ClockAt(NamedTuple):
    """A clock and, if it is stopped because the service was down, the time since which it has been stopped."""

    clock: LevelClock
    stopped_ms: int | None


class ClockAct(msgspec.Struct, frozen=True, gc=False):
    """The director's last action on the clock, and the clock as it was before that action."""

    kind: ClockActKind
    before: ClockAt


class ClockMemory(msgspec.Struct, frozen=True, gc=False):
    """The facts that are remembered about the clock as of the last event."""

    recovered: bool = False
    """Whether the clock came back from an outage and the director has not chosen a level since. A table that played on
    by itself may be at a later level, which it keeps."""
    reached: Reached | None = None
    """The table that moved the clock on after an outage; None once the director has acted."""
    overruled: Mapping[int, int] = {}
    """For each table, the record up to which its levels no longer count because the director went back to an earlier
    level."""
    last: ClockAct | None = None
    """The last action on the clock; None if another event followed it."""


def acted(memory: ClockMemory, before: ClockAt, kind: ClockActKind) -> ClockMemory:
    """The memory after the director acted on the clock."""
    return replace(memory, reached=None, last=ClockAct(kind, before))


def overruling(memory: ClockMemory, marks: Iterable[TableMark]) -> ClockMemory:
    """The memory after the director chose a level: the levels that tables played up to the marks are overruled."""
    overruled = {**memory.overruled, **{mark.table: mark.mark for mark in marks}}
    return replace(memory, recovered=False, overruled=overruled)


def forgetting(memory: ClockMemory) -> ClockMemory:
    """The memory after an event that makes it impossible to take back the last action."""
    return replace(memory, last=None)
