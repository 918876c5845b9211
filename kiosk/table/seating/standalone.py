"""How a table is seated for a standalone game, without a clock or while the clock is unreachable. Pure."""

from collections.abc import Iterator

from engine.actions import Action, OpenTable, PlaceButton, SetLevel, TakeSeat
from engine.books.rulebook import load_book
from engine.table.state import Table
from ui.dealer.model.taps import SeatHere

BOOK = "tda"
SEATS = 10


def own_event(table: int) -> str:
    """The event id of such a game. No clock has an event with this name."""
    return f"Table {table}"


def plays_alone(table: Table) -> bool:
    """Whether the table was seated here. No clock counts the chips of such a table."""
    return table.book is not None and table.event == own_event(table.number)


def seat_here(ask: SeatHere, table: Table, number: int) -> Iterator[Action]:
    """The actions that open the table and seat its players. There are none if the clock seated the table first."""
    if table.book is not None:
        return
    yield OpenTable(number, own_event(number), load_book(BOOK), SEATS)
    names = [one.name for one in ask.players]
    for one in ask.players:
        player = one.name if names.count(one.name) == 1 else f"{one.name} ({one.seat})"
        yield TakeSeat(one.seat, player, one.name, one.chips)
    yield PlaceButton(ask.button)
    yield SetLevel(ask.blinds)
