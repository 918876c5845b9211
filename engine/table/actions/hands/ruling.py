"""A ruling is applied."""

from engine.action import PlayOn
from engine.event import Event
from engine.motion import Motion
from engine.record import Touched
from engine.refused import Refused
from engine.rulings.apply_ruling import applied
from engine.table.action import TableActionBase
from engine.table.actions.people.leaving import after_hand
from engine.table.state import Table, book_of


class ApplyRuling(TableActionBase, PlayOn, frozen=True, tag="apply-ruling"):
    """Rule on a player's words and chips by the book, and apply the ruling. `option` is the index, from 0, of the
    choice that the floor or the player made; -1 means the book's own ruling."""

    is_ruling = True

    motion: Motion
    option: int = -1

    def decide(self, table: Table) -> list[Event]:
        book = book_of(table)
        if table.hand is None:
            raise Refused("no-hand-in-play")
        events, several = applied(table.hand, self.motion, self.option, book)
        events += after_hand(table, events[-1])
        if not several:
            return events
        return [Touched("ruling", self.motion.seat, events=len(events)), *events]
