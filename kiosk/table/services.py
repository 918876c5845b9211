"""What a table depends on from outside: time, dice, and how its thread is woken."""

from collections.abc import Callable
from random import Random

import msgspec


class Services(msgspec.Struct, frozen=True):
    """`boot` identifies the boot from which `monotonic_ms` counts; empty if unknown."""

    monotonic_ms: Callable[[], int]
    wall_ms: Callable[[], int]
    dice: Random
    wake: Callable[[], None]
    boot: str = ""
