"""The deck in play at a table that has several. Decks change between hands, alternately or on request.

The record's next hand begins with the tap that ends the last one, before the dealer picks up the other deck. The deck
can therefore still be changed during a hand until one of its cards has been read.
"""

from msgspec.structs import replace

from engine.event import Event
from engine.refused import Refused
from engine.table.action import TableActionBase
from engine.table.state import Table, TableEvent, book_of, is_playing
from engine.terms import DeckAsker

LONGEST_NAME = 100


class ChangeDeck(TableActionBase, frozen=True, tag="change-deck"):
    """Between hands, switch to the deck with this name. If a player asked for the change, `seat` is that player's
    seat."""

    deck: str
    asked: DeckAsker = "dealer"
    seat: int = 0

    def decide(self, table: Table) -> list[Event]:
        """Refused once a card of this hand has been read, and also for the deck that is already in play."""
        book_of(table)
        if not may_change(table):
            raise Refused("deck-in-hand")
        if not self.deck.strip() or len(self.deck) > LONGEST_NAME:
            raise Refused("deck-name-length", most=LONGEST_NAME)
        if self.deck == table.deck:
            raise Refused("deck-in-play", deck=self.deck)
        seated = 1 <= self.seat <= len(table.seats) and table.seats[self.seat - 1] is not None
        if seated != (self.asked == "player") or (self.seat and not seated):
            raise Refused("deck-asked-by-nobody")
        return [DeckChanged(self.deck, self.asked, self.seat)]


class DeckChanged(TableEvent, frozen=True, tag="deck-changed"):
    """Another deck is in play starting with the next hand. `asked` says who wanted the change, and `seat` is that
    player's seat."""

    deck: str
    asked: DeckAsker = "dealer"
    seat: int = 0

    def change(self, table: Table) -> Table:
        return replace(table, deck=self.deck)


def may_change(table: Table) -> bool:
    """Whether the deck may be changed, which is possible between hands and until a card of the hand has been read."""
    hand = table.hand
    return hand is None or not is_playing(table) or not (hand.board or hand.out or any(hand.tabled))
