"""What a table is handed by whoever starts it: time, dice, and how its owner's thread is woken."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random


@dataclass(frozen=True, slots=True)
class Services:
    """`boot` is the run of the machine by which `monotonic_ms` counts, empty where that is not known."""

    monotonic_ms: Callable[[], int]
    wall_ms: Callable[[], int]
    dice: Random
    wake: Callable[[], None]
    boot: str = ""
