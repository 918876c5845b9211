"""The most common words and chips for which the floor is called, each with the book's ruling, as a list to choose
from."""

from collections.abc import Iterator, Sequence
from typing import Literal

import msgspec

from engine.books.rulebook import RuleBook
from engine.hand.state import Hand, index_of
from engine.refused import Refused
from engine.rulings.motion import Ruling
from engine.rulings.rule import rule
from engine.terms import Motion

UsualKind = Literal["one-chip", "raise", "two-motions", "call", "check", "fold", "all-in"]


class Usual(msgspec.Struct, frozen=True, gc=False):
    """One case, given as a kind and as a motion, with the ruling on it."""

    kind: UsualKind
    motion: Motion
    ruling: Ruling


def usual(hand: Hand, seat: int, chips: Sequence[int], book: RuleBook) -> list[Usual]:
    """The usual cases for one seat, in or out of turn, without the impossible ones. `chips` are the denominations on
    the table, smallest first."""
    found = []
    for kind, motion in _motions(hand, seat, chips):
        try:
            found.append(Usual(kind, motion, rule(hand, motion, book)))
        except Refused:
            continue
    return found


def _motions(hand: Hand, seat: int, chips: Sequence[int]) -> Iterator[tuple[UsualKind, Motion]]:
    index = index_of(hand, seat)
    if index < 0:
        return
    owed, stack = hand.price - hand.bets[index], hand.stacks[index]
    large = next((chip for chip in chips if owed < chip <= stack), 0)
    if large:
        yield "one-chip", Motion(seat, chips=(large,))
    yield "raise", Motion(seat, said="raise")
    call = _made_of(owed, chips)
    if call and sum(call) + chips[-1] <= stack:
        yield "two-motions", Motion(seat, motions=(call, (chips[-1],)))
    yield "call", Motion(seat, said="call")
    yield "check", Motion(seat, said="check")
    yield "fold", Motion(seat, said="fold")
    yield "all-in", Motion(seat, said="all in")


def _made_of(amount: int, chips: Sequence[int]) -> tuple[int, ...]:
    """The fewest chips that make an amount; empty if chips cannot make it."""
    made: list[int] = []
    for chip in reversed(chips):
        count, amount = divmod(amount, chip) if amount > 0 else (0, amount)
        made += [chip] * count
    return tuple(made) if amount == 0 else ()
