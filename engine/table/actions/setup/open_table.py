"""A table is opened."""

from msgspec.structs import replace

from engine.books.rulebook import RuleBook
from engine.event import Event
from engine.refused import Refused
from engine.table.action import RoomAction
from engine.table.state import MOST_SEATS, RoomEvent, Table


class OpenTable(RoomAction, frozen=True, tag="open-table"):
    """Open a table with this number, event, rule book and number of seats."""

    table: int
    event: str
    book: RuleBook
    seat_count: int

    def decide(self, table: Table) -> list[Event]:
        if table.book is not None:
            raise Refused("table-open-already", table=table.number)
        if not 2 <= self.seat_count <= MOST_SEATS:
            raise Refused("seat-count", most=MOST_SEATS, seats=self.seat_count)
        return [TableOpened(self.table, self.event, self.book, self.seat_count)]


class TableOpened(RoomEvent, frozen=True, tag="table-opened"):
    """A table was opened with empty seats, to be played under `book`."""

    table: int
    event: str
    book: RuleBook
    seat_count: int

    def change(self, table: Table) -> Table:
        return replace(table, number=self.table, event=self.event, book=self.book, seats=(None,) * self.seat_count)
