"""The rule book that a seating names."""

from engine.books.rulebook import BadBook, RuleBook, load_book
from engine.tournament.seating.seats import Seating
from kiosk.faults import Fault


def book_of(seating: Seating) -> RuleBook:
    """The rule book of a seating. Raises `Fault` if it does not ship with this program."""
    try:
        return seating.rules or load_book(seating.book)
    except BadBook as error:
        raise Fault("book-not-here", table=seating.table, error=error.message) from error
