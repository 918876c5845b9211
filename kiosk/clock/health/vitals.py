"""Whether the clock is making progress, and how long its work takes. Belongs to the event loop. Ages are in the loop's
time, which pauses while the machine sleeps."""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from prometheus_client import Histogram

from engine.message import Message
from kiosk.faults import Fault
from kiosk.storage.files import Identity, identity_at
from ui.words import Words

STILL_S = 30.0
"""A clock that has recorded nothing for this many seconds is unhealthy, even if it still answers."""
BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
log = logging.getLogger(__name__)


class Vitals:
    def __init__(self, database: Path) -> None:
        self.database = database
        # There is no global registry, because a process may run several clocks, one after another.
        self.commits = Histogram(
            "kiosk_commit_duration_seconds", "Writing a commit of records to the disk", buckets=BUCKETS, registry=None
        )
        self.orders = Histogram(
            "kiosk_order_duration_seconds",
            "Carrying out an order of the director, refusals too",
            buckets=BUCKETS,
            registry=None,
        )
        self._file: Identity | None = None
        self._is_gone = False
        self._beat_s: float | None = None
        self._backup_s: float | None = None

    def beats(self) -> bool:
        """Note that the service has just recorded that it is alive. Returns whether its database has disappeared or
        reappeared since the last call."""
        self._beat_s = _now_s()
        there, before = identity_at(self.database), self._is_gone
        self._file = self._file or there
        self._is_gone = there != self._file
        return self._is_gone != before

    def backed_up(self) -> None:
        self._backup_s = _now_s()

    @property
    def beat_s(self) -> float | None:
        """Seconds since the service last recorded that it is alive, or None before it first does."""
        return since(self._beat_s)

    @property
    def backup_s(self) -> float | None:
        """Seconds since the last backup, or None before the first."""
        return since(self._backup_s)

    def trouble(self) -> Message | None:
        """A problem that raises no error: the database was deleted or replaced, the disk hangs, or the event loop was
        starved. The system lets a program keep writing to a deleted file, and those writes are lost when the program
        ends."""
        if self._is_gone:
            return Fault("database-gone", path=str(self.database)).message
        still_s = self.beat_s or 0
        return Fault("clock-stands-still", seconds=round(still_s)).message if still_s > STILL_S else None


def since(then_s: float | None) -> float | None:
    return None if then_s is None else _now_s() - then_s


def _now_s() -> float:
    return asyncio.get_running_loop().time()


@dataclass(slots=True)
class Turns:
    """How often this program has taken over the room from another clock, and how often another clock has taken it over
    while this one was running it."""

    taken_over: int = 0
    fenced: int = 0


class Counts(NamedTuple):
    """The current figures, for a monitoring system."""

    healthy: bool
    linked: int
    away: int
    rejected: int
    directors: int
    displays: int
    streams: int
    taken: int
    waiting: int
    unaudited: int
    snapshot_s: float | None
    """None before the first snapshot."""


class ServiceHealth:
    """The service's last disk fault and its vital signs, as the director sees them."""

    def __init__(self, vitals: Vitals, changed: Callable[[], None]) -> None:
        self._vitals = vitals
        self._changed = changed
        self._fault: Message | None = None

    def failing(self, fault: Fault) -> None:
        if fault.message != self._fault:
            log.error("%s", fault)
            self._fault = fault.message
            self._changed()

    @property
    def is_well(self) -> bool:
        return not self._trouble

    def said(self, words: Words) -> str:
        """The problem with the service, or an empty string while there is none."""
        return str(words.fault(fault)) if (fault := self._trouble) else ""

    @property
    def _trouble(self) -> Message | None:
        return self._fault or self._vitals.trouble()
