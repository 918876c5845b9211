"""Where the button and the blinds fall next. Knows seats, nothing of chips or cards."""

from collections.abc import Sequence

import msgspec


class Positions(msgspec.Struct, frozen=True):
    """Seats by number; the button and the small blind may be empty seats. All 0 before the first hand."""

    button: int = 0
    small: int = 0
    big: int = 0


def clockwise(seats: Sequence[int], after: int) -> tuple[int, ...]:
    """The seats in order, the first one clockwise after `after` first and `after` itself last."""
    ordered = sorted(seats)
    return (*(seat for seat in ordered if seat > after), *(seat for seat in ordered if seat <= after))


def first_positions(seats: Sequence[int], button: int) -> Positions:
    """The first hand's, with the button given to a seat; with two players the button posts the small blind."""
    order = clockwise(seats, button)
    if len(order) == 2:
        return Positions(button=order[1], small=order[1], big=order[0])
    return Positions(button=button, small=order[0], big=order[1])


def dead_button(seats: Sequence[int], was: Positions) -> Positions:
    """The next hand's under the dead button (TDA 2024 rules 32 and 34-B): the big blind moves to the next player, the
    small blind follows to where the big blind was and the button to where the small blind was, empty seat or not."""
    big = clockwise(seats, was.big)[0]
    if len(seats) == 2:
        button = clockwise(seats, big)[0]
        return Positions(button=button, small=button, big=big)
    small, button = was.big, was.small
    if button in (big, small):
        # Two players became more: the button of a heads-up hand was the small blind, too.
        button = clockwise([seat for seat in seats if seat not in (big, small)], small)[-1]
    return Positions(button=button, small=small, big=big)


def dealt_in(seats: Sequence[int], at: Positions) -> tuple[int, ...]:
    """The seats that get cards, the first left of the button first. A new player between the button and the small blind
    waits until the button has passed (TDA 2024 rule 10), unless that would leave fewer than three."""
    order = clockwise(seats, at.button)
    # Seats count as distances from the button: those nearer than the small blind lie between the two.
    reach = _steps(at.button, at.small)
    dealt = tuple(seat for seat in order if seat == at.button or _steps(at.button, seat) >= reach)
    return dealt if len(dealt) > 2 else order


def _steps(start: int, end: int) -> int:
    """How far clockwise, in a ring wide enough for any table."""
    return (end - start) % 64
