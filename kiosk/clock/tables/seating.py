"""A table as its tournament assigned it: the seats, the chips given out there, and the rule book."""

import msgspec

from engine.books.rulebook import BadBook, RuleBook, load_book
from kiosk.faults import Fault


class AssignedSeat(msgspec.Struct, frozen=True, gc=False):
    """A seat with the player and chips assigned to it."""

    seat: int
    player: str
    name: str
    chips: int


class Seating(msgspec.Struct, frozen=True, gc=False):
    """A table as assigned, which is the state in which it opens, before its first hand."""

    table: int
    event: str
    book: str
    """The id of a rule book. If it does not ship with the program, `rules` is that book."""
    seat_count: int
    button: int
    seats: tuple[AssignedSeat, ...]
    rules: RuleBook | None = None


def book_of(seating: Seating) -> RuleBook:
    """The rule book of a seating. Raises `Fault` if it does not ship with this program."""
    try:
        return seating.rules or load_book(seating.book)
    except BadBook as error:
        raise Fault("book-not-here", table=seating.table, error=error.message) from error
