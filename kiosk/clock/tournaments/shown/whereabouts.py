"""The location of a table in the room, for someone who has to find it: the tables of its section, by number."""

from collections.abc import Iterable, Sequence

import msgspec

from kiosk.protocol.room_plan import RoomPlan

MOST = 60
"""The maximum number of tables sent for a section: those whose numbers are closest to that of the wanted table, because
a phone cannot show more."""


class Section(msgspec.Struct, frozen=True):
    """A part of the room and its tables. The name is empty if the plan has none."""

    name: str
    tables: tuple[int, ...]


class Whereabouts:
    """The positions of the tables on the plan and the tables in play."""

    def __init__(self, plan: RoomPlan, in_play: Iterable[int]) -> None:
        placed = {one.table: one.section for one in plan.tables}
        self._section = {table: placed.get(table, "") for table in sorted({*placed, *in_play})}

    def of(self, wanted: Sequence[int]) -> tuple[Section, ...]:
        """The sections that contain these tables, in this order, without repeats."""
        names = dict.fromkeys(self._section[table] for table in wanted if table in self._section)
        return tuple(self._named(name, wanted) for name in names)

    def _named(self, name: str, wanted: Sequence[int]) -> Section:
        tables = [table for table, section in self._section.items() if section == name]
        at = next(index for index, table in enumerate(tables) if table in wanted)
        first = max(0, min(at - MOST // 2, len(tables) - MOST))
        return Section(name, tuple(tables[first : first + MOST]))
