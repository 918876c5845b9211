"""A room of small tables, some of them cut off from the clock.

Each table that is cut off follows the last message it received, and the clock knows only what it received from the
tables.
"""

from engine.tournament.rules.whole_facts import with_typed
from engine.tournament.state import Tournament
from engine.tournament.tables.facts import TableFacts, Tables
from tests.kit.small_room import SmallRoom


class CutRoom(SmallRoom):
    """The clock receives a table's records when the table is back. Dealers make no changes of their own."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self._away: dict[int, tuple[Tournament, TableFacts]] = {}
        self._alone = 0
        """The table that is cut off and is following its target right now; 0 for all others."""

    @property
    def away(self) -> list[int]:
        return [*self._away]

    def heard_of(self, sitting: int) -> bool:
        """Whether the clock has any record of it."""
        return sitting in self.tables and self.tables[sitting].mark > 0

    def cut_off(self, sitting: int) -> None:
        """Cut a table off. It received everything up to now, but its answer is lost."""
        self._away.setdefault(sitting, (self.tournament, self.tables[sitting].facts()))

    def join(self, sitting: int) -> None:
        self._away.pop(sitting, None)

    @property
    def facts(self) -> Tables:
        """The facts that the clock has received; while a table that is cut off follows its target, the facts it
        recorded itself.
        """
        if self._alone:
            return {self._alone: self.tables[self._alone].facts()}
        received = {number: facts for number, (_, facts) in self._away.items()}
        known = {number: received.get(number) or table.facts() for number, table in self.tables.items()}
        return with_typed(self.tournament, known)

    @property
    def _kiosks(self) -> list[int]:
        return [self._alone] if self._alone else [number for number in super()._kiosks if number not in self._away]

    @property
    def _typed(self) -> list[int]:
        return [] if self._alone else super()._typed

    def tables_follow(self) -> None:
        super().tables_follow()
        now = self.tournament
        for number, (last_known, _) in self._away.items():
            self.tournament, self._alone = last_known, number
            super().tables_follow()
        self.tournament, self._alone = now, 0

    def forget_the_room(self) -> bool:
        return False
