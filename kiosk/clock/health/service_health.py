"""Whether the service works: the last disk fault that it encountered, and its vital signs."""

import logging
from collections.abc import Callable

from engine.message import Message
from kiosk.clock.health.vitals import Vitals
from kiosk.faults import Fault
from ui.words import Words

log = logging.getLogger(__name__)


class ServiceHealth:
    """The health of one service, as the director sees it."""

    def __init__(self, vitals: Vitals, changed: Callable[[], None]) -> None:
        """`changed` is called when the director has to be notified."""
        self._vitals = vitals
        self._changed = changed
        self._fault: Message | None = None

    def failing(self, fault: Fault) -> None:
        """The disk has failed."""
        if fault.message != self._fault:
            log.error("%s", fault)
            self._fault = fault.message
            self._changed()

    @property
    def is_well(self) -> bool:
        """Whether there is no problem."""
        return not self._trouble

    def said(self, words: Words) -> str:
        """The problem with the service, or an empty string while there is none."""
        return str(words.fault(fault)) if (fault := self._trouble) else ""

    @property
    def _trouble(self) -> Message | None:
        return self._fault or self._vitals.trouble()
