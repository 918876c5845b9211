"""The limits of each table of a host. A program that runs away leaves the machine to the other tables and the clock."""

import os
import shutil
from collections.abc import Collection, Sequence
from itertools import cycle, islice
from typing import NamedTuple


class TableLimits(NamedTuple):
    memory_mb: int = 0
    """A program that uses more memory is started again. 0 means that there is no limit."""
    cores: tuple[int, ...] = ()
    """The processor cores that the table's program and its screen may use; all of them if it is empty."""

    def prefix(self) -> tuple[str, ...]:
        """The beginning of a command whose process may use only these cores."""
        return ("taskset", "-c", ",".join(map(str, self.cores))) if self.cores else ()


NO_LIMITS = TableLimits()


def cores_by_table(tables: int, each: int, cores: Collection[int]) -> list[tuple[int, ...]]:
    """The processor cores of each table. Tables get `each` of the machine's `cores` in turn, or half of them if `each`
    is 0. Empty for every table if one may use them all."""
    each = each or max(1, len(cores) // 2)
    if each >= len(cores):
        return [()] * tables
    turn = cycle(sorted(cores))
    return [tuple(sorted(islice(turn, each))) for _ in range(tables)]


def own_cores() -> Sequence[int]:
    """The processor cores that this process may give its tables; none if a program cannot be kept to a core here."""
    cores = os.sched_getaffinity(0)
    try:
        os.sched_setaffinity(0, cores)
    except PermissionError:
        return ()
    return sorted(cores) if shutil.which("taskset") else ()
