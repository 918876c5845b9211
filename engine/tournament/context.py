"""What an action is decided on besides the tournament itself."""

from typing import NamedTuple

from engine.tournament.event_terms import EventTerms
from engine.tournament.levels.structure import Structure
from engine.tournament.tables.facts import Tables


class Context(NamedTuple):
    """The structure and terms of the tournament, the service's time, and what the tables say."""

    structure: Structure
    terms: EventTerms
    now_ms: int
    tables: Tables
    wall_ms: int = 0
    """Wall time; 0 where nobody asks for it."""
