"""What a table's program tells its screen, whatever draws it."""

from typing import Protocol

from engine.cards import Card
from engine.game.game import Game
from engine.message import Message
from engine.public import PublicTable
from ui.dealer.model.cards import OddCard
from ui.dealer.model.surroundings import Surroundings
from ui.dealer.model.taps import Aim, Follows


class TableDisplay(Protocol):
    """What the table's screen is told. It draws; it decides nothing."""

    def show(self, table: PublicTable, game: Game, around: Surroundings, then: Follows = ()) -> None:
        """All there is to show: the table, and what is around it. `then` is the page that follows where a card was
        read for the one that is open."""

    def aimed(self, card: Card) -> Aim:
        """What is asked because the reader sees this card: the screen may have been told where it lies."""

    def show_odd(self, odd: OddCard) -> None:
        """A card or a code was read that changes nothing."""

    def refuse(self, why: Message | str, clause: str) -> None:
        """What was asked, or read, may not be."""
