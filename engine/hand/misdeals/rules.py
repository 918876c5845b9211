"""The remedy for each irregularity."""

from engine.books.rulebook import RuleBook
from engine.hand.misdeals import board, first_deal
from engine.hand.misdeals.remedy import Remedy
from engine.hand.state import Hand
from engine.refused import Refused
from engine.terms import Mishap

_REMEDIES = first_deal.REMEDIES | board.REMEDIES


def remedy(hand: Hand, mishap: Mishap, book: RuleBook) -> Remedy:
    """The book's remedy for an irregularity. Raises `Refused` for an irregularity that is impossible in this hand."""
    if hand.over:
        raise Refused("hand-over-floor-corrects", book.corrections.clause)
    return _REMEDIES[mishap.kind](hand, mishap, book)
