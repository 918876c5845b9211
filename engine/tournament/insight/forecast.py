"""Forecasts of when the bubble, the end and each break will come, and of which tables will break. A forecast is always
a range, never a single figure.

The model has two parts. Both are described here because nothing better is published.

*How many are left.* A tournament is over when few big blinds are in play. Structures are designed so that twenty are in
play when two or three players are left (`kiosk.structures.make`; the rule of thumb in clubs is ten to forty). Until
then, players go out faster the fewer big blinds the average stack has. The number of players `n` therefore falls as
`dn/dt = -c n^2 b`, where `b` is the big blind: `1/n` grows in proportion to the sum of the blinds played. `k` players
are left once `(1/k - 1/n) / (1 - 1/n)` of all big blinds that will be played until the end have been played. Within a
level the blinds rise steadily to those of the next level. Beyond the last level they rise as they did before it, but at
least by `LEAST_RISE`. In a break nobody goes out.

At a single table, orbits are faster the fewer players there are, and everyone plays more of them. There `n` falls as
`-c n b`, and `_slowness` takes the place of `1/k` in the formula.

*How certain that is.* Three sources of spread are combined as the root of the sum of their squares. The first is the
number of big blinds with which it is over, between `SOON_END` and `LATE_END`. The second is chance, because players go
out one by one. The time until `k` more are out is assumed to vary like a sum of `k` waiting times (a gamma
distribution, by Wilson and Hilferty's approximation, 1931). The third, while entries are taken, is how many more come
(`engine.tournament.insight.growth`), so the range is wider until they close. The range given covers the middle 80%;
`tests/engine/tournament/insight/test_calibration.py` checks the ranges against simulated evenings.

Times are ms from now, as if a stopped clock were started now. Nothing is forecast if levels advance by play.
"""

from collections.abc import Iterator, Sequence
from math import exp, hypot, log, sqrt
from typing import NamedTuple

import msgspec

from engine.tournament.insight.growth import NO_GROWTH, TENTH, Growth, More
from engine.tournament.levels.level_clock import LevelClock, advance, remaining_ms
from engine.tournament.levels.structure import Break, Level, Structure, advances_by, duration_ms

SOON_END, END, LATE_END = 31, 20, 15
LEAST_DEPTH = 1.5
"""The minimum factor by which the number of big blinds in play must still fall, however few of them there are."""
LEAST_RISE = 1.1
"""The minimum growth of the blinds from level to level that is assumed beyond a structure's last level."""
TABLE = 9
ROUNDING = 1e-9
BREAKING_SOON_MS = 20 * 60_000


class TimeSpan(msgspec.Struct, frozen=True, gc=False):
    """A time span, measured from now. With a probability of 80%, it is between `low_ms` and `high_ms`."""

    low_ms: int
    mid_ms: int
    high_ms: int


class ComingEntry(msgspec.Struct, frozen=True, gc=False):
    """Entry `index` of the structure, which begins after this time. It is a break if `is_break` is set, and a level
    otherwise."""

    index: int
    in_ms: int
    is_break: bool


class BreakingTable(msgspec.Struct, frozen=True, gc=False):
    """A table that will break once only this many `players` are left."""

    table: int
    players: int
    when: TimeSpan


class At(NamedTuple):
    """The starting point of a forecast: the structure, and the clock at `now_ms` in the clock's own time."""

    structure: Structure
    clock: LevelClock
    now_ms: int


class Field(NamedTuple):
    """The players who are still in: how many there are, and how many chips they have in total."""

    players: int
    chips: int


def coming(at: At) -> list[ComingEntry]:
    """The entries after the current one. There are none if levels advance by play."""
    structure, clock, now_ms = at
    if advances_by(structure) != "minutes":
        return []
    clock = advance(clock, structure, now_ms)
    found, in_ms = [], remaining_ms(clock, now_ms)
    for index in range(clock.index + 1, len(structure.entries)):
        found.append(ComingEntry(index, in_ms, isinstance(structure.entries[index], Break)))
        in_ms += duration_ms(structure, index)
    return found


def until_left(at: At, field: Field, players: int, more: Growth = NO_GROWTH) -> TimeSpan | None:
    """The time until this many `players` are left. None if this few are left already, or if nothing can be forecast."""
    if advances_by(at.structure) != "minutes" or not 1 <= players < field.players or field.chips <= 0:
        return None
    path = list(_path(at))
    usual = _grown(field, more.mid)
    mid = _reach(path, usual, players, END)
    quick, slow = _chance(usual.players - players)
    sooner = (_reach(path, usual, players, SOON_END), _reach(path, _grown(field, more.low), players, END), mid * quick)
    later = (_reach(path, usual, players, LATE_END), _reach(path, _grown(field, more.high), players, END), mid * slow)
    low, high = (hypot(*[mid - each for each in ends]) for ends in (sooner, later))
    return TimeSpan(max(0, round(mid - low)), round(mid), round(mid + high))


def breaking(at: At, field: Field, order: Sequence[tuple[int, int]], more: Growth = NO_GROWTH) -> list[BreakingTable]:
    """The tables that may break in the next 20 minutes. `order` lists all tables in the break order, each with its
    number of seats. A table breaks once the tables after it have enough seats. A table that can break already is not
    forecast: if the rules call for it, breaking it is proposed."""
    found = []
    for number, (table, _) in enumerate(order[:-1], 1):
        fits = sum(seats for _, seats in order[number:])
        if fits >= field.players:
            continue
        when = until_left(at, field, fits, more)
        if when is None or when.low_ms > BREAKING_SOON_MS:
            break
        found.append(BreakingTable(table, fits, when))
    return found


def _grown(field: Field, more: More) -> Field:
    return Field(field.players + more.players, field.chips + more.chips)


class _Leg(NamedTuple):
    """A period in which the logarithm of the big blind goes from `first` to `last`. During a break, nothing is
    played."""

    lasts_ms: int
    first: float
    last: float
    plays: bool = True


def _path(at: At) -> Iterator[_Leg]:
    """The big blind in each level from now on, and in one extra level that can be repeated indefinitely."""
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
        yield _Leg(left_ms, first + done * (last - first), last, isinstance(entry, Level))
    yield _Leg(lasts, steps[-1], 2 * steps[-1] - bigs[-1])


def _reach(path: Sequence[_Leg], field: Field, players: int, end: int) -> float:
    """The time until this many players are left if there are `end` big blinds in play when a player has won."""
    start = log(field.chips) - path[0].first
    depth = min(log(end), start - log(LEAST_DEPTH))
    in_all = sum(_played(leg, log(field.chips) - depth) for leg in _legs(path, log(field.chips) - depth))
    gone = _slowness(field.players)
    wanted = in_all * (_slowness(players) - gone) / (_slowness(1) - gone)
    took = 0.0
    for leg in _legs(path, log(field.chips)):
        whole = _played(leg, leg.last)
        if leg.plays and whole >= wanted * (1 - ROUNDING):
            return took + _part(leg, wanted)
        wanted -= whole
        took += leg.lasts_ms
    return took


def _slowness(players: int) -> float:
    """How much must be played until only this many players of a very large field are left: `1 / players` if there are
    several tables."""
    return 1 / players if players >= TABLE else (1 + log(TABLE / players)) / TABLE


def _legs(path: Sequence[_Leg], until: float) -> Iterator[_Leg]:
    """The path, with its last leg repeated until the logarithm of the big blind exceeds `until`."""
    yield from path
    beyond = path[-1]
    rise = beyond.last - beyond.first
    while beyond.last < until + rise:
        beyond = beyond._replace(first=beyond.last, last=beyond.last + rise)
        yield beyond


def _played(leg: _Leg, until: float) -> float:
    """The big blinds in a leg, summed over its time until the logarithm of the big blind reaches this value."""
    if not leg.plays or until <= leg.first:
        return 0.0
    rise = leg.last - leg.first
    if rise <= 0:
        return leg.lasts_ms * exp(leg.first)
    return leg.lasts_ms * (exp(min(until, leg.last)) - exp(leg.first)) / rise


def _part(leg: _Leg, wanted: float) -> float:
    """The time until this much of a leg has been played."""
    rise, scaled = leg.last - leg.first, wanted / exp(leg.first)
    return leg.lasts_ms * log(1 + rise * scaled / leg.lasts_ms) / rise if rise > 0 and leg.lasts_ms else scaled


def _chance(outs: int) -> tuple[float, float]:
    """The tenth and ninetieth percentiles of the time until this many players are out, divided by its mean."""
    low, high = (max(0.0, 1 - 1 / (9 * outs) + z / (3 * sqrt(outs))) ** 3 for z in (-TENTH, TENTH))
    return min(low, 1.0), max(high, 1.0)
