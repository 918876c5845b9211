"""The families of events: what an event is about, and how it came about. `engine.events` lists every event."""

from abc import abstractmethod
from typing import Any

import msgspec


class EventBase(msgspec.Struct, frozen=True, gc=False, tag_field="is"):
    """The base class of all events. A `floor` reason means that the floor allowed an action that the rule book would
    have refused."""

    @abstractmethod
    def change(self, state: Any) -> Any:
        """The state after the event: a hand after an event in a hand, and a table after any other event. It never
        raises `Refused`, because the event has already happened."""


Event = EventBase
"""Any event at a table. A tournament has events of its own."""


class DealEvent(EventBase, frozen=True):
    """A hand begins."""


class RecordEvent(EventBase, frozen=True):
    """Events about the record itself, and open questions. They do not change anything on the table."""

    def change(self, state: Any) -> Any:
        """The same state."""
        return state


class Consequence(EventBase, frozen=True):
    """Events that only ever follow from another event."""


class PlayEvent(EventBase, frozen=True):
    """A seat's actions and cards. The dealer can enter them directly, and a repair can change them."""
