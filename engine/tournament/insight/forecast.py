"""When the bubble, the end and each break will be, and which tables will break: ranges, never a single figure.

The model has two parts, both said here because nothing better is published.

*How many are left.* A tournament is over when the big blinds in play are few: twenty among all players, two or three of
whom are left, is what structures are made for (`kiosk.structures.make`; clubs' own rule of thumb says ten to forty).
Between now and then the number of players falls as the big blinds in play do: straight, if both are drawn as
logarithms. So with `n` players and `m` big blinds in play now, `k` are left at `end * (m / end) ** (log k / log n)` big
blinds. The blinds rise steadily within a level to those of the next, and beyond the last level as they did at its end.

*How sure that is.* `end` is 40 for the low estimate and 10 for the high one; and as players go out one by one and by
chance, the time until `k` more are out is taken to vary as a sum of `k` waiting times does (a gamma distribution, by
Wilson and Hilferty's approximation, 1931), of which the middle 80 % are given.

Times are ms from now, as if a stopped clock were started now. Nothing is forecast where levels go by play.
"""

from collections.abc import Iterator, Sequence
from math import log, sqrt
from typing import NamedTuple

import msgspec

from engine.tournament.levels.level_clock import LevelClock, advance, remaining_ms
from engine.tournament.levels.structure import Break, Level, Structure, advances_by, duration_ms

SOON_END, END, LATE_END = 40, 20, 10
"""Big blinds among all players when one has won."""
TENTH = 1.2816
"""The tenth part of a normal distribution lies beyond so many deviations."""
LEAST_DEPTH = 1.5
"""So much must the big blinds in play fall yet, however few they are."""
LEAST_RISE = 1.1
"""Of the blinds from level to level, beyond a structure whose last levels are alike."""
BREAKING_SOON_MS = 20 * 60_000


class Span(msgspec.Struct, frozen=True):
    """From now: with 80 % between `low_ms` and `high_ms`."""

    low_ms: int
    mid_ms: int
    high_ms: int


class ComingEntry(msgspec.Struct, frozen=True):
    """Entry `index` of the structure begins so long from now; `is_break` or a level."""

    index: int
    in_ms: int
    is_break: bool


class BreakingTable(msgspec.Struct, frozen=True):
    """The table will break once so few `players` are left."""

    table: int
    players: int
    when: Span


class At(NamedTuple):
    """From where is forecast: the structure and the clock at `now_ms` of its own time."""

    structure: Structure
    clock: LevelClock
    now_ms: int


class Field(NamedTuple):
    """Who plays on: so many players, with so many chips together."""

    players: int
    chips: int


def coming(at: At) -> list[ComingEntry]:
    """The entries after the one that is on; none where levels go by play."""
    structure, clock, now_ms = at
    if advances_by(structure) != "minutes":
        return []
    clock = advance(clock, structure, now_ms)
    found, in_ms = [], remaining_ms(clock, now_ms)
    for index in range(clock.index + 1, len(structure.entries)):
        found.append(ComingEntry(index, in_ms, isinstance(structure.entries[index], Break)))
        in_ms += duration_ms(structure, index)
    return found


def until_left(at: At, field: Field, players: int) -> Span | None:
    """Until so many `players` are left; None where that is so already, or nothing can be forecast."""
    if advances_by(at.structure) != "minutes" or not 1 <= players < field.players or field.chips <= 0:
        return None
    path = list(_path(at))
    low, mid, high = (_reach(path, field, players, end) for end in (SOON_END, END, LATE_END))
    quick, slow = _chance(field.players - players)
    return Span(round(low * quick), round(mid), round(high * slow))


def breaking(at: At, field: Field, order: Sequence[tuple[int, int]]) -> list[BreakingTable]:
    """The tables that may break in the next 20 minutes, in their `order`, with the number of seats of each: once the
    others have seats enough."""
    found = []
    for number, (table, _) in enumerate(order[:-1], 1):
        fits = sum(seats for _, seats in order[number:])
        when = until_left(at, field, fits) if fits < field.players else Span(0, 0, 0)
        if when is None or when.low_ms > BREAKING_SOON_MS:
            break
        found.append(BreakingTable(table, fits, when))
    return found


class _Leg(NamedTuple):
    """So long the logarithm of the big blind takes from `first` to `last`."""

    lasts_ms: int
    first: float
    last: float


def _path(at: At) -> Iterator[_Leg]:
    """The big blind from now to the end of the structure, and one more level, which is repeated without end."""
    structure, clock, now_ms = at
    clock = advance(clock, structure, now_ms)
    bigs = [log(entry.big) for entry in structure.entries if isinstance(entry, Level)]
    steps = [*bigs[1:], bigs[-1] + max(log(LEAST_RISE), bigs[-1] - bigs[-2] if len(bigs) > 1 else 0.0)]
    number, lasts = -1, 0
    for index, entry in enumerate(structure.entries):
        number += isinstance(entry, Level)
        lasts = duration_ms(structure, index)
        if index < clock.index:
            continue
        first, last = (bigs[number], steps[number]) if isinstance(entry, Level) else (steps[number], steps[number])
        left_ms = remaining_ms(clock, now_ms) if index == clock.index else lasts
        done = 1 - min(1.0, left_ms / lasts) if lasts else 0.0
        yield _Leg(left_ms, first + done * (last - first), last)
    yield _Leg(lasts, steps[-1], 2 * steps[-1] - bigs[-1])


def _reach(path: Sequence[_Leg], field: Field, players: int, end: int) -> float:
    """How long until the blinds are as high as so many players need."""
    start = log(field.chips) - path[0].first
    end_at = min(log(end), start - log(LEAST_DEPTH))
    wanted = log(field.chips) - (end_at + (start - end_at) * log(players) / log(field.players))
    took = 0.0
    for leg in path[:-1]:
        if leg.last >= wanted:
            return took + _part(leg, wanted)
        took += leg.lasts_ms
    beyond = path[-1]
    return took + (wanted - beyond.first) / (beyond.last - beyond.first) * beyond.lasts_ms


def _part(leg: _Leg, wanted: float) -> float:
    return leg.lasts_ms * (wanted - leg.first) / (leg.last - leg.first) if leg.last > leg.first else 0.0


def _chance(outs: int) -> tuple[float, float]:
    """The tenth and the ninetieth part of the time until so many are out, over its mean."""
    low, high = (max(0.0, 1 - 1 / (9 * outs) + z / (3 * sqrt(outs))) ** 3 for z in (-TENTH, TENTH))
    return min(low, 1.0), max(high, 1.0)
