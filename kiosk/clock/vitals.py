"""Whether the clock goes on, and how long it takes. Belongs to the event loop, by whose time ages are: one that the
machine slept through is in none."""

import asyncio
from pathlib import Path

from prometheus_client import Histogram

from engine.message import Message
from kiosk.faults import Fault
from kiosk.storage.in_place import Identity, identity_at

STILL_S = 30.0
"""A clock that has recorded nothing for so long is not well, though it answers."""
BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""In seconds."""


class Vitals:
    """One for a service."""

    def __init__(self, database: Path) -> None:
        self.database = database
        # No global registry: a process may have several clocks, one after another.
        self.commits = Histogram(
            "kiosk_commit_seconds", "Writing a commit of records to the disk", buckets=BUCKETS, registry=None
        )
        self.orders = Histogram(
            "kiosk_order_seconds", "Carrying out an order of the director, refusals too", buckets=BUCKETS, registry=None
        )
        self._file: Identity | None = None
        self._is_gone = False
        self._beat_s: float | None = None
        self._backup_s: float | None = None

    def beats(self) -> bool:
        """It has recorded that it is alive, or begins to. Whether its file is there no more, or again."""
        self._beat_s = _now_s()
        there, before = identity_at(self.database), self._is_gone
        self._file = self._file or there
        self._is_gone = there != self._file
        return self._is_gone != before

    def backed_up(self) -> None:
        """A backup was made."""
        self._backup_s = _now_s()

    @property
    def beat_s(self) -> float | None:
        """Seconds since it recorded that it is alive; None before it begins to."""
        return since(self._beat_s)

    @property
    def backup_s(self) -> float | None:
        """Seconds since the last backup; None before the first."""
        return since(self._backup_s)

    def trouble(self) -> Message | None:
        """What is wrong where nothing fails: the database was deleted or replaced under the clock, which the system
        lets write on to what nobody finds; the disk neither takes what is written nor fails; the loop had no time."""
        if self._is_gone:
            return Fault("database-gone", path=str(self.database)).message
        still_s = self.beat_s or 0
        return Fault("clock-stands-still", seconds=round(still_s)).message if still_s > STILL_S else None


def since(then_s: float | None) -> float | None:
    """Seconds since a moment of the loop's time; None for none."""
    return None if then_s is None else _now_s() - then_s


def _now_s() -> float:
    return asyncio.get_running_loop().time()
