"""What a tournament's tables amount to, by either way of seating them."""

from collections.abc import Mapping
from typing import NamedTuple, Protocol

from engine.message import Message
from engine.tournament.seating.seats import Seating
from engine.tournament.tables.facts import TableFacts
from engine.tournament.targets import TableTarget
from kiosk.clock.tables.audit import Chips
from kiosk.protocol.messages import Around, Coming
from kiosk.protocol.numbered import Names


class Figures(NamedTuple):
    """Entries, those that are not out, the tables in play, and all chips."""

    entries: int
    players_left: int
    tables: int
    chips: Chips

    @property
    def average(self) -> int:
        """The chips of each player on average."""
        return self.chips.expected // self.players_left if self.players_left else 0


class Accounts(Protocol):
    """What is derived from a tournament's decisions and its tables' records together. A table goes by its key."""

    def figures(self) -> Figures:
        """As of now."""

    def facts(self) -> Mapping[int, TableFacts]:
        """What the tables say, for the tournament's rules."""

    def coming(self, key: int) -> tuple[Coming, ...]:
        """Players on the way to a table."""

    def remarks(self, key: int) -> tuple[Message, ...]:
        """What only the room can see of a table."""

    def seating(self, key: int) -> Seating | None:
        """What a table of before sittings is told."""

    def around(self) -> Mapping[int, Around]:
        """What each sitting's table is told of the others; none for tables of before sittings."""

    def told_by(self) -> object:
        """What goes into all that the tables are told: as long as it is the same, so is that."""

    def target(self, key: int) -> TableTarget | None:
        """What should be at a sitting's table."""

    def names(self, key: int) -> Names:
        """What a table's players are called, by their ids there, where not the table's own record says that."""
