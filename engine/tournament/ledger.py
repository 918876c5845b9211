"""Every chip of a tournament by value: what was issued, and where it is. A pure function of decisions and facts."""

import msgspec

from engine.tournament.entries import Entries, counted
from engine.tournament.table_facts import Tables, has_sat, in_transit


class Ledger(msgspec.Struct, frozen=True):
    """`issued` to entries; `adjusted` by the floor's corrections and chip races; `removed` with disqualified players;
    and where they are: `waiting` for entries that have yet to sit down, `on_tables`, and in transit."""

    issued: int
    adjusted: int
    removed: int
    waiting: int
    on_tables: int
    in_transit: int

    @property
    def found(self) -> int:
        """How many there are."""
        return self.waiting + self.on_tables + self.in_transit

    @property
    def missing(self) -> int:
        """How many are missing; below 0, how many are too many."""
        return self.issued + self.adjusted - self.removed - self.found


def ledger(entries: Entries, tables: Tables) -> Ledger:
    """The ledger as of these facts."""
    sat = has_sat(tables)
    return Ledger(
        issued=sum(entry.chips for entry in counted(entries)),
        adjusted=sum(table.adjusted for table in tables.values()),
        removed=sum(table.removed for table in tables.values()),
        waiting=sum(entry.chips for entry in counted(entries) if entry.number not in sat),
        on_tables=sum(held.chips for table in tables.values() for held in table.held.values()),
        in_transit=sum(in_transit(tables).values()),
    )
