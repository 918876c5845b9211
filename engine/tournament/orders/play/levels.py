"""Go to another level, because time has run out or because the director orders it."""

from collections.abc import Iterator, Sequence
from typing import Literal

from msgspec.structs import replace

from engine.refused import Refused
from engine.tournament.changes import acted_now, clock_set
from engine.tournament.levels import level_clock
from engine.tournament.levels.by_play import here, shifted
from engine.tournament.levels.level_clock import LevelClock
from engine.tournament.levels.played import TableMark, forgetting, overruling
from engine.tournament.levels.structure import Structure, is_by_play, next_index, previous_index
from engine.tournament.order import ClockActionBase, Context
from engine.tournament.state import Event, StateChange, Tournament
from engine.tournament.tables.facts import Tables


class AdvanceDue(ClockActionBase, frozen=True, tag="advance-due"):
    """Start the next level if this one has run out."""

    def decide(self, tournament: Tournament, context: Context) -> Sequence[Event]:
        return list(advance_due(tournament.clock, context.structure, context.now_ms))


class NextLevel(ClockActionBase, frozen=True, tag="next"):
    """Go to the next level or break, with its full time."""

    right = "run"

    def decide(self, tournament: Tournament, context: Context) -> Sequence[Event]:
        return [_moved(tournament, self, context)]


class PreviousLevel(ClockActionBase, frozen=True, tag="previous"):
    """Go back to the previous level or break, with its full time. The service adds the `marks` of its tables."""

    right = "run"
    marks: tuple[TableMark, ...] = ()

    def decide(self, tournament: Tournament, context: Context) -> Sequence[Event]:
        return [_moved(tournament, self, context)]


class Jump(ClockActionBase, frozen=True, tag="jump"):
    """Go to this entry of the structure (from 0), forward or back, with its full time. The service adds the `marks` of
    its tables."""

    right = "run"
    entry: int
    marks: tuple[TableMark, ...] = ()

    def decide(self, tournament: Tournament, context: Context) -> Sequence[Event]:
        return [_moved(tournament, self, context)]


class LevelStarted(Event, frozen=True, tag="level-started", omit_defaults=True):
    """A level or break begins because the previous one ran out or the director ordered it. If the director went back,
    the levels that tables played up to `marks` are overruled."""

    at: LevelClock
    by: Literal["time", "director"]
    marks: tuple[TableMark, ...] = ()

    def change(self, tournament: Tournament) -> StateChange:
        memory = forgetting(tournament.memory)
        if self.by == "director":
            acted = acted_now(tournament, "next" if self.at.index > tournament.clock.index else "previous")
            memory = overruling(acted, self.marks)
        return clock_set(self.at, memory, stopped_ms=None)


def advance_due(clock: LevelClock, structure: Structure, now_ms: int) -> Iterator[Event]:
    """The events for every level that has begun since the last event."""
    while (ends_ms := level_clock.ends_at_ms(clock, structure)) is not None and ends_ms <= now_ms:
        clock = level_clock.advance(clock, structure, ends_ms)
        yield LevelStarted(clock, "time")


def _moved_by_play(
    tournament: Tournament, structure: Structure, action: NextLevel | PreviousLevel | Jump, now_ms: int, tables: Tables
) -> LevelStarted:
    """Move every table to another level, with all of its hands or orbits. This is the level after or before that of the
    table that is least far ahead."""
    if tournament.terms is None:
        raise Refused("levels-by-play")
    clock, on = tournament.clock, [one.number for one in tournament.sittings.values() if not one.closed]
    played = {number: (tables[number].hands, tables[number].orbits) for number in on if number in tables}
    now = here(clock, structure, played)
    match action:
        case NextLevel():
            index = next_index(structure, now)
        case PreviousLevel():
            index = previous_index(structure, now)
        case Jump(entry=index):
            _check_row(structure, index)
    if index is None:
        raise Refused("last-level" if isinstance(action, NextLevel) else "first-level")
    there = level_clock.go_to(clock, structure, now_ms, index)
    return LevelStarted(replace(there, shifts=shifted(clock, structure, index, played)), "director")


def _check_row(structure: Structure, entry: int) -> None:
    """Raises `Refused` for an entry that the structure does not have."""
    rows = len(structure.entries)
    if not 0 <= entry < rows:
        raise Refused("no-such-row", row=entry + 1, rows=rows)


def _moved_by_time(
    clock: LevelClock, structure: Structure, action: NextLevel | PreviousLevel | Jump, now_ms: int
) -> LevelStarted:
    """Move to another entry, with its full time. If it is an earlier entry, the levels that tables played are
    overruled."""
    match action:
        case NextLevel():
            return LevelStarted(level_clock.next_level(clock, structure, now_ms), "director")
        case PreviousLevel(marks=marks):
            return LevelStarted(level_clock.previous_level(clock, structure, now_ms), "director", marks)
        case Jump(entry=entry, marks=marks):
            _check_row(structure, entry)
            there = level_clock.go_to(clock, structure, now_ms, entry)
            goes_back = entry < level_clock.advance(clock, structure, now_ms).index
            return LevelStarted(there, "director", marks if goes_back else ())


def _moved(tournament: Tournament, action: NextLevel | PreviousLevel | Jump, context: Context) -> LevelStarted:
    """The level that the director chose. Raises `Refused` if there is none."""
    if is_by_play(context.structure):
        return _moved_by_play(tournament, context.structure, action, context.now_ms, context.tables)
    return _moved_by_time(tournament.clock, context.structure, action, context.now_ms)
