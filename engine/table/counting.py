"""Stack counts that are kept alongside the record: which seats to count next, and what a count means.

A count changes nothing at the table. A stack that differs is counted again, and a difference that persists is left to
the floor.
"""

from engine.actions import ReportCount
from engine.events import CountReported
from engine.refused import Refused
from engine.table.seats import Seat, Seats, sitting

EACH_BREAK = 3
"""With this many seats counted per break, every seat at a full table is counted within four breaks."""


def report_count(seats: Seats, uncounted: int, hands: int, action: ReportCount) -> CountReported:
    """Record counted stacks. Raises `Refused` for empty seats, and also if the record is not tracking the chips."""
    if uncounted:
        raise Refused("count-first", hand=hands - uncounted)
    if not action.seats or len(set(action.seats)) < len(action.seats) or len(action.seats) != len(action.counted):
        raise Refused("count-every-stack")
    if min(action.counted) < 0:
        raise Refused("stack-below-zero")
    held = tuple(sitting(seats, number).chips for number in action.seats)
    return CountReported(action.seats, held, action.counted)


def count_next(seats: Seats, hands: int, most: int = EACH_BREAK) -> tuple[int, ...]:
    """The seats to count now, listed from seat 1. These are the seats to be counted again and those that have gone
    longest without a count, with large stacks preferred. A difference that is certain is left to the floor."""
    waiting = [(number, seat) for number, seat in enumerate(seats, 1) if seat and _is_due(seat, hands)]
    waiting.sort(key=lambda one: (not one[1].last_count.again, one[1].last_count.hand, -one[1].chips))
    return tuple(sorted(number for number, _ in waiting[:most]))


def _is_due(seat: Seat, hands: int) -> bool:
    return seat.last_count.again or (seat.last_count.hand < hands and not seat.last_count.sure)
