"""Whether the chips in play can make an amount. Knows which players have odd chips on the table, but nothing about
cards or turns.

Chips below the smallest denomination in play do not count, even in quantity (Robert's Rules, no-limit; TDA 2024 rule
24). A stack may still hold some, for instance before a chip race; an amount that cannot be avoided because of them is
allowed.
"""

from collections.abc import Collection, Iterable
from math import gcd

from engine.books.rulebook import RuleBook
from engine.hand.betting import least_to, most_to
from engine.hand.state import Hand
from engine.refused import Refused


def is_bet_in_chips(chip: int, to: int, bet: int, forced: Collection[int]) -> bool:
    """Whether chips can make a bet or raise to `to`. Either the total or the amount added to the `bet` in front must be
    a multiple of the smallest chip, or the total must be `forced`, that is, all-in, the minimum or the maximum."""
    return to % chip == 0 or (to - bet) % chip == 0 or to in forced


def nearest(chip: int, to: int, least: int, most: int) -> tuple[int, ...]:
    """The nearest totals below and above an amount that chips cannot make, kept within the allowed range."""
    below, above = to - to % chip, to - to % chip + chip
    return tuple(sorted({max(below, least), min(above, most)}))


def can_bet(hand: Hand, index: int, to: int, book: RuleBook) -> bool:
    """Whether the player can put in a total of `to` as a bet or raise by the book."""
    all_in = hand.bets[index] + hand.stacks[index]
    most = most_to(hand, index, book)
    forced = (all_in, min(least_to(hand, book), most), most)
    return is_bet_in_chips(hand.deal.terms.chip, to, hand.bets[index], forced)


def check_bet(hand: Hand, index: int, to: int, book: RuleBook) -> None:
    """Raises `Refused` for a bet or raise that the chips in play cannot make. Used when there is no floor decision."""
    if can_bet(hand, index, to, book):
        return
    chip, most = hand.deal.terms.chip, most_to(hand, index, book)
    near = nearest(chip, to, min(least_to(hand, book), most), most)
    raise Refused("bet-not-in-chips", book.odd_chips.clause, chips=to, chip=chip, below=near[0], above=near[-1])


def check_moved(hand: Hand, index: int, chips: int, book: RuleBook) -> None:
    """Raises `Refused` for a move of chips that cannot be made from the smallest chip in play, the player's own odd
    chips, or those already in the pot. Not even the floor can move such an amount."""
    unit = gcd(hand.deal.terms.chip, hand.stacks[index], *hand.paid, *hand.prices)
    if chips % unit:
        raise _not_in_chips(chips, hand.deal.terms.chip, book)


def check_stacks(chip: int, before: Iterable[int], after: Iterable[int], book: RuleBook) -> None:
    """Raises `Refused` for stacks that can be made neither with the smallest chip nor with the odd chips in the stacks
    `before`."""
    unit = gcd(max(1, chip), *before)
    if odd := next((chips for chips in after if chips % unit), 0):
        raise _not_in_chips(odd, chip, book)


def check_shares(hand: Hand, shares: Iterable[tuple[int, int]], book: RuleBook) -> None:
    """Raises `Refused` if more than one share of a pot is odd. Each share is given with its player's index. A pot has
    at most one remainder below the smallest chip. A share that leaves the stack at a multiple of that chip is not odd,
    because it only returns odd chips."""
    chip = hand.deal.terms.chip
    odd = [share for index, share in shares if share % chip and (hand.stacks[index] + share) % chip]
    if len(odd) > 1:
        raise _not_in_chips(odd[0], chip, book)


def _not_in_chips(chips: int, chip: int, book: RuleBook) -> Refused:
    return Refused("not-in-chips", book.odd_chips.clause, chips=abs(chips), chip=chip)
