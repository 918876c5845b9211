"""The room's tables as they stand: in which section, with how many seats, and where the dealer sits."""

from typing import Annotated, Literal

import msgspec

from engine.table.state import MOST_SEATS
from engine.tournament.field.entries import MOST_TABLE

LONGEST_SECTION = 40
Side = Literal["bottom", "left", "top", "right"]
"""Of the table, as the room's plan shows it: where the dealer sits."""


class PlacedTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A physical table; one of no `section` stands in a room that has none."""

    table: Annotated[int, msgspec.Meta(ge=1, le=MOST_TABLE)]
    section: Annotated[str, msgspec.Meta(max_length=LONGEST_SECTION)] = ""
    seats: Annotated[int, msgspec.Meta(ge=2, le=MOST_SEATS)] = 9
    side: Side = "bottom"
    left_seat: Annotated[int, msgspec.Meta(ge=1, le=MOST_SEATS)] = 1
    """The seat at the dealer's left hand; seats count clockwise."""


class RemovedTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A physical table that is to go off the plan."""

    table: Annotated[int, msgspec.Meta(ge=1, le=MOST_TABLE)]


class RoomPlan(msgspec.Struct, frozen=True):
    """The tables that somebody has placed, by number."""

    tables: tuple[PlacedTable, ...] = ()

    @property
    def sections(self) -> tuple[tuple[str, tuple[PlacedTable, ...]], ...]:
        """The tables of each section, sections by name."""
        names = sorted({one.section for one in self.tables})
        return tuple((name, tuple(one for one in self.tables if one.section == name)) for name in names)

    def of(self, table: int) -> PlacedTable:
        """A table; as most are where nobody has placed it."""
        return next((one for one in self.tables if one.table == table), PlacedTable(table))
