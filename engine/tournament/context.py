"""What an action is decided on besides the tournament itself."""

from collections.abc import Mapping
from typing import NamedTuple

from engine.tournament.event_terms import EventTerms
from engine.tournament.field.bars import Bar
from engine.tournament.levels.structure import Structure
from engine.tournament.tables.facts import Tables


class Context(NamedTuple):
    """The structure and terms of the tournament, the service's time, what the tables say, and what the room says."""

    structure: Structure
    terms: EventTerms
    now_ms: int
    tables: Tables
    wall_ms: int = 0
    """Wall time; 0 where nobody asks for it."""
    bars: Mapping[int, Bar] = {}
    """Of the entries without a seat, those that are kept out, by number."""
