"""The floor plan: the section of each table in the room, its number of seats, and the dealer's position."""

from typing import Annotated, Literal

import msgspec

from engine.table.state import MOST_SEATS
from engine.tournament.field.entries import MOST_TABLE

LONGEST_SECTION = 40
Side = Literal["bottom", "left", "top", "right"]
"""The side of the table, on the room's plan, where the dealer sits."""


class PlacedTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A physical table on the plan. `section` is empty in a room without sections."""

    table: Annotated[int, msgspec.Meta(ge=1, le=MOST_TABLE)]
    section: Annotated[str, msgspec.Meta(max_length=LONGEST_SECTION)] = ""
    seats: Annotated[int, msgspec.Meta(ge=2, le=MOST_SEATS)] = 9
    side: Side = "bottom"
    left_seat: Annotated[int, msgspec.Meta(ge=1, le=MOST_SEATS)] = 1
    """The seat to the dealer's left; seats are numbered clockwise."""


class RemovedTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A physical table to remove from the plan."""

    table: Annotated[int, msgspec.Meta(ge=1, le=MOST_TABLE)]


class RoomPlan(msgspec.Struct, frozen=True):
    """The tables placed on the plan, by number."""

    tables: tuple[PlacedTable, ...] = ()

    @property
    def sections(self) -> tuple[tuple[str, tuple[PlacedTable, ...]], ...]:
        """The tables of each section. Sections are sorted by name."""
        names = sorted({one.section for one in self.tables})
        return tuple((name, tuple(one for one in self.tables if one.section == name)) for name in names)

    def of(self, table: int) -> PlacedTable:
        """The table's place on the plan, or the defaults if nobody has placed it."""
        return next((one for one in self.tables if one.table == table), PlacedTable(table))
