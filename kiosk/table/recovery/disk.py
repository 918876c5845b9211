"""A table's disk: how much room it has, the reserve for the hand in progress, and the warnings to the dealer."""

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
MIB = 1024 * 1024
WARN_AT = (LOW_BYTES, LOW_BYTES // 4)


class TableDisk:
    """Checks the disk periodically, gives each warning once, and releases the reserve when the disk is full."""

    def __init__(self, journal: Path, services: Services) -> None:
        self._folder = journal.parent
        self._free = services.free_bytes
        self._now_ms = services.monotonic_ms
        self._reserve = Reserve(journal, services.reserve_bytes) if services.reserve_bytes else None
        self._looked_ms: int | None = None
        self._left: int | None = None
        self._said: int | None = None
        self._is_news = False
        self.is_full = False
        """Whether hands may not start because the reserve is used up."""
        self._failed: Message | None = None

    @property
    def state(self) -> DiskState:
        if self._failed:
            return "failed"
        if self.is_full:
            return "full"
        return "" if self._left is None else "low"

    @property
    def shown(self) -> Disk | None:
        return Disk(self.state or "low", self._failed) if self.state else None

    def hold(self) -> bool:
        """Reserve disk space, so that hands may start. Returns whether there is room for the reserve."""
        try:
            if self._reserve:
                self._reserve.hold()
        except NoRoom as full:
            log.error("there is no room for the reserved space: %s", full)
            self.is_full = True
            return False
        except Fault as fault:  # the journal reports its own failures
            log.info("no space is reserved: %s", fault)
        return True

    def make_room(self) -> bool:
        """Called when the journal finds the disk full. Returns whether releasing the reserve made room."""
        if self._reserve is None or not self._reserve.give_up():
            return False
        log.error("the disk is full: the hand continues in the reserved space")
        self.is_full = self._is_news = True
        return True

    def fail(self, why: Message) -> None:
        self._failed = why

    def look(self) -> bool:
        """Check the disk if a check is due. Returns whether the director has to be notified."""
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
        if self._is_news:
            self._is_news = False
            return message("disk-full-here")
        at = min((one for one in WARN_AT if self._left is not None and self._left < one), default=None)
        if at is None or self._left is None or self.is_full or (self._said is not None and at >= self._said):
            return None
        self._said = at
        return message("disk-low-here", free=self._left // MIB)
