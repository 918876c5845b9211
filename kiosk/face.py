"""What a table's program tells its screen, whatever draws it."""

from typing import Protocol

from engine.actions import TableAction
from engine.cards import Card
from engine.levels import LevelClock
from engine.public import PublicTable
from engine.replay import Game
from hardware.reading import Health
from kiosk.heard import Away
from kiosk.staff import Member
from kiosk.wire import Coming, RoomWord


class Face(Protocol):
    """What the table's screen is told. It draws; it decides nothing."""

    def show_table(self, table: PublicTable, game: Game) -> None:
        """The table has changed, or is shown for the first time."""

    def show_room(self, room: RoomWord, clock: LevelClock, now_ms: int) -> None:
        """Where the level clock stands at `now_ms`, the clock service's time as estimated here."""

    def show_link(self, away: Away | None, behind: int) -> None:
        """Whether the clock is heard, and how many records it has yet to hold."""

    def show_reader(self, health: Health) -> None:
        """Whether cards are read."""

    def show_staff(self, staff: tuple[Member, ...]) -> None:
        """Who signs with a PIN."""

    def show_floor_call(self, floor_ms: int | None) -> None:
        """How long the floor has been called; None while it is not."""

    def show_coming(self, coming: tuple[Coming, ...], starting_stack: int) -> None:
        """Who is on the way here from another table, and what a new player begins with."""

    def aimed(self, card: Card) -> TableAction:
        """What is asked because the reader sees this card: the screen may have been told where it lies."""

    def refuse(self, why: str, clause: str) -> None:
        """What was asked, or read, may not be."""
