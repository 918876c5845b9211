"""The clock that steps through a structure. `now_ms` is the clock service's monotonic time, passed in."""

import msgspec
from msgspec.structs import replace

from engine.refused import Refused
from engine.tournament.levels.structure import Break, Level, Structure, duration_ms


class PlayOffset(msgspec.Struct, frozen=True, gc=False):
    """How many hands or orbits a table's levels are ahead of the play at the table, if levels advance by play. The
    number is negative if they are behind."""

    table: int
    by: int


class HandTime(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """During hand for hand, the hand may take `left_ms` more off its level, and nothing more once it is `over`. A break
    is never held up, and hand time is not used during a break (`in_break`)."""

    left_ms: int
    over: bool = False
    in_break: bool = False


class LevelClock(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """The position in a structure: entry `index` had `left_ms` left at `since_ms`, or has that much left on a stopped
    clock if `since_ms` is None.

    Once the last level has run out, `over_ms` is how far past its end the clock had run at that time. If levels advance
    by play, tables begin in entry `index`, except for those that have been shifted by an order from the director. With
    a `hand`, the clock runs no longer than the hand allows, and then holds without being paused; `hand` also gives its
    values at `since_ms`.
    """

    index: int
    left_ms: int
    since_ms: int | None = None
    over_ms: int = 0
    shifts: tuple[PlayOffset, ...] = ()
    hand: HandTime | None = None


# Reading the clock


def remaining_ms(clock: LevelClock, now_ms: int) -> int:
    """The time left in the clock's entry. It is never below 0, and never more than when the clock was last set."""
    return max(0, clock.left_ms - _ran_ms(clock, now_ms))


def overtime_ms(clock: LevelClock, structure: Structure, now_ms: int) -> int:
    """How far the last level has run over its time; 0 before that level ends, or if levels advance by play."""
    if not is_last(clock, structure) or duration_ms(structure, clock.index) == 0:
        return 0
    return clock.over_ms + max(0, _ran_ms(clock, now_ms) - clock.left_ms)


def is_running(clock: LevelClock) -> bool:
    """Whether the clock is running, or is held only because a hand has used up its time."""
    return clock.since_ms is not None


def is_held(clock: LevelClock, now_ms: int) -> bool:
    """Whether a clock that is not paused is held because the hand being played hand for hand has used up its time."""
    most_ms = most_to_run_ms(clock.hand)
    return clock.since_ms is not None and most_ms is not None and now_ms - clock.since_ms >= most_ms


def most_to_run_ms(hand: HandTime | None) -> int | None:
    """How long a clock runs before a hand holds it; None if it is not going to be held."""
    if hand is None or hand.in_break:
        return None
    return 0 if hand.over else hand.left_ms


def hand_time(clock: LevelClock, now_ms: int) -> HandTime | None:
    """The time that the hand may still take off the level."""
    return _less(clock.hand, _ran_ms(clock, now_ms))


def is_last(clock: LevelClock, structure: Structure) -> bool:
    """Whether the clock is in the last level, which continues without a change of blinds."""
    return clock.index == len(structure.entries) - 1


def due(clock: LevelClock, structure: Structure, now_ms: int) -> bool:
    """Whether the entry has run out, so that `advance` would move on to the next one."""
    ends_ms = ends_at_ms(clock, structure)
    return ends_ms is not None and now_ms >= ends_ms


def ends_at_ms(clock: LevelClock, structure: Structure) -> int | None:
    """The time when the entry gives way to the next, so that a caller can set an alarm. None while the clock is
    stopped, if the hand has less time than the level, in the last level, and in a level that advances by play."""
    if clock.since_ms is None or is_last(clock, structure) or duration_ms(structure, clock.index) == 0:
        return None
    most_ms = most_to_run_ms(clock.hand)
    return clock.since_ms + clock.left_ms if most_ms is None or clock.left_ms <= most_ms else None


# Setting the clock. Each function first advances the clock to `now_ms`, so that an order never acts on a level that is
# over.


def first_clock(structure: Structure, level: int = 1) -> LevelClock:
    """The stopped clock before the event, with all of this level left. If there are fewer levels, it is in the last
    one."""
    levels = [index for index, entry in enumerate(structure.entries) if isinstance(entry, Level)]
    index = levels[min(level, len(levels)) - 1]
    return LevelClock(index, duration_ms(structure, index))


def advance(clock: LevelClock, structure: Structure, now_ms: int) -> LevelClock:
    """The clock after moving past every entry that has run out. Each entry begins exactly when the previous one
    ended."""
    while (ends_ms := ends_at_ms(clock, structure)) is not None and now_ms >= ends_ms:
        hand = _in_entry(_less(clock.hand, clock.left_ms), structure, clock.index + 1)
        clock = LevelClock(clock.index + 1, duration_ms(structure, clock.index + 1), ends_ms, hand=hand)
    return clock


def start(clock: LevelClock, structure: Structure, now_ms: int) -> LevelClock:
    """Start the clock. A clock that is already running does not change."""
    if is_running(clock):
        return advance(clock, structure, now_ms)
    return replace(clock, since_ms=now_ms)


def pause(clock: LevelClock, structure: Structure, now_ms: int) -> LevelClock:
    """Stop the clock with exactly the time that is left. A clock that is already stopped does not change."""
    return replace(_as_of(advance(clock, structure, now_ms), structure, now_ms), since_ms=None)


def set_hand(clock: LevelClock, structure: Structure, now_ms: int, hand: HandTime | None) -> LevelClock:
    """Let the hand take this much time off the level from now on. If it is None, the clock keeps running."""
    clock = _as_of(advance(clock, structure, now_ms), structure, now_ms)
    return replace(clock, hand=_in_entry(hand, structure, clock.index))


def go_to(clock: LevelClock, structure: Structure, now_ms: int, index: int) -> LevelClock:
    """The clock at entry `index` (from 0), with its full time. A running clock keeps running. Raises `Refused` if there
    is no such entry."""
    if index < 0:
        raise Refused("first-level")
    if index >= len(structure.entries):
        raise Refused("last-level")
    since_ms = now_ms if is_running(clock) else None
    return in_entry(clock, structure, now_ms, LevelClock(index, duration_ms(structure, index), since_ms))


def in_entry(clock: LevelClock, structure: Structure, now_ms: int, there: LevelClock) -> LevelClock:
    """The clock `there`, but with the hand time that is left on the given `clock`."""
    hand = hand_time(advance(clock, structure, now_ms), now_ms)
    return replace(there, hand=_in_entry(hand, structure, there.index))


def add_time(clock: LevelClock, structure: Structure, now_ms: int, delta_ms: int) -> LevelClock:
    """Lengthen the entry, or shorten it if `delta_ms` is negative. Taking away all of its time ends the entry."""
    clock = advance(clock, structure, now_ms)
    left_ms = max(0, remaining_ms(clock, now_ms) + delta_ms)
    over_ms = 0 if left_ms else overtime_ms(clock, structure, now_ms)
    return replace(_as_of(clock, structure, now_ms), left_ms=left_ms, over_ms=over_ms)


def _as_of(clock: LevelClock, structure: Structure, now_ms: int) -> LevelClock:
    """The same clock, restated as of now. No entry may have run out in the meantime."""
    left_ms, over_ms = remaining_ms(clock, now_ms), overtime_ms(clock, structure, now_ms)
    since_ms, hand = now_ms if is_running(clock) else None, hand_time(clock, now_ms)
    return replace(clock, left_ms=left_ms, since_ms=since_ms, over_ms=over_ms, hand=hand)


def _ran_ms(clock: LevelClock, now_ms: int) -> int:
    ran_ms = 0 if clock.since_ms is None else max(0, now_ms - clock.since_ms)
    most_ms = most_to_run_ms(clock.hand)
    return ran_ms if most_ms is None else min(ran_ms, most_ms)


def _less(hand: HandTime | None, ran_ms: int) -> HandTime | None:
    """The hand time after the clock has run this long in its entry."""
    if hand is None or hand.over or hand.in_break:
        return hand
    return replace(hand, left_ms=max(0, hand.left_ms - ran_ms))


def _in_entry(hand: HandTime | None, structure: Structure, index: int) -> HandTime | None:
    if hand is None:
        return None
    return replace(hand, in_break=isinstance(structure.entries[index], Break))
