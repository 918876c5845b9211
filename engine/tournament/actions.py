"""What may be asked of a tournament. An order, never a fact: the engine may refuse it."""

import msgspec

from engine.tournament.seats import Seating
from engine.tournament.structure import Structure


class Action(msgspec.Struct, frozen=True, tag_field="do"):
    """The family of all actions. The tags of the director's are on the wire: they never change."""


class Open(Action, frozen=True, tag="open"):
    """The service starts with these settings; the tables `begun` have sent records. A new tournament gets `id`."""

    id: str
    event: str
    structure: Structure
    tables: tuple[Seating, ...]
    begun: frozenset[int] = frozenset()


class Recover(Action, frozen=True, tag="recover"):
    """The service starts: it was last known to be alive at `alive_ms` of the run before, `away_ms` ago."""

    alive_ms: int
    away_ms: int


class AdvanceDue(Action, frozen=True, tag="advance-due"):
    """Start the next level if this one has run out."""


class Start(Action, frozen=True, tag="start"):
    """Start the clock; after a crash, from where it stopped."""


class Pause(Action, frozen=True, tag="pause"):
    """Stop the clock."""


class NextLevel(Action, frozen=True, tag="next"):
    """Go to the next level or break, with all of its time."""


class PreviousLevel(Action, frozen=True, tag="previous"):
    """Go back to the level or break before, with all of its time."""


class AddTime(Action, frozen=True, tag="add-time"):
    """Lengthen the level, or shorten it by a negative amount."""

    delta_ms: int


class ApplyElapsed(Action, frozen=True, tag="apply-elapsed"):
    """After a crash: count the time that the service was away, and start."""


DirectorAction = Start | Pause | NextLevel | PreviousLevel | AddTime | ApplyElapsed
TournamentAction = Open | Recover | AdvanceDue | DirectorAction
