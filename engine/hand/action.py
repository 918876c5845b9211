"""The base class of the actions in a hand."""

from abc import abstractmethod

from engine.action import Action
from engine.books.rulebook import RuleBook
from engine.event import Event
from engine.hand.state import Hand


class HandAction(Action, frozen=True):
    """The base class of the actions in a hand."""

    @abstractmethod
    def decide(self, hand: Hand, book: RuleBook) -> list[Event]:
        """The events that follow directly from the action, without their consequences. Raises `Refused`."""
