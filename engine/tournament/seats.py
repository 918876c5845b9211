"""Who sits where, and with how many chips, as the tournament assigned it. Knows no play."""

import msgspec

from engine.books.rulebook import RuleBook


class SeatIssued(msgspec.Struct, frozen=True):
    """A seat as the clock gave it out."""

    seat: int
    player: str
    name: str
    chips: int


class Seating(msgspec.Struct, frozen=True):
    """A table as the clock gave it out: what it opens with, before its first hand."""

    table: int
    event: str
    book: str
    """The id of a rule book; where it does not ship with the program, `rules` is that book."""
    seat_count: int
    button: int
    seats: tuple[SeatIssued, ...]
    rules: RuleBook | None = None
