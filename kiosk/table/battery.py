"""The battery of a table's machine, where it has one: how full it is, and when the dealer is to be told."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from engine.message import Message, message

SUPPLIES = Path("/sys/class/power_supply")
EVERY_MS = 30_000
"""How often it is looked at: some machines take a moment to answer."""
WARN_AT = (20, 10, 5)
"""Percent: a tablet that shows a table plays on for about half an hour with the first."""


class Battery(NamedTuple):
    """Of all batteries together."""

    percent: int
    drains: bool


def read_battery(supplies: Path = SUPPLIES) -> Battery | None:
    """What this machine says of its battery; None without one. The battery of a mouse is nobody's who plays."""
    found: list[Battery] = []
    for one in sorted(supplies.glob("*")):
        if _word(one / "type") != "Battery" or _word(one / "scope") == "Device":
            continue
        percent = _word(one / "capacity")
        if percent.isdecimal():
            found.append(Battery(min(100, int(percent)), _word(one / "status") == "Discharging"))
    if not found:
        return None
    return Battery(sum(one.percent for one in found) // len(found), any(one.drains for one in found))


class BatteryWatch:
    """Looks now and then, and says each warning once: again only after it was charged."""

    def __init__(self, read: Callable[[], Battery | None], now_ms: Callable[[], int]) -> None:
        self._read = read
        self._now_ms = now_ms
        self._looked_ms: int | None = None
        self._said = 100
        """The last of `WARN_AT` that was warned of."""
        self.low: int | None = None
        """Percent, while it drains and is low."""

    def look(self) -> bool:
        """Whether it was time to look again, and it is or was low."""
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
        """What the dealer is to be told now."""
        at = min((one for one in WARN_AT if self.low is not None and self.low <= one), default=100)
        if self.low is None or at >= self._said:
            return None
        self._said = at
        return message("battery-low-here", percent=self.low)


def _word(path: Path) -> str:
    try:
        return path.read_text("ascii").strip()
    except (OSError, ValueError):
        return ""
