"""The inputs of a decision besides the tournament itself."""

from collections.abc import Mapping
from typing import NamedTuple

from engine.tournament.event_terms import EventTerms
from engine.tournament.field.bars import Bar
from engine.tournament.levels.structure import Structure
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
