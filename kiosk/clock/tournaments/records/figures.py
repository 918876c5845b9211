"""The totals of a tournament's tables."""

from typing import NamedTuple

from kiosk.clock.tables.audit import ChipBalance


class Figures(NamedTuple):
    """The number of entries, of entries still in, and of tables in play, and the chips in play."""

    entries: int
    players_left: int
    tables: int
    chips: ChipBalance

    @property
    def average(self) -> int:
        """The average stack, in chips."""
        return self.chips.expected // self.players_left if self.players_left else 0
