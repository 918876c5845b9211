"""All records that the clock has lost and may still get back: those that a rebuilt clock is waiting for, and those that
its disk has lost.
"""

from collections.abc import Collection

from kiosk.clock.recovery.lost_records import LostRecords, named_in
from kiosk.clock.recovery.pending_records import PendingRecords
from kiosk.clock.store.store import Store
from kiosk.clock.tournaments.records.records import RecordGaps
from kiosk.clock.tournaments.room import Tournaments


class ClockGaps(RecordGaps):
    """The gaps of all tournaments. A tournament that has not been opened yet has none."""

    def __init__(self, store: Store, tournaments: Tournaments) -> None:
        """Must be called before the writer's first job. Raises `Fault`."""
        self._tournaments = tournaments
        self.pending = PendingRecords(store, tournaments)
        self.lost = LostRecords(tournaments, self.pending.lacking, named_in(store))

    def is_short(self, tournament: str) -> bool:
        """Whether the clock is still waiting for a tournament's records."""
        publisher = self._tournaments.named(tournament)
        return publisher is not None and (self.pending.of(publisher.desk) or self.lost.of(publisher.desk))

    def pending_tables(self, tournament: str) -> Collection[int]:
        """The physical tables in a tournament whose records the clock is waiting for."""
        publisher = self._tournaments.named(tournament)
        return self.pending.tables_of(publisher.desk) if publisher else ()

    def lost_sitting(self, tournament: str) -> int:
        """The last sitting in a tournament whose opening was lost."""
        return self.lost.named(tournament)
