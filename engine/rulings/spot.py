"""The situation that a seat faces when it acts, and its options by the book. Knows nothing about words."""

import msgspec

from engine.books.rulebook import RuleBook
from engine.hand.betting import has_rival, is_capped, least_to, may_raise, most_to
from engine.hand.smallest_chip import is_bet_in_chips, nearest
from engine.hand.state import Hand
from engine.message import Message, message


class Closed(msgspec.Struct, frozen=True, gc=False):
    why: Message
    clause: str


class Spot(msgspec.Struct, frozen=True, gc=False):
    """The situation of one seat before it acts. Totals are for the street."""

    seat: int
    bet: int
    all_in: int
    """The largest total that the seat can have in front."""
    price: int
    street: int
    """The street, as an index that is 0 before the flop."""
    full: int
    """The smallest full bet or raise, regardless of the stack."""
    most: int
    """The largest bet or raise; 0 if the seat may not raise."""
    closed: Closed | None
    """Why the seat may not raise; None if it may."""
    pot: int
    unit: int
    prices: tuple[int, ...]
    """Every bet and raise on the street as totals, including the blind."""
    heads_up: bool
    book: RuleBook

    @property
    def answered(self) -> int:
        """The number of bets and raises on the street so far, including the blind."""
        return len(self.prices)

    @property
    def owed(self) -> int:
        return max(0, self.price - self.bet)

    @property
    def opens(self) -> bool:
        return self.price == 0

    @property
    def half(self) -> int:
        """The total from which chips count as a full wager, by the half rule."""
        return self.price + (self.full - self.price + 1) // 2

    def is_in_chips(self, to: int) -> bool:
        return is_bet_in_chips(self.unit, to, self.bet, (self.all_in, min(self.full, self.most), self.most))

    def nearest(self, to: int) -> tuple[int, ...]:
        return nearest(self.unit, to, min(self.full, self.most), self.most)


def spot_of(hand: Hand, index: int, book: RuleBook) -> Spot:
    """The situation of the player, as if it were their turn."""
    raises = may_raise(hand, index, book)
    return Spot(
        seat=hand.deal.seats[index],
        bet=hand.bets[index],
        all_in=hand.bets[index] + hand.stacks[index],
        price=hand.price,
        street=hand.street,
        full=least_to(hand, book),
        most=most_to(hand, index, book) if raises else 0,
        closed=None if raises else _closed_by(hand, index, book),
        pot=hand.pot,
        unit=hand.deal.terms.chip,
        prices=hand.prices,
        heads_up=hand.live.count(True) == 2,
        book=book,
    )


def _closed_by(hand: Hand, index: int, book: RuleBook) -> Closed:
    if hand.bets[index] + hand.stacks[index] <= hand.price:
        return Closed(message("no-chips-to-raise"), book.verbal.clause)
    if not has_rival(hand, index):
        return Closed(message("others-all-in"), book.uncalled.clause)
    if is_capped(hand, book):
        return Closed(message("raises-capped"), book.cap.clause)
    return Closed(message("faces-no-full-raise"), book.reopening.clause)
