"""One pot shared among the seats that the floor names."""

from collections.abc import Sequence

from engine.books.rulebook import RuleBook
from engine.hand.pots import split
from engine.hand.showdown import pots_of
from engine.hand.state import Hand, index_of
from engine.terms import Shares


def even_shares(hand: Hand, book: RuleBook, number: int, seats: Sequence[int]) -> Shares:
    """Split pot `number` evenly among seats in the hand, with odd chips awarded by the book."""
    winners = tuple(sorted(seats, key=lambda seat: index_of(hand, seat)))
    indices = tuple(index_of(hand, seat) for seat in winners)
    each = split(pots_of(hand)[number].chips, indices, hand.deal.terms.chip, book.odd_chips.value == "one-each")
    return Shares(number, winners, each)
