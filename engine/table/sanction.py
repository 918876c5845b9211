"""Measures against a player, which the player's record lists."""

from abc import abstractmethod
from typing import Literal, NamedTuple

from engine.table.state import TableEvent

SanctionKind = Literal["penalty", "warning", "disqualified"]


class ListedSanction(NamedTuple):
    """A measure against the player in `seat`, the number of hands that they miss, and the reason."""

    what: SanctionKind
    seat: int
    hands: int
    why: str


class Sanction(TableEvent, frozen=True):
    """The base class of the events that are measures against a player."""

    @abstractmethod
    def listed(self) -> ListedSanction:
        """The measure as the player's record lists it."""
