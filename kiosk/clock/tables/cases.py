"""A floor call as the room stores it: the state of the hand at the call, and the rulings.

The fields are part of stored records. They never change, and a new field must have a default, which is not written.
"""

import msgspec

from engine.events import AnyEvent, HandStarted
from engine.rulings.motion import BindingAct
from engine.terms import FloorReason


class CaseRuling(msgspec.Struct, frozen=True, omit_defaults=True):
    """A ruling in record `mark`. `does` is the tag of the action that was ordered, and `why` is the reason that the
    floor typed.

    For a ruling by the rule book, `act` is the binding action, `to` the seat's total, and `clause` the source.
    """

    mark: int
    at_ms: int
    does: str
    act: BindingAct = ""
    to: int = 0
    clause: str = ""
    why: str = ""
    by: str = ""


class Case(msgspec.Struct, frozen=True, omit_defaults=True):
    """A floor call in record `mark` of a table's journal, at `at_ms` in the table's wall-clock time, during hand number
    `hand`.

    `deal` is None between two hands. `players` are ids in dealing order. `by` is the floor person who came; it is empty
    until someone comes.
    """

    table: int
    mark: int
    at_ms: int
    why: FloorReason
    hand: int
    street: str = ""
    deal: HandStarted | None = None
    events: tuple[AnyEvent, ...] = ()
    players: tuple[str, ...] = ()
    rulings: tuple[CaseRuling, ...] = ()
    by: str = ""
    withdrawn: bool = False

    @property
    def is_ruled(self) -> bool:
        """Whether the case has a ruling, so that it can guide a similar call."""
        return bool(self.rulings)
