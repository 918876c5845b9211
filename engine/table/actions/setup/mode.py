"""The mode in which a table's hands are recorded. `engine.table.modes` explains the modes."""

from msgspec.structs import replace

from engine.event import Event
from engine.hand.events.ending import HandVoided
from engine.refused import Refused
from engine.table.action import TableActionBase
from engine.table.actions.people.leaving import after_hand
from engine.table.modes import REPORTED
from engine.table.state import Table, TableEvent, book_of, is_playing
from engine.terms import Mode


class SetMode(TableActionBase, frozen=True, tag="set-mode"):
    """Record the table's hands in this mode from now on."""

    mode: Mode
    why: str = ""

    def decide(self, table: Table) -> list[Event]:
        """If hands are no longer played out in the new mode, a hand in play is abandoned, and its chips are returned
        until it is reported. Refused if nothing would change, or if chips would be tracked from stacks that were not
        counted."""
        book_of(table)
        if self.mode == table.mode:
            raise Refused("mode-already")
        if table.uncounted and self.mode not in REPORTED:
            raise Refused("count-first", hand=table.hands - table.uncounted)
        mode_set = ModeSet(self.mode, table.mode, self.why)
        if table.hand is None or not is_playing(table) or self.mode not in REPORTED:
            return [mode_set]
        deal = table.hand.deal
        abandoned = HandVoided(deal.seats, deal.stacks)
        return [mode_set, abandoned, *after_hand(table, abandoned)]


class ModeSet(TableEvent, frozen=True, tag="mode-set"):
    """Hands are recorded in this mode from here on, and no longer in the mode `before`. A hand in play is abandoned if
    necessary."""

    mode: Mode
    before: Mode
    why: str = ""

    def change(self, table: Table) -> Table:
        return replace(table, mode=self.mode)
