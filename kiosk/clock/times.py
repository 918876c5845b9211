"""The machine's clocks, as the service uses them."""

from collections.abc import Callable
from dataclasses import dataclass

from kiosk.times import boot_id, since_boot_ms, wall_ms


@dataclass(frozen=True, slots=True)
class Times:
    """`mono_ms` never jumps and, like the displays, keeps counting while the machine sleeps. It continues across a
    restart of the service while `boot` is the same, if that is known. `wall_ms` is for people."""

    mono_ms: Callable[[], int]
    wall_ms: Callable[[], int]
    boot: str


def machine_times() -> Times:
    return Times(since_boot_ms, wall_ms, boot_id())
