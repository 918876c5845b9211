"""The deck in play at a table that has several. Decks change between hands, alternately or on request.

The record's next hand begins with the tap that ends the last one, before the dealer picks up the other deck. The deck
can therefore still be changed during a hand until one of its cards has been read.
"""

from engine.actions import ChangeDeck
from engine.events import DeckChanged
from engine.refused import Refused
from engine.table.state import Table, book_of, is_playing

LONGEST_NAME = 100


def change_deck(table: Table, action: ChangeDeck) -> DeckChanged:
    """Switch to the other deck. Raises `Refused` once a card of this hand has been read, and also for the deck that is
    already in play."""
    book_of(table)
    if not may_change(table):
        raise Refused("deck-in-hand")
    if not action.deck.strip() or len(action.deck) > LONGEST_NAME:
        raise Refused("deck-name-length", most=LONGEST_NAME)
    if action.deck == table.deck:
        raise Refused("deck-in-play", deck=action.deck)
    seated = 1 <= action.seat <= len(table.seats) and table.seats[action.seat - 1] is not None
    if seated != (action.asked == "player") or (action.seat and not seated):
        raise Refused("deck-asked-by-nobody")
    return DeckChanged(action.deck, action.asked, action.seat)


def may_change(table: Table) -> bool:
    """Whether the deck may be changed, which is possible between hands and until a card of the hand has been read."""
    hand = table.hand
    return hand is None or not is_playing(table) or not (hand.board or hand.out or any(hand.tabled))
