"""A call of the floor as the room keeps it: the hand as it stood, and what was ruled. Its fields are the record's: they
never change, and new ones have a default that is left out."""

import msgspec

from engine.events import Event, HandStarted
from engine.rulings.motion import BindingAct
from engine.terms import FloorReason


class CaseRuling(msgspec.Struct, frozen=True, omit_defaults=True):
    """What was ordered in record `mark`, by the tag of the action: for a ruling of the book the `act` that binds and
    the seat's total, and the clause; `why` is what the floor typed."""

    mark: int
    at_ms: int
    does: str
    act: BindingAct = ""
    to: int = 0
    clause: str = ""
    why: str = ""
    by: str = ""


class Case(msgspec.Struct, frozen=True, omit_defaults=True):
    """A call in record `mark` of a table's journal, at `at_ms` of its wall time, in its hand number `hand`; `deal` is
    None between two hands. `players` are ids in the order of the deal. `by` came; it is empty while nobody has."""

    table: int
    mark: int
    at_ms: int
    why: FloorReason
    hand: int
    street: str = ""
    deal: HandStarted | None = None
    events: tuple[Event, ...] = ()
    players: tuple[str, ...] = ()
    rulings: tuple[CaseRuling, ...] = ()
    by: str = ""
    withdrawn: bool = False

    @property
    def is_ruled(self) -> bool:
        """Whether it says anything about another one like it."""
        return bool(self.rulings)
