"""The color-up: the smallest chips are taken out of play. Odd chips left over are raced off with cards or rounded up
(TDA 2024 rule 24), and players are never raced out.

This module knows the seats and the book, but nothing about levels or screens.
"""

from collections.abc import Sequence
from math import gcd

import msgspec

from engine.books.rulebook import RuleBook
from engine.cards import RANKS, SUITS, Card
from engine.chips import Discs, to_bring
from engine.table.seats import Seats
from engine.terms import Blinds


class Race(msgspec.Struct, frozen=True, gc=False):
    """An open race, with its terms and the cards dealt so far, each with the seat that received it. If the dealer named
    the winners instead of entering every card, they are `named`."""

    odd: int
    chip: int
    seats: tuple[int, ...]
    cards: tuple[int, ...]
    prizes: int
    lying: int = 0
    brought: Discs = ()
    dealt: tuple[tuple[int, Card], ...] = ()
    named: tuple[int, ...] = ()


class Stake(msgspec.Struct, frozen=True, gc=False):
    """A stack in a race: `even` is the amount that the remaining denominations can make, and `odd_chips` is the number
    of odd chips left over."""

    seat: int
    before: int
    even: int
    odd_chips: int


def race_due(seats: Seats, chip: int, blinds: Blinds | None) -> tuple[int, int] | None:
    """The denomination to take out of play, and the smallest one that stays. A race is due if the pending level does
    not use a smaller chip, or if a stack cannot be made from the chips in play. None if no race is due."""
    if blinds and chip < blinds.chip:
        return chip, blinds.chip
    odd = gcd(chip, *(seat.chips for seat in seats if seat)) if chip else 0
    return (odd, chip) if odd != chip else None


def stakes(seats: Seats, odd: int, chip: int) -> tuple[Stake, ...]:
    return tuple(
        Stake(number, seat.chips, seat.chips - seat.chips % chip, -(-(seat.chips % chip) // odd))
        for number, seat in enumerate(seats, 1)
        if seat
    )


def prizes(racing: Sequence[Stake], chip: int, book: RuleBook) -> int:
    """The number of chips raced for: the total left over, with half a chip counted as a whole one, or one chip for each
    stack if the book rounds up."""
    if book.chip_race.value == "round-up":
        return len(racing)
    return (2 * left_over(racing) + chip) // (2 * chip)


def left_over(racing: Sequence[Stake]) -> int:
    return sum(stake.before - stake.even for stake in racing)


def brought_for(lying: int, racing: Sequence[Stake], won: int, values: Sequence[int]) -> Discs:
    """The chips, in denominations from `values`, that the bank brings for odd chips worth `lying` and for the chips to
    be won."""
    chip = min(values)
    even = max(0, lying - left_over(racing)) // chip * chip
    return to_bring(even + won * chip, values, len(racing))


def next_seat(race: Race) -> int:
    """The seat that gets the next card; 0 once all cards are dealt or the winners are named. Each seat gets all of its
    cards before the next seat does."""
    if race.named:
        return 0
    dealt = len(race.dealt)
    for seat, cards in zip(race.seats, race.cards, strict=True):
        if dealt < cards:
            return seat
        dealt -= cards
    return 0


def winners(race: Race) -> tuple[int, ...]:
    """The seats that win one chip each: those that the dealer named, or else by highest card and then suit. Empty until
    all cards are dealt."""
    if next_seat(race):
        return ()
    if race.named:
        return race.named
    if race.prizes >= len(race.seats):
        return race.seats
    best = {seat: max(_height(card) for to, card in race.dealt if to == seat) for seat in race.seats if race.dealt}
    order = sorted(best, key=lambda seat: best[seat], reverse=True)
    return tuple(sorted(order[: race.prizes]))


def _height(card: Card) -> tuple[int, int]:
    return RANKS.index(card.rank), SUITS.index(card.suit)
