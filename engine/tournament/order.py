"""The base classes of the orders that can be given to a tournament."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import ClassVar

import msgspec

from engine.tournament.context import Context
from engine.tournament.state import Event, Tournament


class TournamentActionBase(msgspec.Struct, frozen=True, gc=False, tag_field="do"):
    """The base class of all actions. The tags of the director's actions are part of the wire format and never
    change."""

    possible_after_end: ClassVar[bool] = False
    """Whether the action is still possible once the tournament or the flight is over."""

    @abstractmethod
    def decide(self, tournament: Tournament, context: Context) -> Sequence[Event]:
        """The events that follow from the action. Raises `Refused`."""


class ClockActionBase(TournamentActionBase, frozen=True, tag_field="do"):
    """The base class of the actions on the clock."""

    possible_after_end = True
