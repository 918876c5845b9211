"""The figures that a monitoring system reads about the clock's service."""

from typing import NamedTuple


class Counts(NamedTuple):
    """The figures at this moment."""

    healthy: bool
    linked: int
    """Connected kiosks."""
    away: int
    """Tables in play whose kiosk is not connected."""
    rejected: int
    """Rejected kiosks."""
    directors: int
    """Open directors' pages."""
    displays: int
    streams: int
    taken: int
    """Table records written since the start."""
    waiting: int
    """Table records waiting to be written."""
    unaudited: int
    """Table records that are written and held for the audit."""
    snapshot_s: float | None
    """Seconds since a snapshot of any table was written; None before the first."""
