"""The figures that a monitoring system reads about the clock's service."""

from typing import NamedTuple


class Counts(NamedTuple):
    """The current figures."""

    healthy: bool
    linked: int
    """The number of connected kiosks."""
    away: int
    """The number of tables in play whose kiosk is not connected."""
    rejected: int
    """The number of rejected kiosks."""
    directors: int
    """The number of director's pages that are open."""
    displays: int
    streams: int
    taken: int
    """The number of table records written since the start."""
    waiting: int
    """The number of table records waiting to be written."""
    unaudited: int
    """The number of table records that are written and waiting to be audited."""
    snapshot_s: float | None
    """The seconds since a snapshot of any table was written; None before the first."""
