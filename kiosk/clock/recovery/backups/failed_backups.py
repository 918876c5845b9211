"""Automatic backups that failed at the last attempt: the director sees the failure until a backup succeeds. Knows
nothing about sockets.
"""

from collections.abc import Callable
from typing import Literal, NamedTuple

from engine.message import Message, message
from kiosk.clock.tables.view import FailedBackup
from kiosk.faults import Fault
from ui.words import Words

Where = Literal["disk", "tables"]
"""Where a backup failed: on the disk given in the settings, or at the tables."""
WHAT_TO_DO: dict[Where, Message] = {
    "disk": message("fix-backup-disk"), "tables": message("fix-backup-tables"),
}  # fmt: skip


class _Failed(NamedTuple):
    why: Message
    since_ms: int


class FailedBackups:
    """The failures. Belongs to the event loop's thread."""

    def __init__(self, now_ms: Callable[[], int], changed: Callable[[], object]) -> None:
        """`changed` is called when the director has to be notified of a change."""
        self._now_ms = now_ms
        self._changed = changed
        self._failed: dict[Where, _Failed] = {}

    def report(self, where: Where, fault: Fault | None) -> None:
        """A backup succeeded (`fault` is None) or failed."""
        before = self._failed.pop(where, None)
        if fault:
            self._failed[where] = _Failed(fault.message, before.since_ms if before else self._now_ms())
        if before != self._failed.get(where):
            self._changed()

    def said(self, words: Words) -> tuple[FailedBackup, ...]:
        """The current failures, in words."""
        return tuple(
            FailedBackup(where, words.fault(one.why).what, words.say(WHAT_TO_DO[where]), one.since_ms)
            for where, one in self._failed.items()
        )
