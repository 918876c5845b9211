"""A player is away from the table, or back."""

from msgspec.structs import replace

from engine.event import Event
from engine.refused import Refused
from engine.table.action import TableActionBase
from engine.table.seats import changed, sitting
from engine.table.state import Table, TableEvent


class MarkAway(TableActionBase, frozen=True, tag="mark-away"):
    """A player is marked as away from the table, starting with the next hand, or as back."""

    seat: int
    away: bool = True

    def decide(self, table: Table) -> list[Event]:
        if sitting(table.seats, self.seat).away == self.away:
            raise Refused("away-already" if self.away else "at-table-already", seat=self.seat)
        return [AwayMarked(self.seat, self.away)]


class AwayMarked(TableEvent, frozen=True, tag="away-marked"):
    """The player is away from the table, or back. An absent player is dealt in and posts, and then the hand is
    killed."""

    seat: int
    away: bool

    def change(self, table: Table) -> Table:
        return replace(table, seats=changed(table.seats, self.seat, away=self.away))
