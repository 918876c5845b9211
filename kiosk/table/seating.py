"""The actions that seat a table as the clock assigned it. Pure."""

from collections.abc import Iterator

from engine.actions import Action, OpenTable, PlaceButton, TakeSeat
from engine.books.rulebook import BadBook, RuleBook, load_book
from engine.table.state import Table
from engine.tournament.seating.seats import Seating
from kiosk.faults import Fault


def missing_actions(seating: Seating, table: Table) -> Iterator[Action]:
    """The actions that open the table and seat the players still missing; none once a hand has been dealt.

    Raises `Fault` for a rule book that cannot be used.
    """
    if table.hands:
        return
    if table.book is None:
        yield OpenTable(seating.table, seating.event, _book_of(seating), seating.seat_count)
    sitting = {seat.player for seat in table.seats if seat}
    for seat in seating.seats:
        if seat.player not in sitting:
            yield TakeSeat(seat.seat, seat.player, seat.name, seat.chips)
    if not table.button:
        yield PlaceButton(seating.button)


def _book_of(seating: Seating) -> RuleBook:
    try:
        return seating.rules or load_book(seating.book)
    except BadBook as bad:
        raise Fault("book-not-here", table=seating.table, error=bad.message) from bad
