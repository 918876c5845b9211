"""What a monitoring system is told of the clock's service."""

from typing import NamedTuple


class Counts(NamedTuple):
    """As of now."""

    healthy: bool
    linked: int
    """Kiosks that are connected."""
    away: int
    """Tables that play, and whose kiosk is not."""
    rejected: int
    """Kiosks that may not connect."""
    directors: int
    """Pages that show everything."""
    displays: int
    streams: int
    taken: int
    """Records of tables that were written since the start."""
    waiting: int
    """Records to be written."""
    unaudited: int
    """Records that are written, and held to be audited."""
    snapshot_s: float | None
    """Seconds since a snapshot of any table was written; None before the first."""
