"""Which deck is in play, where a table has several. Decks change between hands, by turns or because a player asked."""

from engine.actions import ChangeDeck
from engine.events import DeckChanged
from engine.refused import Refused
from engine.table import Table, book_of, is_playing

LONGEST_NAME = 100


def change_deck(table: Table, action: ChangeDeck) -> DeckChanged:
    """The other deck comes into play. Raises `Refused` in a hand, and for the deck that is in play already."""
    book_of(table)
    if is_playing(table):
        raise Refused("finish this hand first: a deck is changed between hands")
    if not action.deck.strip() or len(action.deck) > LONGEST_NAME:
        raise Refused(f"a deck has a name of 1 to {LONGEST_NAME} characters")
    if action.deck == table.deck:
        raise Refused(f"the deck {action.deck} is in play already")
    seated = 1 <= action.seat <= len(table.seats) and table.seats[action.seat - 1] is not None
    if seated != (action.asked == "player") or (action.seat and not seated):
        raise Refused("a player who asks for another deck is one who sits here")
    return DeckChanged(action.deck, action.asked, action.seat)
