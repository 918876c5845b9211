"""Stack counts that are kept alongside the record: which seats to count next.

A count does not change anything at the table. A stack that differs is counted again, and a difference that persists is
left to the floor.
"""

from engine.table.seats import Seat, Seats

EACH_BREAK = 3
"""With this many seats counted per break, every seat at a full table is counted within four breaks."""


def count_next(seats: Seats, hands: int, most: int = EACH_BREAK) -> tuple[int, ...]:
    """The seats to count now, listed from seat 1. These are the seats to be counted again and those that have gone
    longest without a count, with large stacks preferred. A difference that is certain is left to the floor."""
    waiting = [(number, seat) for number, seat in enumerate(seats, 1) if seat and _is_due(seat, hands)]
    waiting.sort(key=lambda one: (not one[1].last_count.again, one[1].last_count.hand, -one[1].chips))
    return tuple(sorted(number for number, _ in waiting[:most]))


def _is_due(seat: Seat, hands: int) -> bool:
    return seat.last_count.again or (seat.last_count.hand < hands and not seat.last_count.sure)
