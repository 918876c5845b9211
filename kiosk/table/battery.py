"""The battery in a table's machine, if it has one: its charge, and when to warn the dealer."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from engine.message import Message, message

SUPPLIES = Path("/sys/class/power_supply")
EVERY_MS = 30_000
"""How often the battery is read. Some machines take a moment to answer."""
WARN_AT = (20, 10, 5)
"""The charges, in percent, at which to warn. After the first warning, a tablet at a table runs for about another half
hour."""


class Battery(NamedTuple):
    percent: int
    drains: bool


def read_battery(supplies: Path = SUPPLIES) -> Battery | None:
    """The state of this machine's battery; None if it has no battery. The battery of a device such as a mouse does not
    count."""
    found: list[Battery] = []
    for one in sorted(supplies.glob("*")):
        if _content_of(one / "type") != "Battery" or _content_of(one / "scope") == "Device":
            continue
        percent = _content_of(one / "capacity")
        if percent.isdecimal():
            found.append(Battery(min(100, int(percent)), _content_of(one / "status") == "Discharging"))
    if not found:
        return None
    return Battery(sum(one.percent for one in found) // len(found), any(one.drains for one in found))


class BatteryWatch:
    """Reads the battery at intervals, and gives each warning only once until the battery has been charged."""

    def __init__(self, read: Callable[[], Battery | None], now_ms: Callable[[], int]) -> None:
        self._read = read
        self._now_ms = now_ms
        self._looked_ms: int | None = None
        self._said = 100
        self.low: int | None = None
        """The charge in percent, while the battery is draining and is low."""

    def look(self) -> bool:
        """Read the battery if that is due. Returns whether it was read and the charge is low, or was low at the
        previous reading."""
        now_ms = self._now_ms()
        if self._looked_ms is not None and now_ms - self._looked_ms < EVERY_MS:
            return False
        self._looked_ms = now_ms
        before, battery = self.low, self._read()
        self.low = battery.percent if battery and battery.drains and battery.percent <= WARN_AT[0] else None
        if self.low is None:
            self._said = 100
        return (before, self.low) != (None, None)

    def warning(self) -> Message | None:
        at = min((one for one in WARN_AT if self.low is not None and self.low <= one), default=100)
        if self.low is None or at >= self._said:
            return None
        self._said = at
        return message("battery-low-here", percent=self.low)


def _content_of(path: Path) -> str:
    try:
        return path.read_text("ascii").strip()
    except (OSError, ValueError):
        return ""
