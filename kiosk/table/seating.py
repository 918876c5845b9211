"""A table as the clock assigned it: what is still to be asked of it. Pure."""

from collections.abc import Iterator

from engine.actions import Action, OpenTable, PlaceButton, TakeSeat
from engine.books.rulebook import load_book
from engine.table.state import Table
from engine.tournament.seats import Seating


def missing_actions(seating: Seating, table: Table) -> Iterator[Action]:
    """Its opening and its players, as far as they are not there yet; once a hand is dealt it is the table's own.

    Raises `BadBook` for a rule book that cannot be used.
    """
    if table.hands:
        return
    if table.book is None:
        book = seating.rules or load_book(seating.book)
        yield OpenTable(seating.table, seating.event, book, seating.seat_count)
    sitting = {seat.player for seat in table.seats if seat}
    for seat in seating.seats:
        if seat.player not in sitting:
            yield TakeSeat(seat.seat, seat.player, seat.name, seat.chips)
    if not table.button:
        yield PlaceButton(seating.button)
