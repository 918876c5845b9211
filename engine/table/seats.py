"""Seats between hands: the players and their chips, the counts of these chips, and who is away, penalized or
disqualified. This module knows nothing about deals."""

import msgspec
from msgspec.structs import replace

from engine.chips import LastCount
from engine.hand.state import ChipsNotConserved
from engine.refused import Refused

EACH_BREAK = 3
"""With this many seats counted per break, every seat at a full table is counted within four breaks."""


class Seat(msgspec.Struct, frozen=True, gc=False):
    """A player, and the chips that they hold between hands. During a hand, `chips_at` gives the current number."""

    player: str
    name: str
    chips: int
    away: bool = False
    misses: int = 0
    """The number of hands that the player must still miss because of a penalty."""
    warnings: int = 0
    disqualified: bool = False
    leaves_for: int | None = None
    """The player's next table, if the player leaves before the next hand: 0 for no table, and None if the player
    stays."""
    last_count: LastCount = LastCount()
    time_chips: int = 0
    """The number of time chips that the player has spent at this table."""


Seats = tuple[Seat | None, ...]


def with_seat(seats: Seats, number: int, seat: Seat | None) -> Seats:
    """The seats, with seat `number` (counted from 1) replaced."""
    return (*seats[: number - 1], seat, *seats[number:])


def sitting(seats: Seats, number: int) -> Seat:
    """The player in a seat. Raises `Refused` if it is empty."""
    seat = seats[number - 1] if 1 <= number <= len(seats) else None
    if seat is None:
        raise Refused("seat-empty", seat=number)
    return seat


def last_count(seats: Seats, number: int) -> LastCount:
    """The result of the last count of the seat; an empty result for an empty seat."""
    seat = seats[number - 1] if 1 <= number <= len(seats) else None
    return seat.last_count if seat else LastCount()


def misses(seats: Seats, number: int) -> int:
    seat = seats[number - 1]
    return seat.misses if seat else 0


def warnings(seats: Seats, number: int) -> int:
    """The number of times that the player in the seat was warned at this table."""
    seat = seats[number - 1]
    return seat.warnings if seat else 0


def time_chips(seats: Seats, number: int) -> int:
    """The number of time chips that the player in the seat has spent at this table."""
    seat = seats[number - 1]
    return seat.time_chips if seat else 0


def changed(seats: Seats, number: int, **fields: object) -> Seats:
    """The seats with these fields changed at one seat. Raises `ChipsNotConserved` for an empty seat, because this means
    that the record was altered."""
    seat = seats[number - 1] if 1 <= number <= len(seats) else None
    if seat is None:
        raise ChipsNotConserved("record-of-empty-seat", seat=number)
    return with_seat(seats, number, replace(seat, **fields))


def count_next(seats: Seats, hands: int, most: int = EACH_BREAK) -> tuple[int, ...]:
    """The seats to count now, listed from seat 1. These are the seats to be counted again and those that have gone
    longest without a count, with large stacks preferred. A difference that is certain is left to the floor."""
    waiting = [(number, seat) for number, seat in enumerate(seats, 1) if seat and _is_due(seat, hands)]
    waiting.sort(key=lambda one: (not one[1].last_count.again, one[1].last_count.hand, -one[1].chips))
    return tuple(sorted(number for number, _ in waiting[:most]))


def _is_due(seat: Seat, hands: int) -> bool:
    return seat.last_count.again or (seat.last_count.hand < hands and not seat.last_count.sure)
