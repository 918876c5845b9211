"""Which answer belongs to which mishap."""

from engine.books.rulebook import RuleBook
from engine.events import Mishap
from engine.hand.misdeals import board, first_deal
from engine.hand.misdeals.remedy import Remedy
from engine.hand.state import Hand
from engine.refused import Refused

_ANSWERS = first_deal.REMEDIES | board.REMEDIES


def remedy(hand: Hand, mishap: Mishap, book: RuleBook) -> Remedy:
    """What the book says becomes of the hand. Raises `Refused` for what cannot have happened in it."""
    if hand.over:
        raise Refused("hand-over-floor-corrects", book.corrections.clause)
    return _ANSWERS[mishap.kind](hand, mishap, book)
