"""Random evenings by seed, to compare forecasts with what happened later.

There are no cards: at each table two players meet in each hand, for a pot whose size has a long tail. Everybody pays
the blinds, and one player of the table takes them.
The tail makes half of the tournaments end with more than about 20 big blinds in play among all, and half with fewer,
which is the rule of thumb behind the forecast. So the tests check how wide its ranges are, with entries open and
closed, and not that rule.
"""

from collections.abc import Iterator
from math import exp
from random import Random
from typing import NamedTuple

from engine.tournament.insight.forecast import At, Field
from engine.tournament.insight.growth import Joining
from engine.tournament.levels import level_clock
from engine.tournament.levels.level_clock import LevelClock, first_clock
from engine.tournament.levels.structure import Break, Structure, blinds, level_number
from kiosk.structures.make import StructureRequest, make_structure

MINUTE = 60_000
HAND_MS = 130_000
TABLE = 9
SMALLEST_POT = 2.0
"""Big blinds that each of two players puts in at least, in an evening of the usual style."""
STYLES = 0.5
"""How much evenings differ in that: the deviation of its logarithm."""
LATE_LEVELS = 4
PAID = 0.12


class EveningSample(NamedTuple):
    """The visible state at a moment of an evening, and the outcome: milliseconds until this many players were left."""

    at: At
    field: Field
    joining: Joining
    paid: int
    end_ms: int
    bubble_ms: int | None


class _Moment(NamedTuple):
    now_ms: int
    clock: LevelClock
    players: int
    chips: int
    entries: int
    late: int


def looks(seed: int) -> Iterator[EveningSample]:
    """An evening at some of its moments."""
    dice = Random(seed)
    players, hours = dice.randint(10, 120), dice.choice((3, 4, 5, 6))
    structure = make_structure(StructureRequest("evening", players, hours, (25, 100, 500, 1000, 5000)))
    style = SMALLEST_POT * exp(dice.gauss(0, STYLES))
    moments, entries = _evening(structure, round(players / dice.uniform(1, 1.5)), style, dice)
    paid = max(1, round(PAID * entries))
    end_ms = moments[-1].now_ms
    bubble_ms = next(one.now_ms for one in reversed(moments) if one.players > paid) + HAND_MS
    close_ms = next((one.now_ms for one in moments if level_number(structure, one.clock.index) > LATE_LEVELS), end_ms)
    for one in dice.sample(moments[5:-1], min(4, len(moments) - 6)):
        if one.players > 2:
            left_ms = max(0, close_ms - one.now_ms)
            joining = Joining(one.late, 0, one.now_ms, left_ms, structure.starting_stack, 0, one.entries)
            bubble = bubble_ms - one.now_ms if one.players > paid and bubble_ms > one.now_ms else None
            at = At(structure, one.clock, one.now_ms)
            yield EveningSample(at, Field(one.players, one.chips), joining, paid, end_ms - one.now_ms, bubble)


def _evening(structure: Structure, first: int, style: float, dice: Random) -> tuple[list[_Moment], int]:
    """Every hand from the players at the start, and the number of entries in the end."""
    stacks = [structure.starting_stack] * first
    late_each = dice.uniform(0, 0.4) * first / 35  # per hand
    again = dice.uniform(0, 0.4)
    clock, now_ms, late = level_clock.start(first_clock(structure), structure, 0), 0, 0
    moments: list[_Moment] = []
    while len(stacks) > 1:
        clock = level_clock.advance(clock, structure, now_ms)
        moments.append(_Moment(now_ms, clock, len(stacks), sum(stacks), first + late, late))
        now_ms += HAND_MS
        if isinstance(structure.entries[clock.index], Break):
            continue
        before = len(stacks)
        stacks = _hand(stacks, blinds(structure, clock.index).big, style, dice)
        if level_number(structure, clock.index) <= LATE_LEVELS:
            came = _poisson(late_each, dice) + sum(dice.random() < again for _ in range(before - len(stacks)))
            stacks += [structure.starting_stack] * came
            late += came
    moments.append(_Moment(now_ms, clock, 1, sum(stacks), first + late, late))
    return moments, first + late


def _hand(stacks: list[int], big: int, style: float, dice: Random) -> list[int]:
    """The stacks after a hand at every table."""
    dice.shuffle(stacks)
    tables = -(-len(stacks) // TABLE)
    for table in range(tables):
        seats = range(table, len(stacks), tables)
        if len(seats) < 2:
            continue
        dead = 0
        for seat in seats:
            pays = min(stacks[seat], 2 * big // len(seats))
            stacks[seat] -= pays
            dead += pays
        one, other = dice.sample(seats, 2)
        size = round(style * big / max(1e-6, 1 - dice.random()))
        stake = min(size, stacks[one], stacks[other])
        stacks[one] += stake + dead
        stacks[other] -= stake
    return [stack for stack in stacks if stack > 0]


def _poisson(mean: float, dice: Random) -> int:
    """The number of arrivals from many people, each with a small chance."""
    return sum(dice.random() < mean / 50 for _ in range(50))
