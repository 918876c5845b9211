"""Go to another level, because time has run out or because the director orders it."""

from collections.abc import Sequence
from typing import Literal

from msgspec.structs import replace

from engine.refused import Refused
from engine.tournament.changes import acted_now, clock_set
from engine.tournament.levels import level_clock
from engine.tournament.levels.by_play import here, shifted
from engine.tournament.levels.level_clock import LevelClock
from engine.tournament.levels.played import TableMark, overruling
from engine.tournament.levels.structure import is_by_play, next_index, previous_index
from engine.tournament.order import ClockActionBase, Context
from engine.tournament.state import Event, StateChange, Tournament


class AdvanceDue(ClockActionBase, frozen=True, tag="advance-due"):
    """Start every level that has become due since the last event because the previous level has run out."""

    def decide(self, tournament: Tournament, context: Context) -> Sequence[Event]:
        clock, structure, events = tournament.clock, context.structure, list[Event]()
        while (ends_ms := level_clock.ends_at_ms(clock, structure)) is not None and ends_ms <= context.now_ms:
            clock = level_clock.advance(clock, structure, ends_ms)
            events.append(LevelStarted(clock, "time"))
        return events


class NextLevel(ClockActionBase, frozen=True, tag="next"):
    """Go to the next level or break, with its full time."""

    right = "run"

    def decide(self, tournament: Tournament, context: Context) -> Sequence[Event]:
        return [_change(tournament, self, context)]


class PreviousLevel(ClockActionBase, frozen=True, tag="previous"):
    """Go back to the previous level or break, with its full time. The service adds the `marks` of its tables."""

    right = "run"
    marks: tuple[TableMark, ...] = ()

    def decide(self, tournament: Tournament, context: Context) -> Sequence[Event]:
        return [_change(tournament, self, context)]


class Jump(ClockActionBase, frozen=True, tag="jump"):
    """Go to this entry of the structure (from 0), forward or back, with its full time. The service adds the `marks` of
    its tables."""

    right = "run"
    entry: int
    marks: tuple[TableMark, ...] = ()

    def decide(self, tournament: Tournament, context: Context) -> Sequence[Event]:
        return [_change(tournament, self, context)]


class LevelStarted(Event, frozen=True, tag="level-started", omit_defaults=True):
    """A level or break begins because the previous one ran out or the director ordered it. If the director went back,
    the levels that tables played up to `marks` are overruled."""

    at: LevelClock
    by: Literal["time", "director"]
    marks: tuple[TableMark, ...] = ()

    def change(self, tournament: Tournament) -> StateChange:
        memory = replace(tournament.memory, last=None)
        if self.by == "director":
            acted = acted_now(tournament, "next" if self.at.index > tournament.clock.index else "previous")
            memory = overruling(acted, self.marks)
        return clock_set(self.at, memory, stopped_ms=None)


def _change(tournament: Tournament, action: NextLevel | PreviousLevel | Jump, context: Context) -> LevelStarted:
    """The level that the director chose. An earlier level overrules the levels that tables have played. Raises
    `Refused`."""
    clock, structure, now_ms = tournament.clock, context.structure, context.now_ms
    rows = len(structure.entries)
    if isinstance(action, Jump) and not 0 <= action.entry < rows:
        raise Refused("no-such-row", row=action.entry + 1, rows=rows)
    if is_by_play(structure):
        return _change_by_play(tournament, action, context)
    now = level_clock.advance(clock, structure, now_ms).index
    marks: tuple[TableMark, ...] = ()
    match action:
        case NextLevel():
            index = now + 1
        case PreviousLevel(marks=marks):
            index = now - 1
        case Jump(entry=index):
            marks = action.marks if index < now else ()
    return LevelStarted(level_clock.go_to(clock, structure, now_ms, index), "director", marks)


def _change_by_play(tournament: Tournament, action: NextLevel | PreviousLevel | Jump, context: Context) -> LevelStarted:
    """The level after or before that of the table furthest behind, or the level jumped to. It applies to every table,
    with its full length."""
    if tournament.terms is None:
        raise Refused("levels-by-play")
    clock, structure, tables = tournament.clock, context.structure, context.tables
    on = [one.number for one in tournament.sittings.values() if not one.closed]
    played = {number: (tables[number].hands, tables[number].orbits) for number in on if number in tables}
    now = here(clock, structure, played)
    match action:
        case NextLevel():
            index = next_index(structure, now)
        case PreviousLevel():
            index = previous_index(structure, now)
        case Jump(entry=index):
            pass
    if index is None:
        raise Refused("last-level" if isinstance(action, NextLevel) else "first-level")
    there = level_clock.go_to(clock, structure, context.now_ms, index)
    return LevelStarted(replace(there, shifts=shifted(clock, structure, index, played)), "director")
