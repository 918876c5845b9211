"""The clock that walks through a structure. `now_ms` is the clock service's monotonic time, always handed in; nothing
here knows a wall clock, a tick or a screen."""

import msgspec
from msgspec import UNSET, UnsetType

from engine.refused import Refused
from engine.tournament.levels.structure import Break, Level, Structure, advances_by, duration_ms


class Shift(msgspec.Struct, frozen=True, gc=False):
    """Where levels go by play, a table is ahead of what it has played by so many hands or orbits; behind below 0."""

    table: int
    by: int


class LevelClock(msgspec.Struct, frozen=True, gc=False):
    """The position in a structure: `left_ms` of entry `index` as of `since_ms`, or while it is stopped (None).

    Once nothing is left of the last level, `over_ms` is how long it had run over by then; unset it is 0. Where levels
    go by play tables begin in entry `index`, but for those that an order of the director has shifted.
    """

    index: int
    left_ms: int
    since_ms: int | None = None
    over_ms: int | UnsetType = UNSET
    shifts: tuple[Shift, ...] | UnsetType = UNSET


# Reading the clock


def remaining_ms(clock: LevelClock, now_ms: int) -> int:
    """What is left of the clock's entry, from 0; never more than when it was last set."""
    if clock.since_ms is None:
        return clock.left_ms
    return max(0, clock.left_ms - max(0, now_ms - clock.since_ms))


def overtime_ms(clock: LevelClock, structure: Structure, now_ms: int) -> int:
    """How long the last level has run over; 0 before its end, and where levels go by play."""
    if not is_last(clock, structure) or duration_ms(structure, clock.index) == 0:
        return 0
    ran_ms = 0 if clock.since_ms is None else max(0, now_ms - clock.since_ms)
    return (clock.over_ms if isinstance(clock.over_ms, int) else 0) + max(0, ran_ms - clock.left_ms)


def is_running(clock: LevelClock) -> bool:
    """Whether the clock runs."""
    return clock.since_ms is not None


def is_last(clock: LevelClock, structure: Structure) -> bool:
    """Whether the clock is in the last level, which runs on: blinds never change by themselves after it."""
    return clock.index == len(structure.entries) - 1


def due(clock: LevelClock, structure: Structure, now_ms: int) -> bool:
    """Whether the entry has run out, so that `advance` would move."""
    ends_ms = ends_at_ms(clock, structure)
    return ends_ms is not None and now_ms >= ends_ms


def ends_at_ms(clock: LevelClock, structure: Structure) -> int | None:
    """When the entry gives way to the next, to set an alarm by; None while stopped, in the last level and in one that
    goes by play."""
    if clock.since_ms is None or is_last(clock, structure) or duration_ms(structure, clock.index) == 0:
        return None
    return clock.since_ms + clock.left_ms


def next_break_ms(clock: LevelClock, structure: Structure, now_ms: int) -> int | None:
    """How much play is left before the next break begins; None when no break follows or play is not counted in time."""
    if advances_by(structure) != "minutes":
        return None
    clock = advance(clock, structure, now_ms)
    until_ms = remaining_ms(clock, now_ms)
    for index in range(clock.index + 1, len(structure.entries)):
        if isinstance(structure.entries[index], Break):
            return until_ms
        until_ms += duration_ms(structure, index)
    return None


# Setting the clock. Each first walks to where `now_ms` is, so that no order acts on a level that is over.


def first_clock(structure: Structure, level: int = 1) -> LevelClock:
    """The clock before the event: stopped, the whole of the level with this number left; of the last, where there are
    fewer."""
    levels = [index for index, entry in enumerate(structure.entries) if isinstance(entry, Level)]
    index = levels[min(level, len(levels)) - 1]
    return LevelClock(index, duration_ms(structure, index))


def advance(clock: LevelClock, structure: Structure, now_ms: int) -> LevelClock:
    """The clock walked through every entry that has run out, each beginning exactly when the one before ended."""
    while (ends_ms := ends_at_ms(clock, structure)) is not None and now_ms >= ends_ms:
        clock = LevelClock(clock.index + 1, duration_ms(structure, clock.index + 1), ends_ms)
    return clock


def start(clock: LevelClock, structure: Structure, now_ms: int) -> LevelClock:
    """Start the clock; a running one is left as it is."""
    if is_running(clock):
        return advance(clock, structure, now_ms)
    return LevelClock(clock.index, clock.left_ms, now_ms, clock.over_ms, clock.shifts)


def pause(clock: LevelClock, structure: Structure, now_ms: int) -> LevelClock:
    """Stop with exactly what is left; a stopped clock is left as it is."""
    clock = advance(clock, structure, now_ms)
    return LevelClock(clock.index, remaining_ms(clock, now_ms), None, _over(clock, structure, now_ms), clock.shifts)


def next_level(clock: LevelClock, structure: Structure, now_ms: int) -> LevelClock:
    """The whole next entry, running if the clock ran. Raises `Refused` in the last."""
    return go_to(clock, structure, now_ms, advance(clock, structure, now_ms).index + 1)


def previous_level(clock: LevelClock, structure: Structure, now_ms: int) -> LevelClock:
    """The whole entry before, running if the clock ran. Raises `Refused` in the first."""
    return go_to(clock, structure, now_ms, advance(clock, structure, now_ms).index - 1)


def go_to(clock: LevelClock, structure: Structure, now_ms: int, index: int) -> LevelClock:
    """The whole of entry `index` (from 0), running if the clock ran. Raises `Refused` if there is none."""
    if index < 0:
        raise Refused("first-level")
    if index >= len(structure.entries):
        raise Refused("last-level")
    return LevelClock(index, duration_ms(structure, index), now_ms if is_running(clock) else None)


def add_time(clock: LevelClock, structure: Structure, now_ms: int, delta_ms: int) -> LevelClock:
    """Lengthen the entry, or shorten it when `delta_ms` is negative; all of it gone means that it is over."""
    clock = advance(clock, structure, now_ms)
    left_ms = max(0, remaining_ms(clock, now_ms) + delta_ms)
    over_ms = UNSET if left_ms else _over(clock, structure, now_ms)
    return LevelClock(clock.index, left_ms, now_ms if is_running(clock) else None, over_ms, clock.shifts)


def _over(clock: LevelClock, structure: Structure, now_ms: int) -> int | UnsetType:
    """Left out where there is none, so that records are written as they always were."""
    return overtime_ms(clock, structure, now_ms) or UNSET
