"""What a table depends on from outside: time, dice, and how its thread is woken."""

from collections.abc import Callable
from random import Random

import msgspec

from kiosk.boot import boot_id
from kiosk.table.battery import Battery, read_battery
from kiosk.times import since_boot_ms, wall_ms


class Services(msgspec.Struct, frozen=True):
    """`monotonic_ms` counts while the machine sleeps, too. `boot` identifies from what it counts; empty if unknown."""

    monotonic_ms: Callable[[], int]
    wall_ms: Callable[[], int]
    dice: Random
    wake: Callable[[], None]
    boot: str = ""
    battery: Callable[[], Battery | None] = lambda: None
    """What this machine's battery says; None where it has none."""


def machine_services(wake: Callable[[], None]) -> Services:
    """This machine's."""
    boot = boot_id()
    # Named after how it counts: what was kept by a program that did not count sleep is not compared with it.
    return Services(since_boot_ms, wall_ms, Random(), wake, boot and f"{boot} with sleep", read_battery)
