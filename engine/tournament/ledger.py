"""Every chip of a tournament by value: what was issued, and where it is. A pure function of decisions and facts."""

import msgspec

from engine.tournament.entries import Entries, counted
from engine.tournament.table_facts import Tables, handed_out, has_sat, in_transit


class Ledger(msgspec.Struct, frozen=True):
    """`issued` to entries, what they bought among it; `adjusted` by the floor's corrections and chip races; `removed`
    with disqualified players; and where they are: `waiting` for entries that have yet to sit down or to be handed what
    they bought, `on_tables`, and in transit. What somebody has who is not booked is found, and was not issued."""

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
    sat, given = has_sat(tables), handed_out(tables)
    bought = [one for entry in counted(entries) for one in entry.bought]
    unseated = sum(entry.chips for entry in counted(entries) if entry.number not in sat)
    unbooked = [one for table in tables.values() for one in table.unbooked]
    keyed, carried = sum(one.chips for one in unbooked), sum(one.left.chips for one in unbooked if one.left)
    return Ledger(
        issued=sum(entry.chips for entry in counted(entries)) + sum(one.chips for one in bought),
        adjusted=sum(table.adjusted for table in tables.values()),
        removed=sum(table.removed for table in tables.values()),
        waiting=unseated + sum(one.chips for one in bought if one.number not in given),
        on_tables=sum(held.chips for table in tables.values() for held in table.held.values()) + keyed,
        in_transit=sum(in_transit(tables).values()) + carried,
    )
