"""One run of a plan, and its result."""

import asyncio
import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch
from warnings import catch_warnings, simplefilter

import msgspec

from tests.lab.faults.disks import close_files
from tests.lab.faults.machines import FaultLoop, NeverEnds
from tests.lab.faults.plan import FaultPlan
from tests.lab.faults.room import FaultRoom
from tests.lab.faults.trace import Trace
from tests.lab.faults.world import World

THREAD_S = 0.02
OBJECTS_BEFORE_GARBAGE = 20_000
"""Python would look for garbage after every 700 objects. Collecting the remains of dead programs is not worth that."""


class FaultRun(msgspec.Struct, frozen=True):
    """A run's result: the promises it broke, the hash of all events, and the totals."""

    broken: tuple[str, ...]
    digest: str
    hands: int
    records: int
    steps: int
    deaths: int
    moments: int


def run_plan(plan: FaultPlan, folder: Path, trace: Trace | None = None) -> FaultRun:
    """Play the plan in this empty folder. Nothing else in the process may use a disk or the loop in the meantime."""
    dice = Random(f"threads {plan.seed}")
    loop = FaultLoop(lambda: dice.uniform(0, THREAD_S))
    with _silence(), _frozen():
        try:
            return _run(FaultRoom(plan, folder, loop, trace or Trace()), loop)
        finally:
            asyncio.set_event_loop(None)
            loop.close()
            gc.collect()


@contextmanager
def _frozen() -> Iterator[None]:
    """Keep the garbage collector from searching existing objects again and again for the remains of dead programs."""
    before = gc.get_threshold()
    gc.set_threshold(OBJECTS_BEFORE_GARBAGE, *before[1:])
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()
        gc.set_threshold(*before)


@contextmanager
def _silence() -> Iterator[None]:
    """Suppress warnings about work that dead programs left unfinished."""
    with catch_warnings(), patch.object(sys, "unraisablehook", lambda _: None):
        simplefilter("ignore")
        yield


def _run(room: FaultRoom, loop: FaultLoop) -> FaultRun:
    with room.between():
        try:
            asyncio.set_event_loop(loop)
            loop.set_exception_handler(lambda _, context: _uncaught(room, context))
            world = World(room)
            try:
                loop.run_until_complete(world.play())
            except NeverEnds as endless:
                room.broken(str(endless))
            return _sum(world, room)
        finally:
            _bury(room)


def _uncaught(room: FaultRoom, context: dict[str, Any]) -> None:
    error = context.get("exception")
    if isinstance(error, Exception):
        room.broken(f"nobody caught {type(error).__name__}: {error}")


def _sum(world: World, room: FaultRoom) -> FaultRun:
    violations = tuple(room.violations)
    room.trace.say(room.loop.time(), *room.oracles.heads())
    return FaultRun(
        violations,
        room.trace.digest,
        room.oracles.hands(),
        room.oracles.records(),
        room.loop.steps,
        world.power.deaths,
        sum(machine.disk.moments for machine in room.machines.values()),
    )


def _bury(room: FaultRoom) -> None:
    """Make sure that nothing left of the run holds a file or prints anything."""
    for machine in room.machines.values():
        if machine.run:
            machine.run.die()
    for task in asyncio.all_tasks(room.loop):
        task._log_destroy_pending = False  # type: ignore[attr-defined]  # its machine is dead
        with suppress(BaseException):
            task.get_coro().close()
    room.close()
    gc.collect()  # the remains of programs that died as they started
    close_files(room.folder)
