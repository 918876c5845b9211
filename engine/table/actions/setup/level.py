"""The room sets a table's next level, or the point at which it stops dealing."""

from msgspec.structs import replace

from engine.event import Event
from engine.refused import Refused
from engine.table.action import RoomAction
from engine.table.state import RoomEvent, Table, book_of
from engine.terms import Blinds, Stop


class SetLevel(RoomAction, frozen=True, tag="set-level"):
    """The room's level has changed. The new level applies from the table's next hand."""

    blinds: Blinds

    def decide(self, table: Table) -> list[Event]:
        blinds = self.blinds
        if blinds.ante and table.book and table.book.antes.value == "forbidden":
            raise Refused("level-has-ante", table.book.antes.clause, level=blinds.level)
        if blinds.level < 1:
            raise Refused("level-below-one", level=blinds.level)
        if not 0 <= blinds.small <= blinds.big or blinds.big <= 0 or blinds.ante < 0 or blinds.chip <= 0:
            raise Refused("level-blinds-wrong", level=blinds.level)
        return [LevelSet(blinds)]


class LevelSet(RoomEvent, frozen=True, tag="level-set"):
    """This level takes effect with the next hand."""

    blinds: Blinds

    def change(self, table: Table) -> Table:
        chip = self.blinds.chip if not table.hands else table.chip or self.blinds.chip
        return replace(table, blinds=self.blinds, chip=chip)


class StopPlay(RoomAction, frozen=True, tag="stop-play"):
    """The room sets the point at which this table stops dealing. None means that the table keeps playing."""

    stop: Stop | None

    def decide(self, table: Table) -> list[Event]:
        book_of(table)
        if self.stop == table.stop:
            raise Refused("stops-already")
        return [StopSet(self.stop)]


class StopSet(RoomEvent, frozen=True, tag="stop-set"):
    """The room set the point at which the table stops dealing. None means that the table keeps playing."""

    stop: Stop | None

    def change(self, table: Table) -> Table:
        return replace(table, stop=self.stop)
