"""The base classes of actions and events, and the events about the record itself. `engine.actions` and
`engine.events` list all of them."""

from abc import abstractmethod
from typing import Any, ClassVar, Literal

import msgspec

from engine.cards import Card


class Action(msgspec.Struct, frozen=True, gc=False, tag_field="ask"):
    """The base class of all actions. `seat` is the physical seat, from 1. If a `floor` reason is given, it allows an
    action that the rule book would refuse, and it is recorded with the event."""

    is_ruling: ClassVar[bool] = False
    """Whether the action counts as a ruling by the floor."""


class PlayOn(Action, frozen=True):
    """Actions that continue the hand. They are refused while the table is waiting for an answer."""


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


class Touched(RecordEvent, frozen=True, tag="touched", omit_defaults=True):
    """One touch that produced several events: the next `events` events in the record.

    The fields give the control that was touched, and the seats, the total or the card that the touch specified.
    """

    what: Literal["put-in", "come-to", "card", "close-street", "hand-over", "answer", "ruling"]
    seat: int = 0
    to: int = 0
    events: int = 0
    card: Card | None = None
    seats: tuple[int, ...] = ()


class Amended(RecordEvent, frozen=True, tag="amended"):
    """The line at `mark` in this table's record was repaired. The next events take back what followed and record it
    again.

    `act` happened instead of the line, or before it; a seat of -1 leaves the card's place open. `behind` is the number
    of lines that came after it. If `how` is `award`, the floor awarded the pots differently, and the line is the first
    pot. If `how` is `straddle`, the line is the deal.
    """

    mark: int
    how: Literal["drop", "replace", "insert", "award", "straddle"]
    act: Literal["", "fold", "check", "call", "bet", "raise", "put-in", "card", "muck"] = ""
    seat: int = 0
    to: int = 0
    card: Card | None = None
    floor: str = ""
    behind: int = 0


class CardHeld(RecordEvent, PlayEvent, frozen=True, tag="card-held"):
    """A card was read before the callers were known. Once they are named, it goes to the place where it is due, or to
    `seat`."""

    card: Card
    seat: int | None = None


class QuestionPut(RecordEvent, frozen=True, tag="question-put"):
    """The dealer ended the street or the hand and must now enter the callers or the winners. With `start`, the next
    hand follows the answer."""

    kind: Literal["who-called", "who-won"]
    start: bool = False


class TakenBack(RecordEvent, frozen=True, tag="taken-back"):
    """Everything after the first `to` events of this table's record no longer counts. `floor` is the floor's reason if
    it was too late for the dealer to do this."""

    to: int
    floor: str = ""
