"""A tournament's memory of its clock besides its position: the last action, which may be taken back, and whether the
clock came back from an outage."""

from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple

import msgspec
from msgspec.structs import replace

from engine.refused import Refused
from engine.tournament.actions import AddTime, CatchUp, UndoClock
from engine.tournament.events import (
    ClockHalted,
    ClockPaused,
    ClockStarted,
    ClockUndone,
    ElapsedApplied,
    HandTimed,
    LevelReached,
    LevelStarted,
    StructureChanged,
    TimeAdded,
    TournamentEvent,
)
from engine.tournament.levels.edits import is_by_play
from engine.tournament.levels.level_clock import LevelClock, advance, due, in_entry, is_running, remaining_ms
from engine.tournament.levels.played import Reached, TableMark, furthest
from engine.tournament.levels.structure import Level, Structure, duration_ms, level_number

Kind = Literal["start", "pause", "next", "previous", "add-time", "apply-elapsed"]


class ClockAt(NamedTuple):
    """A clock and, if it is stopped because the service was down, the time since which it has been stopped."""

    clock: LevelClock
    stopped_ms: int | None


class ClockAct(msgspec.Struct, frozen=True, gc=False):
    """The director's last action on the clock, and the clock as it was before that action."""

    kind: Kind
    before: ClockAt


class ClockMemory(msgspec.Struct, frozen=True, gc=False):
    """The facts that are remembered about the clock as of the last event."""

    recovered: bool = False
    """Whether the clock came back from an outage and the director has not chosen a level since. A table that played on
    by itself may be at a later level, which it keeps."""
    reached: Reached | None = None
    """The table that moved the clock on after an outage; None once the director has acted."""
    overruled: Mapping[int, int] = {}
    """For each table, the record up to which its levels no longer count because the director went back."""
    last: ClockAct | None = None
    """The last action on the clock; None if another event followed it."""


def remember(memory: ClockMemory, before: ClockAt, event: TournamentEvent) -> ClockMemory:
    """The memory after an event."""
    match event:
        case ClockStarted() | ElapsedApplied() | ClockPaused() | TimeAdded():
            memory = _acted(memory, before, _KINDS[type(event)])
        case LevelStarted(by="director", at=at, marks=marks):
            memory = _acted(memory, before, "next" if at.index > before.clock.index else "previous")
            memory = replace(memory, recovered=False, overruled=_overruled(memory, marks))
        case ClockUndone(at=at, marks=marks):
            memory = replace(memory, reached=None, last=None)
            if at.index < before.clock.index:
                memory = replace(memory, recovered=False, overruled=_overruled(memory, marks))
        case LevelReached(table=table, mark=mark, at=at):
            memory = replace(memory, reached=Reached(at.index, table, mark), last=None)
        case ClockHalted():
            memory = replace(memory, recovered=True, last=None)
        case LevelStarted() | StructureChanged() | HandTimed():
            memory = replace(memory, last=None)
    return memory


def catch_up(
    memory: ClockMemory, stands: ClockAt, structure: Structure, action: CatchUp, now_ms: int
) -> list[TournamentEvent]:
    """After an outage, the clock goes to the highest level that a table has played. If it stopped before that level,
    the level counts as begun when it would have begun."""
    clock, stopped_ms = advance(stands.clock, structure, now_ms), stands.stopped_ms
    reached = furthest(structure, action.played, memory.overruled) if memory.recovered else None
    if reached is None or reached.index <= clock.index or is_by_play(structure):
        return []
    if stopped_ms is not None:
        between = range(clock.index + 1, reached.index)
        ended_ms = stopped_ms + clock.left_ms
        stopped_ms = min(now_ms, ended_ms + sum(duration_ms(structure, index) for index in between))
    since_ms = now_ms if is_running(clock) else None
    there = LevelClock(reached.index, duration_ms(structure, reached.index), since_ms)
    at = in_entry(clock, structure, now_ms, there)
    return [LevelReached(at, reached.table, reached.mark, stopped_ms)]


def undo(memory: ClockMemory, structure: Structure, action: UndoClock, now_ms: int) -> ClockUndone:
    """The clock without the director's last action on it. Raises `Refused` if another event followed that action."""
    if memory.last is None:
        raise Refused("clock-undo-nothing")
    before = memory.last.before
    if due(before.clock, structure, now_ms):
        raise Refused("clock-undo-over")
    return ClockUndone(before.clock, before.stopped_ms, action.marks)


def check_end(clock: LevelClock, structure: Structure, action: AddTime, now_ms: int) -> None:
    """Raises `Refused` if taking time off would end the level and the order does not allow that."""
    clock = advance(clock, structure, now_ms)
    if not action.may_end and remaining_ms(clock, now_ms) + action.delta_ms <= 0:
        is_level = isinstance(structure.entries[clock.index], Level)
        raise Refused("time-ends-level" if is_level else "time-ends-break", level=level_number(structure, clock.index))


_KINDS: dict[type[TournamentEvent], Kind] = {
    ClockStarted: "start", ElapsedApplied: "apply-elapsed", ClockPaused: "pause", TimeAdded: "add-time"
}  # fmt: skip


def _acted(memory: ClockMemory, before: ClockAt, kind: Kind) -> ClockMemory:
    return replace(memory, reached=None, last=ClockAct(kind, before))


def _overruled(memory: ClockMemory, marks: Iterable[TableMark]) -> dict[int, int]:
    return {**memory.overruled, **{mark.table: mark.mark for mark in marks}}
