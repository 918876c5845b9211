"""Start, pause and correct the level clock, and continue it after an outage."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from engine.refused import Refused
from engine.tournament.changes import acted_now, clock_set
from engine.tournament.levels import level_clock
from engine.tournament.levels.level_clock import LevelClock, advance, due, go_to, is_running, remaining_ms
from engine.tournament.levels.played import PlayedLevel, Reached, TableMark, furthest, overruling
from engine.tournament.levels.structure import MS_A_MINUTE, Level, duration_ms, is_by_play, level_number
from engine.tournament.order import ClockActionBase, Context
from engine.tournament.rules.barrier import clock_for_hand
from engine.tournament.state import Event, StateChange, Tournament
from engine.tournament.tables.facts import has_begun

LONGEST_CHANGE_MS = 24 * 60 * MS_A_MINUTE


class Recover(ClockActionBase, frozen=True, tag="recover"):
    """The service starts. It was last known to be alive at `alive_ms` in the previous run's time, `away_ms` ago. With
    `goes_on`, it was away so briefly that a running clock goes on, and the time away counts."""

    alive_ms: int
    away_ms: int
    goes_on: bool = False

    def decide(self, tournament: Tournament, context: Context) -> Sequence[Event]:
        """The clock, stopped at the time when it was last known to be running."""
        clock, stopped_ms = tournament.clock, context.now_ms - self.away_ms
        if is_running(clock):
            halted = level_clock.pause(clock, context.structure, self.alive_ms)
            events: list[Event] = [ClockHalted(stopped_ms, halted)]
            if self.goes_on:
                ran = level_clock.start(halted, context.structure, stopped_ms)
                events.append(ElapsedApplied(advance(ran, context.structure, context.now_ms)))
            return events
        if tournament.stopped_ms is not None:  # down again before the director has decided
            return [ClockHalted(stopped_ms - (self.alive_ms - tournament.stopped_ms), clock)]
        return []


class CatchUp(ClockActionBase, frozen=True, tag="catch-up"):
    """Go to the highest of these levels if the clock came back from an outage at a lower level."""

    played: tuple[PlayedLevel, ...]

    def decide(self, tournament: Tournament, context: Context) -> Sequence[Event]:
        """If the clock stopped before that level, it counts as having stopped when the level would have begun."""
        memory, structure, now_ms = tournament.memory, context.structure, context.now_ms
        clock, stopped_ms = advance(tournament.clock, structure, now_ms), tournament.stopped_ms
        reached = furthest(structure, self.played, memory.overruled) if memory.recovered else None
        if reached is None or reached.index <= clock.index or is_by_play(structure):
            return []
        if stopped_ms is not None:
            between = range(clock.index + 1, reached.index)
            ended_ms = stopped_ms + clock.left_ms
            stopped_ms = min(now_ms, ended_ms + sum(duration_ms(structure, index) for index in between))
        at = go_to(clock, structure, now_ms, reached.index)
        return [LevelReached(at, reached.table, reached.mark, stopped_ms)]


class TimeHand(ClockActionBase, frozen=True, tag="time-hand"):
    """Let the level clock run for the hand that is being played hand for hand, or hold it if that hand is over."""

    def decide(self, tournament: Tournament, context: Context) -> Sequence[Event]:
        timed = clock_for_hand(tournament, context.structure, context.now_ms, context.tables)
        return [HandTimed(timed)] if timed else []


class Start(ClockActionBase, frozen=True, tag="start"):
    """Start the clock. After a crash, it continues from the time at which it stopped."""

    right = "floor"

    def decide(self, tournament: Tournament, context: Context) -> Sequence[Event]:
        if is_running(tournament.clock):
            raise Refused("clock-running")
        return [ClockStarted(level_clock.start(tournament.clock, context.structure, context.now_ms))]


class Pause(ClockActionBase, frozen=True, tag="pause"):
    """Stop the clock."""

    right = "floor"

    def decide(self, tournament: Tournament, context: Context) -> Sequence[Event]:
        if not is_running(tournament.clock):
            raise Refused("clock-paused")
        return [ClockPaused(level_clock.pause(tournament.clock, context.structure, context.now_ms))]


class AddTime(ClockActionBase, frozen=True, tag="add-time"):
    """Lengthen the level; a negative amount shortens it. It can be shortened enough to end the level only if `may_end`
    is set."""

    right = "run"
    delta_ms: int
    may_end: bool = True

    def decide(self, tournament: Tournament, context: Context) -> Sequence[Event]:
        structure, now_ms = context.structure, context.now_ms
        if not 0 < abs(self.delta_ms) <= LONGEST_CHANGE_MS:
            raise Refused("time-change-size")
        clock = advance(tournament.clock, structure, now_ms)
        if not self.may_end and remaining_ms(clock, now_ms) + self.delta_ms <= 0:
            is_level, level = isinstance(structure.entries[clock.index], Level), level_number(structure, clock.index)
            raise Refused("time-ends-level" if is_level else "time-ends-break", level=level)
        return [TimeAdded(self.delta_ms, level_clock.add_time(clock, structure, now_ms, self.delta_ms))]


class ApplyElapsed(ClockActionBase, frozen=True, tag="apply-elapsed"):
    """After a crash, count the time for which the service was down, and start the clock."""

    right = "run"

    def decide(self, tournament: Tournament, context: Context) -> Sequence[Event]:
        if tournament.stopped_ms is None:
            raise Refused("no-time-lost")
        ran = level_clock.start(tournament.clock, context.structure, tournament.stopped_ms)
        return [ElapsedApplied(advance(ran, context.structure, context.now_ms))]


class UndoClock(ClockActionBase, frozen=True, tag="undo-clock"):
    """Take back the last action on the clock. The service adds the `marks` of its tables."""

    right = "run"
    marks: tuple[TableMark, ...] = ()

    def decide(self, tournament: Tournament, context: Context) -> Sequence[Event]:
        """Raises `Refused` if another event followed that action, or if the level before it would have ended by now."""
        if tournament.memory.last is None:
            raise Refused("clock-undo-nothing")
        before = tournament.memory.last.before
        if due(before.clock, context.structure, context.now_ms):
            raise Refused("clock-undo-over")
        unstarted = _was_first_start(tournament) and not has_begun(context.tables)
        return [ClockUndone(before.clock, before.stopped_ms, self.marks, unstarted)]


def _was_first_start(tournament: Tournament) -> bool:
    """Whether the last action on the clock started it for the first time."""
    starts = 0
    for event in (event for act in tournament.acts for event in act.events):
        if isinstance(event, ClockStarted):
            starts += 1
        elif isinstance(event, ClockUndone) and event.unstarted:
            starts = 0
    last = tournament.memory.last
    return starts == 1 and last is not None and last.kind == "start"


class ClockStarted(Event, frozen=True, tag="clock-started"):
    """The clock was started."""

    at: LevelClock

    def change(self, tournament: Tournament) -> StateChange:
        return clock_set(self.at, acted_now(tournament, "start"), stopped_ms=None, started=True)


class ClockPaused(Event, frozen=True, tag="clock-paused"):
    """The clock was stopped."""

    at: LevelClock

    def change(self, tournament: Tournament) -> StateChange:
        return clock_set(self.at, acted_now(tournament, "pause"), stopped_ms=None)


class LevelReached(Event, frozen=True, tag="level-reached"):
    """After an outage, the clock went to the level that `table` had already played, according to record `mark` of its
    journal. A clock that was stopped counts as stopped at `stopped_ms`, when the level began."""

    at: LevelClock
    table: int
    mark: int
    stopped_ms: int | None

    def change(self, tournament: Tournament) -> StateChange:
        reached = Reached(self.at.index, self.table, self.mark)
        memory = replace(tournament.memory, reached=reached, last=None)
        return clock_set(self.at, memory, stopped_ms=self.stopped_ms)


class TimeAdded(Event, frozen=True, tag="time-added"):
    """The director lengthened the current level or break, or shortened it."""

    delta_ms: int
    at: LevelClock

    def change(self, tournament: Tournament) -> StateChange:
        return clock_set(self.at, acted_now(tournament, "add-time"))


class ClockHalted(Event, frozen=True, tag="clock-halted"):
    """The service restarted. The clock was stopped, at `stopped_ms` in the new run's time, and shows the last time
    known before the restart."""

    stopped_ms: int
    at: LevelClock

    def change(self, tournament: Tournament) -> StateChange:
        memory = replace(tournament.memory, recovered=True, last=None)
        return clock_set(self.at, memory, stopped_ms=self.stopped_ms)


class ElapsedApplied(Event, frozen=True, tag="elapsed-applied"):
    """The time for which the service was down was counted, and the clock was started: by the director, or by the
    service itself after a takeover."""

    at: LevelClock

    def change(self, tournament: Tournament) -> StateChange:
        return clock_set(self.at, acted_now(tournament, "apply-elapsed"), stopped_ms=None)


class HandTimed(Event, frozen=True, tag="hand-timed"):
    """During hand for hand with a capped level clock, a hand may take time off the level from now on, or may not take
    any more time because it is over. The event is also recorded when hand for hand ends."""

    at: LevelClock

    def change(self, tournament: Tournament) -> StateChange:
        if self.at.hand is None:
            hand_clock: Mapping[int, int] = {}
        else:
            hand_clock = tournament.hand_clock if self.at.hand.over else tournament.barrier
        return clock_set(self.at, replace(tournament.memory, last=None), hand_clock=hand_clock)


class ClockUndone(Event, frozen=True, tag="clock-undone"):
    """The director took back the last action on the clock. If that lowers the level, the levels that tables played up
    to `marks` are overruled. If the action was the first start and no hand was dealt, the tournament is `unstarted`: it
    is as before the start, but without a scheduled one, which would start the clock again at once."""

    at: LevelClock
    stopped_ms: int | None
    marks: tuple[TableMark, ...]
    unstarted: bool = False

    def change(self, tournament: Tournament) -> StateChange:
        memory = replace(tournament.memory, reached=None, last=None)
        if self.at.index < tournament.clock.index:
            memory = overruling(memory, self.marks)
        if self.unstarted:
            return clock_set(self.at, memory, stopped_ms=self.stopped_ms, started=False, starts_ms=None)
        return clock_set(self.at, memory, stopped_ms=self.stopped_ms)
