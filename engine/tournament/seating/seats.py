"""A tournament's assigned seats and their chips. Knows nothing about play."""

import msgspec

from engine.books.rulebook import RuleBook
from engine.tournament.field.entries import SeatAt


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


class Assigned(msgspec.Struct, frozen=True, gc=False):
    """An entry and the seat that it is given. `begun` is set if it has had chips at another table and brings them."""

    entry: int
    seat: SeatAt
    begun: bool = False
