"""The disk of a table: how much room it has, the reserve for the hand in progress, and what the dealer is told."""

import logging
from pathlib import Path

from engine.message import Message, message
from kiosk.faults import Fault, NoRoom
from kiosk.protocol.messages import DiskState
from kiosk.storage.reserve import LOW_BYTES, Reserve
from kiosk.table.services import Services
from ui.dealer.model.surroundings import Disk

log = logging.getLogger(__name__)

EVERY_MS = 30_000
"""How often it is looked at."""
MIB = 1024 * 1024
WARN_AT = (LOW_BYTES, LOW_BYTES // 4)


class TableDisk:
    """Looks now and then, says each warning once, and gives the reserve up when the journal finds the disk full."""

    def __init__(self, journal: Path, services: Services) -> None:
        self._folder = journal.parent
        self._free = services.free_bytes
        self._now_ms = services.monotonic_ms
        self._reserve = Reserve(journal, services.reserve_bytes) if services.reserve_bytes else None
        self._looked_ms: int | None = None
        self._left: int | None = None
        """Bytes that are free, while they are few."""
        self._said: int | None = None
        """The last of `WARN_AT` that was warned of."""
        self._is_full = self._is_news = False
        self._failed: Message | None = None

    @property
    def is_full(self) -> bool:
        """Whether no hand may be begun, as the reserve is gone."""
        return self._is_full

    @property
    def state(self) -> DiskState:
        """For the director."""
        if self._failed:
            return "failed"
        if self._is_full:
            return "full"
        return "" if self._left is None else "low"

    @property
    def shown(self) -> Disk | None:
        """For the dealer; None while nothing is wrong."""
        return Disk(self.state or "low", self._failed) if self.state else None

    def hold(self) -> bool:
        """Keep the reserve, so that hands may be begun; whether there is room for it."""
        try:
            if self._reserve:
                self._reserve.hold()
        except NoRoom as full:
            log.error("there is no room for a reserve: %s", full)
            self._is_full = True
            return False
        except Fault as fault:  # the journal says itself what it cannot do
            log.info("no reserve is kept: %s", fault)
        return True

    def make_room(self) -> bool:
        """The journal has found the disk full: whether that gave it room."""
        if self._reserve is None or not self._reserve.give_up():
            return False
        log.error("the disk is full: the hand goes on in the reserve")
        self._is_full = self._is_news = True
        return True

    def fail(self, why: Message) -> None:
        """Nothing is written any more."""
        self._failed = why

    def look(self) -> bool:
        """Whether it was time to look again, and the director is to know."""
        now_ms = self._now_ms()
        if self._looked_ms is not None and now_ms - self._looked_ms < EVERY_MS and not self._is_news:
            return False
        self._looked_ms = now_ms
        before, free = self.state, self._free(self._folder)
        self._left = free if free is not None and free < WARN_AT[0] else None
        if self._left is None:
            self._said = None
        return self._is_news or before != self.state

    def warning(self) -> Message | None:
        """What the dealer is to be told now."""
        if self._is_news:
            self._is_news = False
            return message("disk-full-here")
        at = min((one for one in WARN_AT if self._left is not None and self._left < one), default=None)
        if at is None or self._left is None or self._is_full or (self._said is not None and at >= self._said):
            return None
        self._said = at
        return message("disk-low-here", free=self._left // MIB)
