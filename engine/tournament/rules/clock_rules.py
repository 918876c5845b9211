"""Actions on the level clock by the director and the service."""

from collections.abc import Iterator

from msgspec.structs import replace

from engine.refused import Refused
from engine.tournament.actions import (
    AddTime,
    AdvanceDue,
    ApplyElapsed,
    CatchUp,
    ClockAction,
    ClockOrder,
    Jump,
    NextLevel,
    Pause,
    PreviousLevel,
    Recover,
    Start,
    TimeHand,
    UndoClock,
)
from engine.tournament.clock_memory import ClockAt, ClockMemory
from engine.tournament.events import (
    ClockHalted,
    ClockPaused,
    ClockStarted,
    ClockUndone,
    ElapsedApplied,
    HandTimed,
    LevelReached,
    LevelStarted,
    TimeAdded,
    TournamentEvent,
)
from engine.tournament.levels import level_clock
from engine.tournament.levels.by_play import here, shifted
from engine.tournament.levels.edits import is_by_play
from engine.tournament.levels.level_clock import LevelClock, advance, due, in_entry, is_running, remaining_ms
from engine.tournament.levels.played import furthest
from engine.tournament.levels.structure import (
    MS_A_MINUTE,
    Level,
    Structure,
    duration_ms,
    level_number,
    next_index,
    previous_index,
)
from engine.tournament.rules.barrier_rules import clock_for_hand
from engine.tournament.state import Tournament
from engine.tournament.tables.facts import Tables

LONGEST_CHANGE_MS = 24 * 60 * MS_A_MINUTE


def decide(  # noqa: PLR0911 one for each
    tournament: Tournament, structure: Structure, action: ClockOrder, now_ms: int, tables: Tables
) -> list[TournamentEvent]:
    """The events that follow from an order to the clock. `tables` matter only if levels advance by play. Raises
    `Refused`."""
    match action:
        case NextLevel() | PreviousLevel() | Jump() if is_by_play(structure):
            return [_moved_by_play(tournament, structure, action, now_ms, tables)]
        case Recover():
            return recover(tournament, structure, action, now_ms)
        case AdvanceDue():
            return list(advance_due(tournament.clock, structure, now_ms))
        case TimeHand():
            timed = clock_for_hand(tournament, structure, now_ms, tables)
            return [HandTimed(timed)] if timed else []
        case CatchUp():
            stands = ClockAt(tournament.clock, tournament.stopped_ms)
            return catch_up(tournament.memory, stands, structure, action, now_ms)
        case UndoClock():
            return [undo_clock(tournament.memory, structure, action, now_ms)]
    return [set_clock(tournament, structure, action, now_ms)]


def recover(tournament: Tournament, structure: Structure, action: Recover, now_ms: int) -> list[TournamentEvent]:
    """The clock, stopped at the time when it was last known to be running."""
    clock, stopped_ms = tournament.clock, now_ms - action.away_ms
    if level_clock.is_running(clock):
        return [ClockHalted(stopped_ms, level_clock.pause(clock, structure, action.alive_ms))]
    if tournament.stopped_ms is not None:  # down again before the director has decided
        return [ClockHalted(stopped_ms - (action.alive_ms - tournament.stopped_ms), clock)]
    return []


def advance_due(clock: LevelClock, structure: Structure, now_ms: int) -> Iterator[TournamentEvent]:
    """The events for every level that has begun since the last event."""
    while (ends_ms := level_clock.ends_at_ms(clock, structure)) is not None and ends_ms <= now_ms:
        clock = level_clock.advance(clock, structure, ends_ms)
        yield LevelStarted(clock, "time")


def set_clock(tournament: Tournament, structure: Structure, action: ClockAction, now_ms: int) -> TournamentEvent:
    """The events that follow from a director's order. Raises `Refused`."""
    clock = tournament.clock
    match action:
        case Start():
            if level_clock.is_running(clock):
                raise Refused("clock-running")
            return ClockStarted(level_clock.start(clock, structure, now_ms))
        case Pause():
            if not level_clock.is_running(clock):
                raise Refused("clock-paused")
            return ClockPaused(level_clock.pause(clock, structure, now_ms))
        case NextLevel() | PreviousLevel() | Jump():
            return _moved(clock, structure, action, now_ms)
        case AddTime(delta_ms=delta_ms):
            if not 0 < abs(delta_ms) <= LONGEST_CHANGE_MS:
                raise Refused("time-change-size")
            _check_end(clock, structure, action, now_ms)
            return TimeAdded(delta_ms, level_clock.add_time(clock, structure, now_ms, delta_ms))
        case ApplyElapsed():
            if tournament.stopped_ms is None:
                raise Refused("no-time-lost")
            ran = level_clock.start(clock, structure, tournament.stopped_ms)
            return ElapsedApplied(level_clock.advance(ran, structure, now_ms))


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


def _moved(
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


def undo_clock(memory: ClockMemory, structure: Structure, action: UndoClock, now_ms: int) -> ClockUndone:
    """The clock without the director's last action on it. Raises `Refused` if another event followed that action."""
    if memory.last is None:
        raise Refused("clock-undo-nothing")
    before = memory.last.before
    if due(before.clock, structure, now_ms):
        raise Refused("clock-undo-over")
    return ClockUndone(before.clock, before.stopped_ms, action.marks)


def _check_end(clock: LevelClock, structure: Structure, action: AddTime, now_ms: int) -> None:
    """Raises `Refused` if taking time off would end the level and the order does not allow that."""
    clock = advance(clock, structure, now_ms)
    if not action.may_end and remaining_ms(clock, now_ms) + action.delta_ms <= 0:
        is_level = isinstance(structure.entries[clock.index], Level)
        raise Refused("time-ends-level" if is_level else "time-ends-break", level=level_number(structure, clock.index))
