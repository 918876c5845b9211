"""The clock that walks through a structure. `now_ms` is the clock service's monotonic time, always handed in; nothing
here knows a wall clock, a tick or a screen."""

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from engine.refused import Refused
from engine.tournament.levels.structure import Break, Level, Structure, advances_by, duration_ms


class Shift(msgspec.Struct, frozen=True, gc=False):
    """Where levels go by play, a table is ahead of what it has played by so many hands or orbits; behind below 0."""

    table: int
    by: int


class HandTime(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Hand for hand: the hand may take `left_ms` more off its level; nothing more once it is `over`. A break is never
    held up: in one (`in_break`) no time of the hand is used."""

    left_ms: int
    over: bool = False
    in_break: bool = False


class LevelClock(msgspec.Struct, frozen=True, gc=False):
    """The position in a structure: `left_ms` of entry `index` as of `since_ms`, or while it is stopped (None).

    Once nothing is left of the last level, `over_ms` is how long it had run over by then; unset it is 0. Where levels
    go by play tables begin in entry `index`, but for those that an order of the director has shifted. With a `hand`
    the clock runs no longer than that may take, and then stands still without being paused; `hand` is as of `since_ms`.
    """

    index: int
    left_ms: int
    since_ms: int | None = None
    over_ms: int | UnsetType = UNSET
    shifts: tuple[Shift, ...] | UnsetType = UNSET
    hand: HandTime | UnsetType = UNSET


# Reading the clock


def remaining_ms(clock: LevelClock, now_ms: int) -> int:
    """What is left of the clock's entry, from 0; never more than when it was last set."""
    return max(0, clock.left_ms - _ran_ms(clock, now_ms))


def overtime_ms(clock: LevelClock, structure: Structure, now_ms: int) -> int:
    """How long the last level has run over; 0 before its end, and where levels go by play."""
    if not is_last(clock, structure) or duration_ms(structure, clock.index) == 0:
        return 0
    over_ms = clock.over_ms if isinstance(clock.over_ms, int) else 0
    return over_ms + max(0, _ran_ms(clock, now_ms) - clock.left_ms)


def is_running(clock: LevelClock) -> bool:
    """Whether the clock runs, or stands still only for a hand that has used its time."""
    return clock.since_ms is not None


def is_held(clock: LevelClock, now_ms: int) -> bool:
    """Whether a clock that is not paused stands still, because the hand played hand for hand has used its time."""
    most_ms = most_to_run_ms(clock.hand)
    return clock.since_ms is not None and most_ms is not None and now_ms - clock.since_ms >= most_ms


def most_to_run_ms(hand: HandTime | UnsetType) -> int | None:
    """How long a clock runs before it stands still; None where nothing holds it."""
    if not isinstance(hand, HandTime) or hand.in_break:
        return None
    return 0 if hand.over else hand.left_ms


def hand_time(clock: LevelClock, now_ms: int) -> HandTime | UnsetType:
    """What the hand may still take off the level."""
    return _less(clock.hand, _ran_ms(clock, now_ms))


def is_last(clock: LevelClock, structure: Structure) -> bool:
    """Whether the clock is in the last level, which runs on: blinds never change by themselves after it."""
    return clock.index == len(structure.entries) - 1


def due(clock: LevelClock, structure: Structure, now_ms: int) -> bool:
    """Whether the entry has run out, so that `advance` would move."""
    ends_ms = ends_at_ms(clock, structure)
    return ends_ms is not None and now_ms >= ends_ms


def ends_at_ms(clock: LevelClock, structure: Structure) -> int | None:
    """When the entry gives way to the next, to set an alarm by; None while stopped, where the hand has less time than
    the level, in the last level and in one that goes by play."""
    if clock.since_ms is None or is_last(clock, structure) or duration_ms(structure, clock.index) == 0:
        return None
    most_ms = most_to_run_ms(clock.hand)
    return clock.since_ms + clock.left_ms if most_ms is None or clock.left_ms <= most_ms else None


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
        hand = _in_entry(_less(clock.hand, clock.left_ms), structure, clock.index + 1)
        clock = LevelClock(clock.index + 1, duration_ms(structure, clock.index + 1), ends_ms, hand=hand)
    return clock


def start(clock: LevelClock, structure: Structure, now_ms: int) -> LevelClock:
    """Start the clock; a running one is left as it is."""
    if is_running(clock):
        return advance(clock, structure, now_ms)
    return replace(clock, since_ms=now_ms)


def pause(clock: LevelClock, structure: Structure, now_ms: int) -> LevelClock:
    """Stop with exactly what is left; a stopped clock is left as it is."""
    return replace(_as_of(advance(clock, structure, now_ms), structure, now_ms), since_ms=None)


def set_hand(clock: LevelClock, structure: Structure, now_ms: int, hand: HandTime | UnsetType) -> LevelClock:
    """From now on the hand may take so much off the level; unset, the clock runs on. What is left stays as it is, and
    a paused clock stays paused."""
    clock = _as_of(advance(clock, structure, now_ms), structure, now_ms)
    return replace(clock, hand=_in_entry(hand, structure, clock.index))


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
    since_ms = now_ms if is_running(clock) else None
    return in_entry(clock, structure, now_ms, LevelClock(index, duration_ms(structure, index), since_ms))


def in_entry(clock: LevelClock, structure: Structure, now_ms: int, there: LevelClock) -> LevelClock:
    """The clock `there`, with what the hand may still take by the clock that it follows."""
    hand = hand_time(advance(clock, structure, now_ms), now_ms)
    return replace(there, hand=_in_entry(hand, structure, there.index))


def add_time(clock: LevelClock, structure: Structure, now_ms: int, delta_ms: int) -> LevelClock:
    """Lengthen the entry, or shorten it when `delta_ms` is negative; all of it gone means that it is over."""
    clock = advance(clock, structure, now_ms)
    left_ms = max(0, remaining_ms(clock, now_ms) + delta_ms)
    over_ms = UNSET if left_ms else _over(clock, structure, now_ms)
    return replace(_as_of(clock, structure, now_ms), left_ms=left_ms, over_ms=over_ms)


def _as_of(clock: LevelClock, structure: Structure, now_ms: int) -> LevelClock:
    """The same clock, in which nothing has run out, written as of now."""
    left_ms, over_ms = remaining_ms(clock, now_ms), _over(clock, structure, now_ms)
    since_ms, hand = now_ms if is_running(clock) else None, hand_time(clock, now_ms)
    return replace(clock, left_ms=left_ms, since_ms=since_ms, over_ms=over_ms, hand=hand)


def _ran_ms(clock: LevelClock, now_ms: int) -> int:
    """How long the clock has run since it was set."""
    ran_ms = 0 if clock.since_ms is None else max(0, now_ms - clock.since_ms)
    most_ms = most_to_run_ms(clock.hand)
    return ran_ms if most_ms is None else min(ran_ms, most_ms)


def _less(hand: HandTime | UnsetType, ran_ms: int) -> HandTime | UnsetType:
    """After the clock has run so long in its entry."""
    if not isinstance(hand, HandTime) or hand.over or hand.in_break:
        return hand
    return replace(hand, left_ms=max(0, hand.left_ms - ran_ms))


def _in_entry(hand: HandTime | UnsetType, structure: Structure, index: int) -> HandTime | UnsetType:
    """The same in another entry."""
    if not isinstance(hand, HandTime):
        return hand
    return replace(hand, in_break=isinstance(structure.entries[index], Break))


def _over(clock: LevelClock, structure: Structure, now_ms: int) -> int | UnsetType:
    """Left out where there is none, so that records are written as they always were."""
    return overtime_ms(clock, structure, now_ms) or UNSET
