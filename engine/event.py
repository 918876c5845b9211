"""The base classes of actions and events, and the events about the record itself. `engine.actions` and
`engine.events` list all of them."""

from abc import abstractmethod
from typing import Any, ClassVar, Literal

import msgspec

from engine.cards import Card


class Action(msgspec.Struct, frozen=True, gc=False, tag_field="ask"):
    """An action. `seat` is the physical seat, from 1. A `floor` reason allows what the rule book would refuse."""

    is_ruling: ClassVar[bool] = False


class PlayOn(Action, frozen=True):
    """Actions that continue the hand. They are refused while the table is waiting for an answer."""


class EventBase(msgspec.Struct, frozen=True, gc=False, tag_field="is"):
    """An event. A `floor` reason means that the floor allowed an action that the rule book would have refused."""

    @abstractmethod
    def change(self, state: Any) -> Any:
        """The hand after an event in a hand, or the table after any other event. Never raises `Refused`, because the
        event has already happened."""


Event = EventBase
"""Any event at a table. A tournament has events of its own."""


class DealEvent(EventBase, frozen=True):
    """A hand begins."""


class RecordEvent(EventBase, frozen=True):
    """Events about the record itself, and open questions. They do not change anything on the table."""

    def change(self, state: Any) -> Any:
        return state


class Consequence(EventBase, frozen=True):
    """Events that only ever follow from another event."""


class PlayEvent(EventBase, frozen=True):
    """A seat's actions and cards. The dealer can enter them directly, and a repair can change them."""


class Touched(RecordEvent, frozen=True, tag="touched", omit_defaults=True):
    """One touch, which produced the next `events` events: the control touched, and the seats, total or card that it
    specified."""

    what: Literal["put-in", "come-to", "card", "close-street", "hand-over", "answer", "ruling"]
    seat: int = 0
    to: int = 0
    events: int = 0
    card: Card | None = None
    seats: tuple[int, ...] = ()


class Amended(RecordEvent, frozen=True, tag="amended"):
    """The line at `mark` was repaired. The events that follow take back everything after it and record it again. `act`
    happened instead of the line, or before it; a seat of -1 means that the card goes wherever it is due. `behind` is
    the number of events after the line. `mark` is the first pot's mark if `how` is `award`, and the deal's mark if it
    is `straddle`."""

    mark: int
    how: Literal["drop", "replace", "insert", "award", "straddle"]
    act: Literal["", "fold", "check", "call", "bet", "raise", "put-in", "card", "muck"] = ""
    seat: int = 0
    to: int = 0
    card: Card | None = None
    floor: str = ""
    behind: int = 0


class CardHeld(RecordEvent, PlayEvent, frozen=True, tag="card-held"):
    """A card was read before the callers were known. Once they are named, it goes where it is due, or to `seat`."""

    card: Card
    seat: int | None = None


class QuestionPut(RecordEvent, frozen=True, tag="question-put"):
    """The dealer must now enter the callers or the winners. With `start`, the next hand starts after the answer."""

    kind: Literal["who-called", "who-won"]
    start: bool = False


class TakenBack(RecordEvent, frozen=True, tag="taken-back"):
    """Everything after the first `to` events no longer counts. `floor` is the floor's reason if it was too late for the
    dealer to do this."""

    to: int
    floor: str = ""
