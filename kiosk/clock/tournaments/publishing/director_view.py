"""The parts of a director's page that come in addition to the tournament itself: its tables, and the totals."""

from collections.abc import Callable

from kiosk.clock.tables.view import TableView
from kiosk.clock.tournaments.desk.desk import Desk
from kiosk.clock.tournaments.publishing.director_messages import Totals, recovery
from kiosk.clock.tournaments.shown.typed_view import as_typed
from ui.words import Words

RoomWide = Callable[[Totals, Words], Totals]
"""Fills in the totals that concern more than one tournament, in a language."""


class DirectorView:
    """One tournament for its directors, in any language."""

    def __init__(self, desk: Desk, room_wide: RoomWide) -> None:
        self._desk = desk
        self._room_wide = room_wide

    def tables(self, words: Words) -> list[TableView]:
        """Every table, in the language of `words`."""
        return [self.table(key, words) for key in self._desk.audited.keys]

    def table(self, key: int, words: Words) -> TableView:
        """One table, in the language of `words`."""
        accounts = self._desk.accounts
        seen = self._desk.audited.view(key, accounts.remarks(key), accounts.names(key), words)
        return as_typed(seen, self._desk.state, key, accounts.facts().get(key))

    def totals(self, words: Words) -> Totals:
        """All chips, and the choice to be made after an outage."""
        desk, chips = self._desk, self._desk.accounts.figures().chips
        last = desk.state.memory.last
        at = recovery(desk.state)
        return self._room_wide(
            Totals(
                chips_found=chips.found,
                chips_issued=chips.issued,
                adjusted=chips.adjusted,
                removed=chips.removed,
                recovery=at and at.at_table(desk.table_of(at.table)),
                mark=desk.mark,
                undo=last.kind if last else "",
            ),
            words,
        )
