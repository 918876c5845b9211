"""The base classes of the actions at a table."""

from abc import abstractmethod

from engine.action import Action
from engine.event import Event
from engine.table.state import Table


class TableActionBase(Action, frozen=True):
    """The base class of the actions at a table that do not belong to the betting of a hand."""

    @abstractmethod
    def decide(self, table: Table) -> list[Event]:
        """The events that follow from the action. Raises `Refused`."""


class RoomAction(TableActionBase, frozen=True):
    """Actions by the room and its staff that are independent of the hand. Undo does not affect them."""
