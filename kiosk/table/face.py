"""What a table's program tells its screen, whatever draws it."""

from typing import Protocol

from engine.actions import TableAction
from engine.cards import Card
from engine.game.game import Game
from engine.message import Message
from engine.public import PublicTable
from engine.tournament.level_clock import LevelClock
from kiosk.protocol.messages import ClockState, Coming
from kiosk.protocol.staff import Member
from kiosk.table.link.items import Away
from kiosk.table.readers.states import ReaderState
from ui.dealer.model.cards import Decks, Enrolling, Missed, OddCard
from ui.dealer.model.surroundings import LevelDoubt


class Face(Protocol):
    """What the table's screen is told. It draws; it decides nothing."""

    def show_table(self, table: PublicTable, game: Game) -> None:
        """The table has changed, or is shown for the first time."""

    def show_room(self, room: ClockState, clock: LevelClock, now_ms: int) -> None:
        """Where the level clock stands at `now_ms`, the clock service's time as estimated here."""

    def show_level_doubt(self, doubt: LevelDoubt | None) -> None:
        """Which of two levels it is, only the dealer can say; None once that is known."""

    def show_link(self, away: Away | None, behind: int) -> None:
        """Whether the clock is heard, and how many records it has yet to hold."""

    def show_readers(self, readers: tuple[ReaderState, ...], now_ms: int) -> None:
        """How each reader is at `now_ms`, and what it read."""

    def show_staff(self, staff: tuple[Member, ...]) -> None:
        """Who signs with a PIN."""

    def show_floor_call(self, floor_ms: int | None) -> None:
        """How long the floor has been called; None while it is not."""

    def show_coming(self, coming: tuple[Coming, ...], starting_stack: int) -> None:
        """Who is on the way here from another table, and what a new player begins with."""

    def aimed(self, card: Card) -> TableAction:
        """What is asked because the reader sees this card: the screen may have been told where it lies."""

    def show_odd(self, odd: OddCard) -> None:
        """A card or a code was read that changes nothing."""

    def show_missed(self, missed: Missed | None) -> None:
        """A card should have been read by now; None while none is missed."""

    def show_decks(self, decks: Decks) -> None:
        """Which decks the table knows, and which were begun."""

    def show_enrolment(self, enrolling: Enrolling | None) -> None:
        """How far the deck is that is being enrolled; None while none is."""

    def refuse(self, why: Message | str, clause: str) -> None:
        """What was asked, or read, may not be."""
