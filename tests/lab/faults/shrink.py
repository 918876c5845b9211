"""Finds a small set of a plan's faults, and a short time, that still break a promise."""

from collections.abc import Callable
from typing import NamedTuple

from msgspec.structs import replace

from tests.lab.faults.plan import FaultPlan, only

LEAST_S = 30.0


class Shrunk(NamedTuple):
    """The numbers of the remaining faults, counted from 1, and how long to play."""

    numbers: tuple[int, ...]
    played_s: float


def shrunk(plan: FaultPlan, breaks: Callable[[FaultPlan], bool]) -> Shrunk:
    """Shrink a plan that breaks a promise: leave out groups of faults, then halve the time, as long as the plan still
    breaks the promise."""
    numbers = tuple(range(1, len(plan.faults) + 1))
    size = max(1, len(numbers) // 2)
    while numbers:
        parts = [numbers[at : at + size] for at in range(0, len(numbers), size)]
        for part in parts:
            fewer = tuple(number for number in numbers if number not in part)
            if breaks(only(plan, fewer)):
                numbers = fewer
        if size == 1:
            break
        size = max(1, size // 2)
    played_s, kept = plan.played_s, only(plan, numbers)
    while played_s > LEAST_S and breaks(replace(kept, played_s=played_s / 2)):
        played_s /= 2
    return Shrunk(numbers, played_s)
