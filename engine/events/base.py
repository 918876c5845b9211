"""The families of events: what a fact is about, and what else is true of it."""

import msgspec


class EventBase(msgspec.Struct, frozen=True, tag_field="is"):
    """The family of all events. A `floor` reason: the floor let stand what the rule book would have refused."""


class HandEvent(EventBase, frozen=True):
    """What belongs to a deal once it has started."""


class TableEvent(EventBase, frozen=True):
    """What changes a table beside a deal: its chips, its players, the button, how its hands are told."""


class DealEvent(TableEvent, frozen=True):
    """A hand begins."""


class RoomEvent(TableEvent, frozen=True):
    """What the room and its people do, whatever becomes of the hand: no undo takes it back."""


class RecordEvent(EventBase, frozen=True):
    """What the record says of itself, and what waits for an answer: it changes nothing on the table."""


class Consequence(EventBase, frozen=True):
    """What only ever follows from something else."""


class PlayEvent(EventBase, frozen=True):
    """What a seat or a card did: a touch can say it by itself, and a repair can change it."""


class FloorInHand(HandEvent, frozen=True):
    """What the floor decides in a hand. Where cards wait, who called is still the question."""
