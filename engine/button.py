"""The positions of the button and blinds under each rule for moving them. Knows nothing about chips."""

from collections.abc import Mapping, Sequence

import msgspec

from engine.cards import RANKS, SUITS, Card


class Positions(msgspec.Struct, frozen=True, gc=False):
    """The positions, as seat numbers; all are 0 before the first hand. The button and the small blind may be empty
    seats. `small` is 0 if no small blind is posted."""

    button: int = 0
    small: int = 0
    big: int = 0
    vacated: tuple[int, ...] = ()
    """The seats that posted blinds and whose players have since left, even if another player is now sitting there."""

    def is_out(self, seat: int, seats: Sequence[int]) -> bool:
        """Whether the player who posted a blind from this seat is gone."""
        return seat not in seats or seat in self.vacated


def clockwise(seats: Sequence[int], after: int) -> tuple[int, ...]:
    """The seats in clockwise order, starting after `after`, with `after` itself last."""
    ordered = sorted(seats)
    return (*(seat for seat in ordered if seat > after), *(seat for seat in ordered if seat <= after))


def first_positions(seats: Sequence[int], button: int) -> Positions:
    """The first hand's positions, given the button. Heads-up, the button posts the small blind."""
    order = clockwise(seats, button)
    if len(order) == 2:
        return Positions(button=order[1], small=order[1], big=order[0])
    return Positions(button=button, small=order[0], big=order[1])


def high_card(cards: Mapping[int, Card]) -> int:
    """The seat with the highest card. Ties in rank are broken by suit: spades, hearts, diamonds, clubs."""
    return max(cards, key=lambda seat: (RANKS.index(cards[seat].rank), SUITS.index(cards[seat].suit)))


def next_positions(form: str, seats: Sequence[int], was: Positions) -> Positions:
    """The next hand's positions. `form` is the rule for the button: "dead", "stays" or "moving". Heads-up, the big
    blind alternates under every form, so that nobody has it twice in a row (TDA 2024 rule 34-B)."""
    if len(seats) == 2:
        big = clockwise(seats, was.big)[0]
        button = clockwise(seats, big)[0]
        return Positions(button=button, small=button, big=big)
    return {"dead": dead_button, "stays": staying_button, "moving": moving_button}[form](seats, was)


def dead_button(seats: Sequence[int], was: Positions) -> Positions:
    """The big blind moves to the next player. The small blind moves to the big blind's old seat, and the button to
    the small blind's old seat, whether or not those seats are empty (TDA 2024 rule 32)."""
    big = clockwise(seats, was.big)[0]
    return Positions(button=_apart(was.small, seats, was.big, big), small=was.big, big=big)


def staying_button(seats: Sequence[int], was: Positions) -> Positions:
    """The big blind moves to the next player. The button stays if a blind has busted or left. If it is the big blind
    who left, there is no small blind either, even with a new player in the seat (house rules, Skipping Blinds)."""
    big = clockwise(seats, was.big)[0]
    if was.is_out(was.big, seats):
        return Positions(button=was.button, big=big)
    if was.small and was.is_out(was.small, seats):
        return Positions(button=was.button, small=was.big, big=big)
    button = was.small or clockwise(seats, was.button)[0]  # without a small blind, the button moves to the next player
    return Positions(button=_apart(button, seats, was.big, big), small=was.big, big=big)


def moving_button(seats: Sequence[int], was: Positions) -> Positions:
    """The button moves to the next player and skips newcomers next to it. The blinds are the two players to its left.
    The player to the left of a blind who busted skips a blind, and nobody has the big blind twice in a row (Robert's
    Rules, moving button)."""
    order = clockwise(seats, was.small - 1 if was.small not in (0, was.button) else was.button)
    if order[2] == was.big:
        order = clockwise(seats, order[0])
    return Positions(button=order[0], small=order[1], big=order[2])


def _apart(button: int, seats: Sequence[int], small: int, big: int) -> int:
    """`button` itself, or the last seat before the blinds if `button` is 0 or is now one of the blinds."""
    if button not in (0, small, big):
        return button
    return clockwise([seat for seat in seats if seat not in (small, big)], small)[-1]


def ends_orbit(first: int, was: int, now: int) -> bool:
    """Whether the button reaches or passes the seat where it began as it moves clockwise from `was` to `now`."""
    return was != now and _steps(was, first - 1) < _steps(was, now)


def dealt_in(seats: Sequence[int], at: Positions) -> tuple[int, ...]:
    """The seats that are dealt cards, starting to the left of the button. A new player between the button and the small
    blind waits until the button has passed (TDA 2024 rule 10), unless that would leave fewer than three players."""
    order = clockwise(seats, at.button)
    if not at.small:
        return order
    # Seats are measured as distances from the button, so seats nearer than the small blind lie between the two.
    reach = _steps(at.button, at.small)
    dealt = tuple(seat for seat in order if seat == at.button or _steps(at.button, seat) >= reach)
    return dealt if len(dealt) > 2 else order


def _steps(start: int, end: int) -> int:
    return (end - start) % 64
