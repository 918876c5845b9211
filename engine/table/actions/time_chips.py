"""A player on the clock spends a time chip to get more time, if the rule book gives players time chips. The chips are
real ones and go with the player; a table counts those spent there."""

from msgspec.structs import replace

from engine.books.rulebook import RuleBook
from engine.event import Event
from engine.refused import Refused
from engine.table.seats import changed, time_chips
from engine.table.state import PlayerEvent, Table, TableActionBase, book_of, is_playing, on_clock

GIVEN = {"none": 0, "three-chips": 3, "five-chips": 5, "ten-chips": 10}
"""The number of time chips for each player, by the rule book's choice."""


class UseTimeChip(TableActionBase, frozen=True, tag="time-chip"):
    """The player on the clock spends a time chip."""

    seat: int

    def decide(self, table: Table) -> list[Event]:
        clause = book_of(table).time_bank.clause
        if not GIVEN[book_of(table).time_bank.value]:
            raise Refused("no-time-bank", clause)
        if not is_playing(table) or on_clock(table.hand, table.timed) != self.seat:
            raise Refused("clock-not-called", clause, seat=self.seat)
        if not time_chips_left(table, self.seat, book_of(table)):
            raise Refused("time-chips-spent", clause, seat=self.seat)
        there = table.seats[self.seat - 1]
        return [TimeChipUsed(self.seat, there.player if there else "")]


class TimeChipUsed(PlayerEvent, frozen=True, tag="time-chip"):
    """The player on the clock spent a time chip and has more time."""

    def change(self, table: Table) -> Table:
        spent = time_chips(table.seats, self.seat) + 1
        return replace(table, seats=changed(table.seats, self.seat, time_chips=spent))


def time_chips_left(table: Table, seat: int, book: RuleBook) -> int:
    """How many time chips the player at a seat has left, if none were spent at another table."""
    return max(0, GIVEN[book.time_bank.value] - time_chips(table.seats, seat))


Actions = UseTimeChip
Events = TimeChipUsed
