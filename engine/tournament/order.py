"""The base classes of the orders that can be given to a tournament."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import ClassVar, Literal

import msgspec

from engine.tournament.context import Context
from engine.tournament.state import Event, Tournament

Right = Literal["register", "floor", "run"]
"""The right that a person needs for an order: to enter players, to run the floor, or to run the tournament."""


class TournamentActionBase(msgspec.Struct, frozen=True, gc=False, tag_field="do"):
    """The base class of all actions. The tags of the director's actions are part of the wire format and never
    change."""

    right: ClassVar[Right | None] = None
    """The right that the order needs. Only an admin may give an order without one."""
    possible_after_end: ClassVar[bool] = False
    """Whether the action is still possible once the tournament or the flight is over."""

    @abstractmethod
    def decide(self, tournament: Tournament, context: Context) -> Sequence[Event]:
        """The events that follow from the action. Raises `Refused`."""


class ClockActionBase(TournamentActionBase, frozen=True, tag_field="do"):
    """The base class of the actions on the clock."""

    possible_after_end = True
