"""The tournament: its structure, its level clock and the tables assigned to players. Values and functions; no file.

`LevelClock.since_ms` is time of the service run that wrote the event; the next run begins with `Recover`.
"""

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from engine.refused import Refused
from engine.tournament import level_clock
from engine.tournament.actions import (
    AddTime,
    AdvanceDue,
    ApplyElapsed,
    DirectorAction,
    NextLevel,
    Open,
    Pause,
    PreviousLevel,
    Recover,
    Start,
    TournamentAction,
)
from engine.tournament.events import (
    ClockHalted,
    ClockPaused,
    ClockStarted,
    ElapsedApplied,
    LevelStarted,
    StructureChanged,
    TableAssigned,
    TimeAdded,
    TournamentEvent,
    TournamentOpened,
)
from engine.tournament.level_clock import LevelClock
from engine.tournament.seats import Seating
from engine.tournament.structure import MS_A_MINUTE, Structure

LONGEST_CHANGE_MS = 24 * 60 * MS_A_MINUTE


class Tournament(msgspec.Struct, frozen=True):
    """A tournament at one moment. `structure` is None until it is opened."""

    id: str = ""
    name: str = ""
    structure: Structure | None = None
    clock: LevelClock = LevelClock(0, 0)
    tables: tuple[Seating, ...] = ()
    stopped_ms: int | None = None
    """Since when the clock is stopped because the service was away, in this run's time; None once the director has
    decided what to do."""


def decide(tournament: Tournament, action: TournamentAction, now_ms: int) -> list[TournamentEvent]:
    """The events that follow from an action. Raises `Refused`; then nothing has changed."""
    if isinstance(action, Open):
        return list(_open(tournament, action))
    if tournament.structure is None:
        raise Refused("room-not-open")
    if isinstance(action, Recover):
        return _recover(tournament, tournament.structure, action, now_ms)
    if isinstance(action, AdvanceDue):
        return list(_advance_due(tournament.clock, tournament.structure, now_ms))
    return [_set_clock(tournament, tournament.structure, action, now_ms)]


def apply(tournament: Tournament, event: TournamentEvent) -> Tournament:
    """The tournament after an event. Never refuses."""
    match event:
        case TournamentOpened(id=its_id, event=name, structure=structure):
            return Tournament(its_id, name, structure, level_clock.first_clock(structure))
        case StructureChanged(structure=structure):
            return replace(tournament, structure=structure)
        case TableAssigned(seating=seating):
            others = [table for table in tournament.tables if table.table != seating.table]
            return replace(tournament, tables=tuple(sorted([*others, seating], key=lambda table: table.table)))
        case ClockHalted(stopped_ms=stopped_ms, at=at):
            return replace(tournament, clock=at, stopped_ms=stopped_ms)
        case ClockStarted(at=at) | ClockPaused(at=at) | LevelStarted(at=at) | ElapsedApplied(at=at):
            return replace(tournament, clock=at, stopped_ms=None)
        case TimeAdded(at=at):
            return replace(tournament, clock=at)


def _open(tournament: Tournament, action: Open) -> Iterator[TournamentEvent]:
    if tournament.name not in ("", action.event):
        raise Refused("other-event", held=tournament.name, named=action.event)
    if tournament.structure is None:
        yield TournamentOpened(action.id, action.event, action.structure)
    elif tournament.structure != action.structure:
        if tournament.clock.index >= len(action.structure.entries):
            index = tournament.clock.index + 1
            raise Refused("level-removed", entry=index)
        yield StructureChanged(action.structure)
    assigned = {table.table: table for table in tournament.tables}
    for table in action.tables:
        if table.table in assigned and table.table in action.begun and assigned[table.table] != table:
            raise Refused("table-begun-otherwise", table=table.table)
        if assigned.get(table.table) != table:
            yield TableAssigned(table)


def _recover(tournament: Tournament, structure: Structure, action: Recover, now_ms: int) -> list[TournamentEvent]:
    clock, stopped_ms = tournament.clock, now_ms - action.away_ms
    if level_clock.is_running(clock):
        return [ClockHalted(stopped_ms, level_clock.pause(clock, structure, action.alive_ms))]
    if tournament.stopped_ms is not None:  # away again, and the director has not decided yet
        return [ClockHalted(stopped_ms - (action.alive_ms - tournament.stopped_ms), clock)]
    return []


def _advance_due(clock: LevelClock, structure: Structure, now_ms: int) -> Iterator[TournamentEvent]:
    while (ends_ms := level_clock.ends_at_ms(clock, structure)) is not None and ends_ms <= now_ms:
        clock = level_clock.advance(clock, structure, ends_ms)
        yield LevelStarted(clock, "time")


def _set_clock(tournament: Tournament, structure: Structure, action: DirectorAction, now_ms: int) -> TournamentEvent:
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
        case NextLevel():
            return LevelStarted(level_clock.next_level(clock, structure, now_ms), "director")
        case PreviousLevel():
            return LevelStarted(level_clock.previous_level(clock, structure, now_ms), "director")
        case AddTime(delta_ms=delta_ms):
            if not 0 < abs(delta_ms) <= LONGEST_CHANGE_MS:
                raise Refused("time-change-size")
            return TimeAdded(delta_ms, level_clock.add_time(clock, structure, now_ms, delta_ms))
        case ApplyElapsed():
            if tournament.stopped_ms is None:
                raise Refused("no-time-lost")
            ran = level_clock.start(clock, structure, tournament.stopped_ms)
            return ElapsedApplied(level_clock.advance(ran, structure, now_ms))
