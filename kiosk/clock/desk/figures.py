"""The totals of a tournament's tables, for either way of seating them."""

from collections.abc import Mapping
from typing import NamedTuple, Protocol

from engine.message import Message
from engine.tournament.seating.seats import Seating
from engine.tournament.tables.facts import TableFacts
from engine.tournament.targets import TableTarget
from kiosk.clock.tables.audit import ChipBalance
from kiosk.protocol.messages import IncomingPlayer, RoomInfo
from kiosk.protocol.numbered import Names


class Figures(NamedTuple):
    """The number of entries, of entries still in, of tables in play, and of all chips."""

    entries: int
    players_left: int
    tables: int
    chips: ChipBalance

    @property
    def average(self) -> int:
        """The average stack, in chips."""
        return self.chips.expected // self.players_left if self.players_left else 0


class Accounts(Protocol):
    """Figures derived from a tournament's decisions together with its tables' records. Tables are identified by key."""

    def figures(self) -> Figures:
        """The current figures."""

    def facts(self) -> Mapping[int, TableFacts]:
        """The tables' facts, for the tournament's rules."""

    def coming(self, key: int) -> tuple[IncomingPlayer, ...]:
        """Players on the way to a table."""

    def remarks(self, key: int) -> tuple[Message, ...]:
        """The remarks on a table that only the room can make."""

    def seating(self, key: int) -> Seating | None:
        """The seating that is sent to a table that predates sittings."""

    def room_info(self) -> Mapping[int, RoomInfo]:
        """The facts about the other tables that each sitting's table is sent, or no facts for tables that predate
        sittings.
        """

    def update_inputs(self) -> object:
        """A value that stays the same as long as the data that tables are sent stays the same."""

    def target(self, key: int) -> TableTarget | None:
        """The target of a sitting's table."""

    def names(self, key: int) -> Names:
        """The names of a table's players by their ids there, unless the table's own record has the names."""
