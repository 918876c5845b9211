"""The action that a step in the record began with."""

from engine.actions import TableAction
from engine.event import RecordEvent
from engine.terms import Blinds


class Asked(RecordEvent, frozen=True, tag="asked", omit_defaults=True):
    """An action that was requested. The next `events` events in the record followed from it. In a repair, they include
    the actions that were played again, each with its own events."""

    action: TableAction
    events: int
    level: Blinds | None = None
    """The level of the hand that the action deals again, if a different level is now pending for the next hand."""
    dealt: bool = False
    """Whether the action repeats the deal that was taken back, even though different players would be dealt in now."""
