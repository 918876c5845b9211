"""The families of events: what an event is about, and how it came about."""

import msgspec


class EventBase(msgspec.Struct, frozen=True, gc=False, tag_field="is"):
    """The base class of all events. A `floor` reason means that the floor allowed an action that the rule book would
    have refused."""


class HandEvent(EventBase, frozen=True):
    """Events in a deal once it has started."""


class TableEvent(EventBase, frozen=True):
    """Events that change a table outside a deal: its chips, its players, the button, or the way its hands are
    recorded."""


class DealEvent(TableEvent, frozen=True):
    """A hand begins."""


class RoomEvent(TableEvent, frozen=True):
    """Events about the room and its staff that are independent of the hand. Undo does not affect them."""


class RecordEvent(EventBase, frozen=True):
    """Events about the record itself, and open questions. They do not change anything on the table."""


class Consequence(EventBase, frozen=True):
    """Events that only ever follow from another event."""


class PlayEvent(EventBase, frozen=True):
    """A seat's actions, and cards. The dealer can enter them directly, and a repair can change them."""


class FloorInHand(HandEvent, frozen=True):
    """The floor's decisions in a hand. If cards are waiting for an answer, the question stays open."""
