"""Plans the faults of a run from its seed. Can keep only some of them, to find which ones break a promise. Pure."""

from collections.abc import Iterable
from random import Random
from typing import Literal, get_args

import msgspec

FaultKind = Literal[
    "cut", "lose", "mangle", "kill", "tear", "full", "fail", "wall", "night", "stale",
    "twin", "lie", "redraw", "forget", "burn", "guess", "unplug", "misread", "refuse",
    "part", "unsure", "stop", "promote", "old", "crowd",
]  # fmt: skip
"""The kinds of faults.

`cut`: No message passes for a while.
`lose`: The connection is lost, with all messages on the way.
`mangle`: Messages are duplicated, swapped or delayed.
`kill`: A program ends between two writes.
`tear`: The power goes out in the middle of the `amount`th write.
`full`: A disk has no room for a while. A table finishes its hand from its reserve.
`fail`: A table's disk fails every write and sync for a while, sometimes after it has done what was asked.
`wall`: The wall clock is changed by `amount` ms.
`night`: Everything is switched off for `amount` hours. Faults that are due by then come after it.
`stale`: A table's disk is copied. `amount` seconds later, a kiosk with the copy takes its place. The original kiosk
comes back after a while.
`twin`: A second kiosk with a copy of a table's disk deals beside the original one. The original one is cut off for the
first `amount` seconds.
`lie`: A table's disk claims from now on to have written data that it has not. After `amount` seconds the table loses
power.
`redraw`: The director redraws all seats as soon as the rules allow it, while a table is cut off. In such a room the
final table is redrawn, too.
`forget`: The clock's disk lies, until the clock loses power `amount` seconds later.
`burn`: The clock's machine is lost with its disks. It is rebuilt from a table's backup file and the tables' records.
`guess`: A person keys PINs at a table for a while, most of them wrong.
`unplug`: A table's card reader is unplugged for a while.
`misread`: One card in `amount` goes wrong at a table's reader for a while.
`refuse`: The clock's disk fails every write and sync for a while, as in `fail`. Then the clock is restarted.

The other kinds only happen in a room whose database is on a server:

`part`: A clock does not reach the server for a while.
`unsure`: The connection to the server is lost at the end of a clock's next commit. `amount` says whether the commit
lasts.
`stop`: A clock's program stands still for a while.
`promote`: The server fails. After a while, its replica takes its place, without the last `amount` commits.
`crowd`: The server's disk has no room for new rows for a while.
`old`: As with `promote`, and then the old server is back and takes writes, too, for as long again.

If `unplug` or `misread` is planned, each table has a reader, and cards are keyed only if the screen asks for them.
"""
KINDS: tuple[FaultKind, ...] = get_args(FaultKind)
WEIGHTS = (4, 4, 2, 3, 5, 1, 1, 2, 1, 2)
"""The weights of the first kinds, which are drawn together."""
EXTRA_FAULTS: dict[FaultKind, float] = {
    "twin": 0.3, "lie": 0.3, "redraw": 0.3, "forget": 0.3, "burn": 0.3, "guess": 0.3,
    "unplug": 0.2, "misread": 0.2, "refuse": 0.2,
}  # fmt: skip
"""The other kinds, and the share of seeds that have one. Each is drawn on its own, so that a new kind does not change
the rest of a seed."""
SERVER_KINDS: tuple[FaultKind, ...] = ("part", "unsure", "stop", "promote", "old", "crowd")
ON_A_SERVER = {"cut", "lose", "mangle", "kill", "tear", "full", "fail", "wall", "night", "stale", "twin", "lie",
               "redraw", "guess", "unplug", "misread", "refuse", *SERVER_KINDS}  # fmt: skip
"""The kinds that happen in a room on a server. The server has what a clock's disk loses."""
CLOCK = 0
SECOND = -1
"""The second clock in a room on a server."""
SEATS = 6
"""The seats at a table."""
LATE = 2
"""How many players arrive after the start."""
PROMOTED = 0.4
"""The share of seeds in which a replica takes the server's place."""
CROWDED = 0.3
"""The share of seeds in which the server's disk is full for a while."""
PLAYED_S = 300.0
"""How long faults keep happening."""
BEGIN_S = 20.0


class PlannedFault(msgspec.Struct, frozen=True):
    """A fault that starts at `at_s`, at a table or the clock (0), and lasts `for_s` seconds. After that time, a dead
    machine starts again."""

    at_s: float
    kind: FaultKind
    where: int
    for_s: float
    amount: int = 0

    def __str__(self) -> str:
        who = f"table {self.where}" if self.where > CLOCK else "second clock" if self.where else "clock"
        return f"{self.at_s:.0f} s {self.kind} {who} for {self.for_s:.0f} s, {self.amount}"


class FaultPlan(msgspec.Struct, frozen=True):
    """A run's plan: its seed, its size and its faults."""

    seed: int
    tables: int
    players: int
    played_s: float
    faults: tuple[PlannedFault, ...]
    clocks: int = 0
    """The number of clocks that share a database on a server. 0 means one clock with its database in a file."""


def clocks_of(plan: FaultPlan) -> tuple[int, ...]:
    """The numbers of a plan's clocks."""
    return (CLOCK, SECOND) if plan.clocks > 1 else (CLOCK,)


def server_plan_of(seed: int, clocks: int = 2, played_s: float = PLAYED_S) -> FaultPlan:
    """The plan for a seed in a room on a server: the faults of `plan_of` that can happen there, and others."""
    dice, plan = Random(f"server plan {seed}"), plan_of(seed, played_s)
    kinds = ON_A_SERVER - ({"guess"} if clocks > 1 else set())
    faults = [one for one in plan.faults if one.kind in kinds]
    faults += [_server_fault(dice, dice.choice(SERVER_KINDS[:3]), clocks, played_s) for _ in range(dice.randint(2, 6))]
    if dice.random() < PROMOTED:
        faults.append(_server_fault(dice, dice.choice(SERVER_KINDS[3:5]), clocks, played_s))
    own = Random(f"server plan {seed} crowd")
    if own.random() < CROWDED:
        faults.append(_server_fault(own, "crowd", clocks, played_s))
    faults = [
        msgspec.structs.replace(one, where=SECOND) if one.where == CLOCK and clocks > 1 and dice.random() < 0.5 else one
        for one in faults
    ]
    return msgspec.structs.replace(plan, faults=tuple(sorted(faults, key=lambda one: one.at_s)), clocks=clocks)


def _server_fault(dice: Random, kind: FaultKind, clocks: int, played_s: float) -> PlannedFault:
    at_s = round(dice.uniform(BEGIN_S, played_s), 1)
    for_s = round(dice.choice((1, 5, 30)) * dice.uniform(0.5, 2), 1)
    amount = 0
    if kind == "unsure":
        amount = dice.randrange(3)
    elif kind in ("promote", "old") and clocks == 1:  # with two clocks, the replica confirms each commit
        amount = dice.choice((0, 0, 1, 5, 30))
    return PlannedFault(at_s, kind, CLOCK, for_s, amount)


def plan_of(seed: int, played_s: float = PLAYED_S) -> FaultPlan:
    """The plan for a seed."""
    dice = Random(f"plan {seed}")
    tables = dice.choice((2, 2, 3))
    players = dice.randint(SEATS * (tables - 1) + 1, SEATS * tables) + LATE
    faults = [_planned(dice, tables, played_s) for _ in range(dice.randint(3, 14))]
    for kind, chance in EXTRA_FAULTS.items():
        own = Random(f"plan {seed} {kind}")
        if own.random() < chance:
            faults.append(_extra_fault(own, kind, tables, played_s))
    if any(one.kind == "twin" for one in faults):
        # After a fire, a second kiosk that was put away would have the only copy of its records.
        faults = [one for one in faults if one.kind != "burn"]
    return FaultPlan(seed, tables, players, played_s, tuple(sorted(faults, key=lambda one: one.at_s)))


def _extra_fault(dice: Random, kind: FaultKind, tables: int, played_s: float) -> PlannedFault:
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
    if kind == "redraw":  # registration ends a minute after the start
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
    """The plan with only these of its faults, counted from 1."""
    return msgspec.structs.replace(plan, faults=tuple(plan.faults[number - 1] for number in sorted(set(numbers))))
