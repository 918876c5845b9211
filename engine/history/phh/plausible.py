"""Events that a history may contain besides the actions of its standard, and whether they are possible.

A history is untrusted input: it must not put a card in two places or award a pot that does not exist.
"""

from engine.cards import Card
from engine.events import (
    ActionHeld,
    BetsCorrected,
    BoardDealt,
    BoardReturned,
    CardOutOfPlay,
    CardTabled,
    ChipsForfeited,
    ChipsMoved,
    Event,
    HandRevived,
    MishapDeclared,
    Overruled,
    PotAwarded,
    StreetPrepared,
)
from engine.hand.dealing import cards_due
from engine.hand.showdown import has_tabled, pots_of
from engine.hand.state import Hand, index_of

RecordedFact = (
    ActionHeld | BetsCorrected | BoardDealt | BoardReturned | CardOutOfPlay | CardTabled | ChipsForfeited | ChipsMoved
    | HandRevived | MishapDeclared | Overruled | PotAwarded | StreetPrepared
)  # fmt: skip


def is_plausible(hand: Hand, event: Event) -> bool:
    """Whether a history may contain the event, and whether its cards, chips and pots are possible in this hand."""
    match event:
        case BoardDealt():
            return cards_due(hand) > 0 and not _is_on_table(hand, event.card)
        case CardTabled():
            index = index_of(hand, event.seat)
            return index >= 0 and not has_tabled(hand, index) and not _is_on_table(hand, event.card)
        case ChipsForfeited() | BetsCorrected() | ChipsMoved():
            return _can_be_put_in(hand, event)
        case PotAwarded():
            return event.follows and _is_whole(hand, event)
    return isinstance(event, RecordedFact)


def _is_on_table(hand: Hand, card: Card) -> bool:
    return card in hand.board or any(card in cards for cards in hand.tabled)


def _can_be_put_in(hand: Hand, event: ChipsForfeited | BetsCorrected | ChipsMoved) -> bool:
    if isinstance(event, ChipsMoved):  # if negative, they come back out of the pot
        index = index_of(hand, event.seat)
        return index >= 0 and event.chips >= hand.bets[index] - hand.paid[index]
    if isinstance(event, BetsCorrected):  # if negative, they come back from a bet above the limit
        each = [(index_of(hand, seat), chips) for seat, chips in zip(event.seats, event.chips, strict=False)]
        return bool(each) and all(index >= 0 and chips and chips >= -hand.paid[index] for index, chips in each)
    return event.chips > 0


def _is_whole(hand: Hand, event: PotAwarded) -> bool:
    """Whether the pot exists and the shares add up to all of it."""
    pots = pots_of(hand)
    if not 0 <= event.pot < len(pots) or len(event.seats) != len(event.shares):
        return False
    return event.chips == pots[event.pot].chips == sum(event.shares) and min(event.shares) >= 0
