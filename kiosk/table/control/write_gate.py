"""Decides whether a table may write. It may not after its disk has failed, or while another kiosk writes for it."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from engine.actions import Action
from engine.hand.state import ChipsNotConserved
from engine.message import Message, message
from engine.refused import Refused
from engine.table.actions.hands import StartHand
from kiosk.faults import Fault
from kiosk.storage.keeper import Stale
from kiosk.table.control.line_reports import LineReports
from kiosk.table.control.screen_updates import ScreenUpdates
from kiosk.table.display import TableDisplay
from kiosk.table.recovery.disk import TableDisk

log = logging.getLogger(__name__)


class WriteGate:
    """Every change to a table's record is made inside one of the gate's contexts."""

    def __init__(self, face: TableDisplay, disk: TableDisk, reports: LineReports, updates: ScreenUpdates) -> None:
        self._face = face
        self._disk = disk
        self._reports = reports
        self._updates = updates
        self._frozen: Message | None = None
        self._only_shows: Message | None = None
        """Why this kiosk may not write for the table, until the clock lets it in again."""

    @property
    def is_frozen(self) -> bool:
        return self._frozen is not None

    @property
    def only_shows(self) -> bool:
        return self._only_shows is not None

    @property
    def stopped(self) -> Message | None:
        return self._frozen or self._only_shows

    def problem(self, action: Action) -> Message | None:
        """Why this action may not be written now; None if it may."""
        if self.stopped is None and isinstance(action, StartHand) and self._disk.is_full:
            return message("no-hand-on-a-full-disk")
        return self.stopped

    @contextmanager
    def guarded(self) -> Iterator[None]:
        """Within this context, a refusal is shown, a stale tap is ignored, and a failing disk freezes the table."""
        try:
            with self.freezing():
                yield
        except Refused as refused:
            self._face.refuse(refused.message, refused.clause)
        except Stale:
            self._updates.show()

    @contextmanager
    def freezing(self) -> Iterator[None]:
        try:
            yield
        except Fault as fault:
            self.fail(fault)
        except ChipsNotConserved as error:
            log.error("the table is frozen: %s", error)
            self._freeze(message("chips-do-not-add-up", error=error.message))

    def fail(self, fault: Fault) -> None:
        """Freeze the table until it is opened again from its disk."""
        log.error("the table is frozen: %s", fault)
        self._disk.fail(fault.message)
        self._freeze(fault.message)
        self._reports.report()
        self._updates.show()

    def only_show(self, why: Message) -> None:
        if self._only_shows is None:
            log.info("the table is read-only: %s", why)
        self._only_shows = why

    def let_in(self) -> None:
        if self._only_shows:
            log.info("the clock accepts the table again")
            self._only_shows = None

    def _freeze(self, why: Message) -> None:
        self._frozen = why
        self._face.refuse(why, "")
