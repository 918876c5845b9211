"""`kiosk simulate --faults`: play seeds with faults of every kind. The first seed that breaks a promise is shrunk."""

import argparse
import tempfile
from pathlib import Path
from typing import TextIO

from msgspec.structs import replace

from engine.bad_input import BadInput, check_range
from engine.message import Message, message
from kiosk.faults import Fault
from kiosk.simulate.faults.plan import PLAYED_S, FaultPlan, only, plan_of
from kiosk.simulate.faults.run import FaultRun, run_plan
from kiosk.simulate.faults.shrink import shrunk
from ui.words import Words

MOST_SEEDS = 1_000_000
IN_MEMORY = Path("/dev/shm")
"""A folder in memory, where a sync costs nothing. The simulation itself decides what a sync does to a disk."""


def play_seeds(args: argparse.Namespace, words: Words, out: TextIO, err: TextIO) -> int:
    """Play the seeds in order. Returns 0 if none of them broke a promise. Raises `Fault` for numbers out of range."""
    try:
        check_range("seeds", args.seeds, 1, MOST_SEEDS)
        plans = [_wanted(args, seed) for seed in range(args.seed, args.seed + args.seeds)]
    except BadInput as bad:
        raise Fault("not-simulated", problem=bad.message) from bad
    for plan in plans:
        run = played(plan)
        print(words.say(_said(plan, run)), file=out, flush=True)
        if run.broken:
            _tell(plan, run, words, err)
            return 1
    return 0


def played(plan: FaultPlan) -> FaultRun:
    """Play the plan in a temporary folder."""
    where = IN_MEMORY if IN_MEMORY.is_dir() else None
    with tempfile.TemporaryDirectory(prefix="kiosk-faults-", dir=where) as folder:
        return run_plan(plan, Path(folder))


def _wanted(args: argparse.Namespace, seed: int) -> FaultPlan:
    plan = plan_of(seed)
    if args.only is not None:
        numbers = [int(number) for number in args.only.split(",") if number.strip().isdecimal()]
        for number in numbers:
            check_range("only", number, 0, len(plan.faults))
        plan = only(plan, [number for number in numbers if number])
    check_range("seconds", int(args.seconds), 1, int(PLAYED_S))
    return replace(plan, played_s=args.seconds)


def _said(plan: FaultPlan, run: FaultRun) -> Message:
    return message(
        "faults-ran",
        seed=plan.seed,
        faults=len(plan.faults),
        deaths=run.deaths,
        hands=run.hands,
        records=run.records,
        hash=run.digest[:16],
    )


def _tell(plan: FaultPlan, run: FaultRun, words: Words, err: TextIO) -> None:
    """Print what broke, and the smallest set of faults that breaks it."""
    for what in run.broken:
        print(what, file=err)
    least = shrunk(plan, lambda fewer: bool(played(fewer).broken))
    numbers = ",".join(map(str, least.numbers)) or "0"
    for number in least.numbers:
        print(f"{number}: {plan.faults[number - 1]}", file=err)
    again = f"kiosk simulate --faults --seed {plan.seed} --only {numbers} --seconds {least.played_s:g}"
    print(words.say(message("faults-again", command=again)), file=err)
