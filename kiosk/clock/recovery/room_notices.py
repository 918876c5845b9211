"""The notices about the room on every director's page, whichever tournament the page shows."""

from msgspec.structs import replace

from kiosk.clock.access.kiosk_access import KioskAccess
from kiosk.clock.health.vitals import ServiceHealth
from kiosk.clock.recovery.clock_recovery import ClockRecovery
from kiosk.clock.recovery.divergent_histories import Choices
from kiosk.clock.recovery.table_copies import Copies
from kiosk.clock.tournaments.publishing.director_messages import Totals
from ui.words import Words


class RoomNotices:
    """The faults, and the tablets and kiosks that the director has to know of."""

    def __init__(
        self,
        health: ServiceHealth,
        kiosk_access: KioskAccess,
        clock_recovery: ClockRecovery,
        copies: Copies,
        choices: Choices,
    ) -> None:
        self._health = health
        self._kiosk_access = kiosk_access
        self._clock_recovery = clock_recovery
        self._copies = copies
        self._choices = choices

    def added_to(self, totals: Totals, words: Words) -> Totals:
        """The totals for a tournament, with the notices in the language of `words`."""
        recovery, said = self._clock_recovery, self._health.said(words)
        if not said and (lost := recovery.lost):
            said = str(words.fault(lost))
        return replace(
            totals, fault=said, rejected=self._kiosk_access.turned_away(words), copies=self._copies.asked,
            needs_paper=recovery.needs_paper, failed_backups=recovery.failed.said(words),
            awaited=recovery.pending_records.said, histories=self._choices.asked,
        )  # fmt: skip
