"""Cards on the board and in front of the players."""

from msgspec.structs import replace

from engine.cards import Card
from engine.event import Consequence, PlayEvent
from engine.hand.state import BOARD_CARDS, SHOWDOWN, Hand, HandEvent, position, with_card, with_value


class BoardDealt(HandEvent, PlayEvent, frozen=True, tag="board-dealt"):
    """One card was dealt to the board."""

    card: Card

    def change(self, hand: Hand) -> Hand:
        return with_card(hand, board=(*hand.board, self.card))


class BoardReturned(HandEvent, Consequence, frozen=True, tag="board-returned"):
    """These cards are no longer on the board."""

    cards: tuple[Card, ...]

    def change(self, hand: Hand) -> Hand:
        """The hand after cards were returned. Their street is again waiting for its cards."""
        board = tuple([card for card in hand.board if card not in self.cards])
        due = next((street for street, cards in enumerate(BOARD_CARDS) if cards > len(board)), SHOWDOWN)
        street = min(hand.street, due)
        return replace(hand, board=board, street=street, street_acts=hand.street_acts[:street])


class CardTabled(HandEvent, PlayEvent, frozen=True, tag="card-tabled"):
    """A hole card that the seat tabled, or that the floor ordered to be shown to everyone before showdown."""

    seat: int
    card: Card
    floor: str = ""

    def change(self, hand: Hand) -> Hand:
        index = position(hand, self.seat)
        return with_card(hand, tabled=with_value(hand.tabled, index, (*hand.tabled[index], self.card)))
