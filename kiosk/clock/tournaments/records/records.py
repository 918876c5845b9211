"""The records of one tournament: its decisions, the audited copies of its tables, and the accounts of both."""

from collections.abc import Collection
from typing import NamedTuple

from kiosk.clock.tables.audited_tables import AuditedTables
from kiosk.clock.tournaments.records.entry_accounts import EntryAccounts
from kiosk.clock.tournaments.records.rules import TournamentKeeper


class TournamentRecords(NamedTuple):
    """A tournament as known from its records. The accounts follow each decision as soon as it is on disk."""

    keeper: TournamentKeeper
    audited: AuditedTables
    accounts: EntryAccounts


class RecordGaps:
    """The records that the clock has lost and may still get back, by tournament. This clock has lost none."""

    def is_short(self, tournament: str) -> bool:
        """Whether the clock is waiting to receive records again. Until then, nothing is decided automatically."""
        return False

    def pending_tables(self, tournament: str) -> Collection[int]:
        """The physical tables that have yet to resend the records that a rebuilt clock once had from them."""
        return ()

    def lost_sitting(self, tournament: str) -> int:
        """The last sitting that a table was at although its opening was lost, or 0."""
        return 0
