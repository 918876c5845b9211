"""Which deck is in play, where a table has several. Decks change between hands, by turns or because somebody asks.

The record's next hand begins with the tap that ends the last one, before anybody has taken up the other deck: so a hand
of which no card was seen yet can still turn out to be dealt from it.
"""

from engine.actions import ChangeDeck
from engine.events import DeckChanged
from engine.refused import Refused
from engine.table.state import Table, book_of, is_playing

LONGEST_NAME = 100


def change_deck(table: Table, action: ChangeDeck) -> DeckChanged:
    """The other deck comes into play. Raises `Refused` once a card of this hand was seen, and for the deck that is in
    play already."""
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
    """Between hands, and as long as no card of the hand was seen."""
    hand = table.hand
    return hand is None or not is_playing(table) or not (hand.board or hand.out or any(hand.tabled))
