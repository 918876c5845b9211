"""The interface that a table's program needs from its screen."""

from typing import Protocol

from engine.cards import Card
from engine.game.game import Game
from engine.message import Message
from engine.public import PublicTable
from ui.dealer.model.cards import OddCard
from ui.dealer.model.sign_in import PinAnswer
from ui.dealer.model.surroundings import Surroundings
from ui.dealer.model.taps import Aim, Follows


class TableDisplay(Protocol):
    """The table's screen. It only draws and makes no decisions."""

    def show(self, table: PublicTable, game: Game, surroundings: Surroundings, then: Follows = ()) -> None:
        """Show the table and its surroundings. `then` is the page to show next after a card was read for the open
        page."""

    def aimed(self, card: Card) -> Aim:
        """The action for a card that was read. The open page may determine where the card belongs."""

    def take_card(self, card: Card) -> bool:
        """Whether the open page takes a card that was read. In that case, the table's record does not contain it."""
        ...

    def show_odd(self, odd: OddCard) -> None:
        """Show a card or code that changes nothing."""

    def tell(self, what: Message) -> None:
        """Show news from the room."""

    def pin_checked(self, answer: PinAnswer) -> None:
        """Show the result of the clock's check of a PIN."""

    def refuse(self, why: Message, clause: str) -> None:
        """Show why an action or a card was refused, or which fault occurred."""
