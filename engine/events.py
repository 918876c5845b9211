"""Events: what has happened at a table, as recorded. Each is defined together with the change that it makes to the hand
or the table.

From version 1.0 on, old records stay readable forever: kinds and fields are added but never changed, and every new
field has a default.
"""

from engine.actions import TableAction
from engine.event import (
    Amended,
    CardHeld,
    Consequence,
    DealEvent,
    Event,
    PlayEvent,
    QuestionPut,
    RecordEvent,
    TakenBack,
    Touched,
)
from engine.hand.events import (
    ActionHeld,
    AntePosted,
    BetMade,
    BetsCorrected,
    BlindPosted,
    BoardDealt,
    BoardReturned,
    Called,
    CardTabled,
    Checked,
    ChipsForfeited,
    ChipsMoved,
    Folded,
    HandEnded,
    HandKilled,
    HandMucked,
    HandRevived,
    HandVoided,
    KillCause,
    MishapDeclared,
    Overruled,
    PotAwarded,
    Raised,
    StreetClosed,
    UncalledReturned,
)
from engine.hand.state import CardOutOfPlay, FloorInHand, HandEvent, HandStarted, StreetPrepared
from engine.table.actions import chips, hands, penalties, people, setup, staff, time_chips
from engine.table.state import RoomEvent, TableEvent
from engine.terms import (
    AwardLast,
    AwardPots,
    Blinds,
    ChangeSeat,
    DeckAsker,
    FloorOrder,
    FloorOrderBase,
    FloorReason,
    LiftPenalty,
    MakeDead,
    MakeLive,
    Mishap,
    MishapKind,
    Mode,
    MoveButton,
    MoveChips,
    ReportedPot,
    Role,
    SetStacks,
    Shares,
    StreetName,
    VoidHand,
)


class Asked(RecordEvent, frozen=True, tag="asked", omit_defaults=True):
    """An action that was requested. The next `events` events in the record followed from it. In a repair, they include
    the actions that were played again, each with its own events."""

    action: TableAction
    events: int
    level: Blinds | None = None
    """The level of the hand that the action deals again, if a different level is now pending for the next hand."""
    dealt: bool = False
    """Whether the action repeats the deal that was taken back, even though different players would be dealt in now."""


__all__ = [
    "AnyEvent", "AwardLast", "AwardPots", "Blinds", "ChangeSeat", "Consequence", "DealEvent", "DeckAsker", "Event",
    "FloorInHand", "FloorOrder", "FloorOrderBase", "FloorReason", "HandEvent", "KillCause", "LiftPenalty", "MakeDead",
    "MakeLive", "Mishap", "MishapKind", "Mode", "MoveButton", "MoveChips", "PlayEvent", "RecordEvent", "ReportedPot",
    "Role", "RoomEvent", "SetStacks", "Shares", "StreetName", "TableEvent", "VoidHand",
]  # fmt: skip

AnyEvent = (
    AntePosted | BlindPosted | Folded | Checked | Called | BetMade | Raised | HandKilled | ChipsForfeited
    | BetsCorrected | UncalledReturned | StreetClosed | BoardDealt | CardTabled | HandMucked | PotAwarded | HandEnded
    | ActionHeld | Overruled | HandRevived | ChipsMoved | MishapDeclared | HandVoided | BoardReturned | CardOutOfPlay
    | StreetPrepared | HandStarted | Asked | Touched | Amended | CardHeld | QuestionPut | TakenBack
    | chips.Events | hands.Events | penalties.Events | people.Events | setup.Events | staff.Events
    | time_chips.Events
)  # fmt: skip
