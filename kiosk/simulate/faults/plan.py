"""What fails when: by the seed, or a part of that, to find which faults it takes. Pure."""

from collections.abc import Iterable
from random import Random
from typing import Literal, get_args

import msgspec

FaultKind = Literal[
    "cut", "lose", "mangle", "kill", "tear", "full", "fail", "wall", "night", "stale",
    "twin", "lie", "redraw", "forget", "burn", "guess", "unplug", "misread", "refuse",
]  # fmt: skip
"""`cut`: no message passes for a while. `lose`: the connection, with what is under way. `mangle`: messages are doubled,
exchanged and late. `kill`: a program ends between two writes. `tear`: the power goes in the midst of its `amount`th
write. `full`: a disk has no room for a while; a table ends its hand in its reserve. `fail`: a table's disk refuses
every write and sync for a while, after it has done or left what was asked. `wall`: the time of day is set by `amount`
ms. `night`: everything is switched off for `amount` hours; what was late by then comes after it. `stale`: a copy of a
table's disk is taken, `amount` seconds later a kiosk with that copy takes its place, and the true one comes back after
a while. `twin`: a second kiosk with a copy of a table's disk deals beside the true one, which is cut off for its first
`amount` seconds. `lie`: a table's disk says from now on that it has written what it has not, and after `amount` seconds
the table loses its power. `redraw`: the director has all seats drawn anew as soon as the rules allow it, while a table
is cut off; in such a room the final table is drawn, too. `forget`: the clock's disk lies, until the clock loses its
power `amount` seconds later. `burn`: the clock's machine is lost with its disks, and rebuilt from a table's file and
the tables. `guess`: somebody keys PINs at a table for a while, most of them wrong. `unplug`: a table's card reader is
gone for a while. `misread`: one card in `amount` goes wrong at a table's reader for a while; where one of these two is
planned, each table has a reader, and cards are keyed only where the screen asks for them. `refuse`: the clock's disk
refuses every write and sync for a while, as a table's does in `fail`; then the clock is started again."""
KINDS: tuple[FaultKind, ...] = get_args(FaultKind)
WEIGHTS = (4, 4, 2, 3, 5, 1, 1, 2, 1, 2)
"""Of those that are drawn together, the first ones."""
BESIDE: dict[FaultKind, float] = {
    "twin": 0.3, "lie": 0.3, "redraw": 0.3, "forget": 0.3, "burn": 0.3, "guess": 0.3,
    "unplug": 0.2, "misread": 0.2, "refuse": 0.2,
}  # fmt: skip
"""The others, and how many seeds have one: each is drawn by itself, so that one more kind leaves what a seed had."""
CLOCK = 0
SEATS = 6
"""At a table."""
LATE = 2
"""So many come after the start."""
PLAYED_S = 300.0
"""How long faults happen."""
BEGIN_S = 20.0


class PlannedFault(msgspec.Struct, frozen=True):
    """Something fails `at_s`, at a table or the clock (0), for `for_s` seconds: then a dead machine starts again."""

    at_s: float
    kind: FaultKind
    where: int
    for_s: float
    amount: int = 0

    def __str__(self) -> str:
        who = f"table {self.where}" if self.where else "clock"
        return f"{self.at_s:.0f} s {self.kind} {who} for {self.for_s:.0f} s, {self.amount}"


class FaultPlan(msgspec.Struct, frozen=True):
    """A run: its seed, its size, and the faults."""

    seed: int
    tables: int
    players: int
    played_s: float
    faults: tuple[PlannedFault, ...]


def plan_of(seed: int, played_s: float = PLAYED_S) -> FaultPlan:
    """Everything that a seed brings."""
    dice = Random(f"plan {seed}")
    tables = dice.choice((2, 2, 3))
    players = dice.randint(SEATS * (tables - 1) + 1, SEATS * tables) + LATE
    faults = [_planned(dice, tables, played_s) for _ in range(dice.randint(3, 14))]
    for kind, chance in BESIDE.items():
        own = Random(f"plan {seed} {kind}")
        if own.random() < chance:
            faults.append(_beside(own, kind, tables, played_s))
    if any(one.kind == "twin" for one in faults):
        # What a second kiosk recorded is on its own disk alone, once the clock has burnt and somebody has put it away.
        faults = [one for one in faults if one.kind != "burn"]
    return FaultPlan(seed, tables, players, played_s, tuple(sorted(faults, key=lambda one: one.at_s)))


def _beside(dice: Random, kind: FaultKind, tables: int, played_s: float) -> PlannedFault:
    at_s = round(dice.uniform(BEGIN_S, played_s * 0.8), 1)
    where, for_s = dice.randint(1, tables), round(dice.uniform(20, 120), 1)
    if kind in ("forget", "burn", "refuse"):
        where = CLOCK
    if kind == "misread":
        return PlannedFault(at_s, kind, where, for_s, dice.choice((1, 2, 4)))
    if kind in ("guess", "unplug", "refuse"):
        return PlannedFault(at_s, kind, where, for_s)
    if kind == "burn":
        return PlannedFault(at_s, kind, where, round(for_s / 3, 1))
    if kind in ("lie", "forget"):
        return PlannedFault(at_s, kind, where, round(for_s / 6, 1), dice.randint(1, 40))
    if kind == "redraw":  # registration is over a minute after the start
        return PlannedFault(round(60 + at_s / 2, 1), kind, where, round(for_s / 2, 1))
    return PlannedFault(at_s, kind, where, for_s, dice.choice((0, 5, 30, 60)))


def _planned(dice: Random, tables: int, played_s: float) -> PlannedFault:
    kind: FaultKind = dice.choices(KINDS[: len(WEIGHTS)], WEIGHTS)[0]
    where = dice.randint(CLOCK, tables)
    if kind in ("cut", "lose", "mangle", "fail", "stale") and where == CLOCK:
        where = dice.randint(1, tables)
    at_s = round(dice.uniform(BEGIN_S, played_s), 1)
    for_s = round(dice.choice((1, 5, 30, 120)) * dice.uniform(0.5, 1.5), 1)
    amount = 0
    if kind == "tear":
        amount = dice.randint(1, 40)
    elif kind == "wall":
        amount = dice.choice((1, -1)) * round(dice.choice((2e3, 6e4, 3.6e6, 8.64e7)) * dice.uniform(0.5, 1))
    elif kind == "night":
        amount = dice.randint(8, 72)
    elif kind == "stale":
        amount = dice.randint(5, 60)
    return PlannedFault(at_s, kind, where, for_s, amount)


def only(plan: FaultPlan, numbers: Iterable[int]) -> FaultPlan:
    """With these of its faults alone, counted from 1."""
    return msgspec.structs.replace(plan, faults=tuple(plan.faults[number - 1] for number in sorted(set(numbers))))
