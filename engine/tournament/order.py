"""The base classes of the orders that can be given to a tournament, and the inputs of a decision."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import ClassVar, Literal, NamedTuple

import msgspec

from engine.refused import Refused
from engine.tournament.event_terms import EventTerms
from engine.tournament.field.bars import Bar
from engine.tournament.levels.structure import Structure
from engine.tournament.state import Event, Tournament
from engine.tournament.tables.facts import Tables


class Context(NamedTuple):
    """The context of a decision: the structure and terms of the tournament, the service's time, the tables' facts and
    the room's facts."""

    structure: Structure
    terms: EventTerms
    now_ms: int
    tables: Tables
    wall_ms: int = 0
    """The wall-clock time; 0 if the action does not need it."""
    bars: Mapping[int, Bar] = {}
    """The bars that apply to entries without a seat, by entry number."""


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

    def is_legal(self, tournament: Tournament, context: Context) -> bool:
        """Whether the action would be accepted now."""
        try:
            self.decide(tournament, context)
        except Refused:
            return False
        return True


class ClockActionBase(TournamentActionBase, frozen=True, tag_field="do"):
    """The base class of the actions on the clock."""

    possible_after_end = True
