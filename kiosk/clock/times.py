"""The machine's clocks, as the service uses them."""

from collections.abc import Callable
from dataclasses import dataclass

from kiosk.boot import boot_id
from kiosk.times import since_boot_ms, wall_ms


@dataclass(frozen=True, slots=True)
class Times:
    """`mono_ms` never jumps and counts while the machine sleeps, as the displays do; it goes on over a restart of the
    service for as long as `boot` is the same, where that is known. `wall_ms` is for people."""

    mono_ms: Callable[[], int]
    wall_ms: Callable[[], int]
    boot: str


def machine_times() -> Times:
    """This machine's."""
    return Times(since_boot_ms, wall_ms, boot_id())
