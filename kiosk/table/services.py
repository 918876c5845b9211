"""A table's outside dependencies: time, dice, readers, and how its thread is woken."""

from collections.abc import Callable
from pathlib import Path
from random import Random

import msgspec

from hardware.readers import OpenReader
from kiosk.protocol.link.versions import own_version
from kiosk.storage.reserve import RESERVE_BYTES, free_bytes
from kiosk.table.battery import Battery, read_battery
from kiosk.times import boot_id, since_boot_ms, wall_ms


class Services(msgspec.Struct, frozen=True):
    """`monotonic_ms` also counts while the machine sleeps. `boot` identifies the start from which it counts; empty if
    unknown."""

    monotonic_ms: Callable[[], int]
    wall_ms: Callable[[], int]
    dice: Random
    wake: Callable[[], None]
    boot: str = ""
    battery: Callable[[], Battery | None] = lambda: None
    free_bytes: Callable[[Path], int | None] = lambda _: None
    """The free bytes on the disk that holds a folder; None if unknown."""
    reserve_bytes: int = 0
    """The disk space that is reserved for the hand in progress; 0 if none is reserved."""
    open_reader: OpenReader | None = None
    """Opens a card reader listed in the settings; None to open those of this machine."""
    version: Callable[[], str] = str
    """The version of this program; empty if it is not to be compared with the clock's."""


def machine_services(wake: Callable[[], None]) -> Services:
    boot = boot_id()
    # Named after how it counts: times saved by a program that did not count sleep are not compared with it.
    boot = boot and f"{boot} with sleep"
    return Services(
        since_boot_ms, wall_ms, Random(), wake, boot, read_battery, free_bytes, RESERVE_BYTES, version=own_version
    )
