"""`python -m tests.lab.faults`: play seeds with faults of every kind. Faults are removed from a seed that fails."""

import argparse
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import replace

from tests.lab.faults.plan import PLAYED_S, FaultPlan, only, plan_of, server_plan_of
from tests.lab.faults.run import FaultRun, run_plan
from tests.lab.faults.shrink import shrunk

COMMAND = "python -m tests.lab.faults"
IN_MEMORY = Path("/dev/shm")
"""A folder in memory, where a sync costs nothing. The simulation itself decides what a sync does to a disk."""


def main(given: Sequence[str] | None = None) -> int:
    """Play the seeds in order. Returns 0 if none of them broke a promise."""
    parser = argparse.ArgumentParser(prog=COMMAND, description=__doc__)
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="the first seed")
    parser.add_argument("--seeds", type=_positive, default=1, metavar="N", help="how many seeds to play")
    parser.add_argument("--only", metavar="N,N", help="play only these of the seed's faults; 0 plays none")
    parser.add_argument("--seconds", type=float, default=PLAYED_S, metavar="N", help="how long the room plays")
    parser.add_argument(
        "--clocks", type=int, choices=(0, 1, 2), default=0,
        help="play a room whose database is on a PostgreSQL server, with one clock or two; 0 plays one with a file",
    )  # fmt: skip
    args = parser.parse_args(given)
    if not 1 <= args.seconds <= PLAYED_S:
        parser.error(f"--seconds must be from 1 to {PLAYED_S:g}")
    for seed in range(args.seed, args.seed + args.seeds):
        plan = server_plan_of(seed, args.clocks) if args.clocks else plan_of(seed)
        plan = replace(plan, played_s=args.seconds)
        if args.only is not None:
            try:
                plan = only(plan, _fault_numbers(args.only, plan))
            except ValueError as error:
                parser.error(f"--only: {error}")
        run = played(plan)
        print(
            f"seed {seed}: {len(plan.faults)} faults, {run.deaths} deaths, {run.hands} hands,"
            f" {run.records:,} records, {run.digest[:16]}",
            flush=True,
        )
        if run.broken:
            _tell(plan, run)
            return 1
    return 0


def played(plan: FaultPlan) -> FaultRun:
    """Play the plan in a temporary folder."""
    where = IN_MEMORY if IN_MEMORY.is_dir() else None
    with tempfile.TemporaryDirectory(prefix="kiosk-faults-", dir=where) as folder:
        return run_plan(plan, Path(folder))


def _positive(given: str) -> int:
    number = int(given)
    if number < 1:
        raise argparse.ArgumentTypeError("must be at least 1")
    return number


def _fault_numbers(given: str, plan: FaultPlan) -> list[int]:
    """The numbers of the requested faults. Raises ValueError for a fault that the plan does not have."""
    numbers = [int(number) for number in given.split(",")]
    if unknown := [number for number in numbers if not 0 <= number <= len(plan.faults)]:
        raise ValueError(f"seed {plan.seed} has no fault {unknown[0]}")
    return [number for number in numbers if number]


def _tell(plan: FaultPlan, run: FaultRun) -> None:
    """Print what broke, and the smallest set of faults that breaks it."""
    for what in run.broken:
        print(what, file=sys.stderr)
    least = shrunk(plan, lambda fewer: bool(played(fewer).broken))
    numbers = ",".join(map(str, least.numbers)) or "0"
    on_server = f" --clocks {plan.clocks}" if plan.clocks else ""
    for number in least.numbers:
        print(f"{number}: {plan.faults[number - 1]}", file=sys.stderr)
    print(
        f"to repeat it: {COMMAND} --seed {plan.seed} --only {numbers} --seconds {least.played_s:g}{on_server}",
        file=sys.stderr,
    )
