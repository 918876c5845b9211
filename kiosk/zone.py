"""Times of day in the room's time zone, such as Europe/Berlin. Inside the program, all times are UTC milliseconds."""

import os
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from engine.bad_input import BadInput
from kiosk.faults import Fault

UTC_NAME = "UTC"
FOLDER = "zoneinfo/"
"""The folder before a zone's name in the path of its file."""
_FORM = re.compile(r"\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}(?::\d{2})?", re.ASCII)


def machine_zone(environment: Mapping[str, str] = os.environ, localtime: Path = Path("/etc/localtime")) -> str:
    """The zone of this machine; UTC if none is set by name."""
    _, _, linked = str(localtime.resolve()).partition(FOLDER)
    return next((name for name in (environment.get("TZ", "").removeprefix(":"), linked) if is_zone(name)), UTC_NAME)


def is_zone(name: str) -> bool:
    try:
        return bool(name) and bool(ZoneInfo(name))
    except (ZoneInfoNotFoundError, ValueError, OSError):  # a folder, or a file that is not a zone
        return False


def check_zone(name: str) -> None:
    if not is_zone(name):
        raise BadInput("zone-unknown", given=repr(name))


def utc_ms(said: str, zone: str) -> int:
    """The UTC ms of a time such as `2026-11-27 18:00`, in a zone or with an offset of its own. Raises `Fault` if it is
    not a time, if a clock change skips or repeats it, or if this machine does not know the zone."""
    there = _zone(zone)
    try:
        local = datetime.fromisoformat(said)
        return _ms(local) if local.tzinfo else _on_the_clocks(local, said, there)
    except (ValueError, OverflowError) as error:
        raise Fault("time-not-in-calendar" if _FORM.fullmatch(said) else "no-time", time=said) from error


def said_in(at_ms: int, zone: str) -> str:
    """A time in a zone, formatted as `2026-11-27 18:00`. Raises `Fault` if this machine does not know the zone."""
    return datetime.fromtimestamp(at_ms / 1000, _zone(zone)).strftime("%Y-%m-%d %H:%M")


def _zone(name: str) -> ZoneInfo:
    if not is_zone(name):
        raise Fault("zone-not-here", zone=name)
    return ZoneInfo(name)


def _on_the_clocks(local: datetime, said: str, zone: ZoneInfo) -> int:
    first, second = (local.replace(tzinfo=zone, fold=fold) for fold in (0, 1))
    if first.utcoffset() == second.utcoffset():
        return _ms(first)
    if first.astimezone(UTC).astimezone(zone).replace(tzinfo=None, fold=0) != local:
        raise Fault("time-left-out", time=said, zone=zone.key)
    shown = [one.isoformat(" ", "minutes") for one in (first, second)]
    raise Fault("time-twice", time=said, zone=zone.key, first=shown[0], second=shown[1])


def _ms(moment: datetime) -> int:
    return round(moment.timestamp() * 1000)
