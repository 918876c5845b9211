"""Who sits where between hands, with how many chips, and who is away, penalised or disqualified. Knows no deal."""

import msgspec
from msgspec.structs import replace

from engine.hand.state import ChipsNotConserved
from engine.refused import Refused


class Seat(msgspec.Struct, frozen=True):
    """A player and the chips they hold between hands; during a hand the felt knows better (`chips_at`)."""

    player: str
    name: str
    chips: int
    away: bool = False
    misses: int = 0
    """Hands that a penalty still has them miss."""
    disqualified: bool = False
    leaves_for: int | None = None
    """The table that they leave for before the next hand, 0 for none; None where they stay."""


Seats = tuple[Seat | None, ...]


def with_seat(seats: Seats, number: int, seat: Seat | None) -> Seats:
    """The seats with another value at a number, from 1."""
    return (*seats[: number - 1], seat, *seats[number:])


def sitting(seats: Seats, number: int) -> Seat:
    """Who sits in a seat. Raises `Refused` where nobody does."""
    seat = seats[number - 1] if 1 <= number <= len(seats) else None
    if seat is None:
        raise Refused("seat-empty", seat=number)
    return seat


def misses(seats: Seats, number: int) -> int:
    """How many hands whoever sits there still misses by a penalty."""
    seat = seats[number - 1]
    return seat.misses if seat else 0


def changed(seats: Seats, number: int, **fields: object) -> Seats:
    """The seats with other values at one where somebody sits. A record that names an empty one was changed: raises
    `ChipsNotConserved`."""
    seat = seats[number - 1] if 1 <= number <= len(seats) else None
    if seat is None:
        raise ChipsNotConserved(f"the record names seat {number}, and nobody sits there")
    return with_seat(seats, number, replace(seat, **fields))
