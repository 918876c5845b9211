"""Events: the things that have happened at a table, in the form of the record.

Old records can be read forever. Kinds and fields are added but never changed, and a new field has a default.
"""

from engine.events.base import (
    Consequence,
    DealEvent,
    EventBase,
    FloorInHand,
    HandEvent,
    PlayEvent,
    RecordEvent,
    RoomEvent,
    TableEvent,
)
from engine.events.floor import (
    ButtonMoved,
    ChipsMoved,
    FloorCalled,
    FloorCallWithdrawn,
    FloorCame,
    HandRevived,
    Overruled,
    PenaltyLifted,
    PlayerDisqualified,
    PlayerPenalised,
    StackRemoved,
    StacksSet,
)
from engine.events.hand import (
    ActionHeld,
    AntePosted,
    BetMade,
    BetsCorrected,
    BlindPosted,
    BoardDealt,
    BoardReturned,
    Called,
    CardOutOfPlay,
    CardTabled,
    Checked,
    ChipsForfeited,
    Folded,
    HandEnded,
    HandKilled,
    HandMucked,
    HandStarted,
    HandVoided,
    KillCause,
    MishapDeclared,
    PotAwarded,
    Raised,
    StreetClosed,
    StreetPrepared,
    UncalledReturned,
)
from engine.events.people import (
    AwayMarked,
    ChipsBought,
    ClockCalled,
    DealerSignedIn,
    DealerSignedOut,
    LeavePlanned,
    PinEntered,
    SeatLeft,
    SeatTaken,
)
from engine.events.record import Amended, Asked, CardHeld, QuestionPut, TakenBack, Touched
from engine.events.table import (
    ButtonDrawn,
    ButtonPlaced,
    ChipsRaced,
    CountReported,
    DeckChanged,
    HandReported,
    LevelSet,
    ModeSet,
    RaceCardDealt,
    RaceOpened,
    StacksCounted,
    StopSet,
    TableOpened,
)
from engine.terms import (
    AwardLast,
    AwardPots,
    Blinds,
    DeckAsker,
    FloorOrder,
    FloorReason,
    LiftPenalty,
    MakeDead,
    MakeLive,
    Mishap,
    MishapKind,
    Mode,
    MoveButton,
    MoveChips,
    Order,
    ReportedPot,
    Role,
    SetStacks,
    Shares,
    StreetName,
    VoidHand,
)

__all__ = [
    "ActionHeld", "Amended", "AntePosted", "AnyHandEvent", "AnyRecordEvent", "AnyTableEvent", "Asked", "AwardLast",
    "AwardPots",
    "AwayMarked", "BetMade", "BetsCorrected", "BlindPosted", "Blinds", "BoardDealt", "BoardReturned", "ButtonDrawn",
    "ButtonMoved", "ButtonPlaced", "Called", "CardHeld", "CardOutOfPlay", "CardTabled", "Checked", "ChipsBought",
    "ChipsForfeited", "ChipsMoved", "ChipsRaced", "ClockCalled", "Consequence", "CountReported", "DealEvent",
    "DealerSignedIn", "DealerSignedOut",
    "DeckAsker", "DeckChanged", "Event", "EventBase", "FloorCallWithdrawn", "FloorCalled", "FloorCame", "FloorInHand",
    "FloorOrder", "FloorReason", "Folded", "HandEnded", "HandEvent", "HandKilled", "HandMucked", "HandReported",
    "HandRevived", "HandStarted", "HandVoided", "KillCause", "LeavePlanned", "LevelSet", "LiftPenalty", "MakeDead",
    "MakeLive", "Mishap", "MishapDeclared", "MishapKind", "Mode", "ModeSet", "MoveButton", "MoveChips", "Order",
    "Overruled", "PenaltyLifted", "PinEntered", "PlayEvent", "PlayerDisqualified", "PlayerPenalised", "PotAwarded",
    "QuestionPut", "RaceCardDealt", "RaceOpened", "Raised", "RecordEvent", "ReportedPot", "Role", "RoomEvent",
    "SeatLeft", "SeatTaken", "SetStacks", "Shares", "StackRemoved", "StacksCounted", "StacksSet", "StopSet",
    "StreetClosed", "StreetName", "StreetPrepared", "TableEvent", "TableOpened", "TakenBack", "Touched",
    "UncalledReturned", "VoidHand",
]  # fmt: skip

AnyHandEvent = (
    AntePosted | BlindPosted | Folded | Checked | Called | BetMade | Raised | HandKilled | ChipsForfeited
    | BetsCorrected | UncalledReturned | StreetClosed | BoardDealt | CardTabled | HandMucked | PotAwarded | HandEnded
    | ActionHeld | Overruled | HandRevived | ChipsMoved | MishapDeclared | HandVoided | BoardReturned
    | CardOutOfPlay | StreetPrepared
)  # fmt: skip
AnyTableEvent = (
    HandStarted | StacksSet | ButtonMoved | AwayMarked | ClockCalled | PlayerPenalised | PenaltyLifted
    | PlayerDisqualified
    | StackRemoved | ModeSet | HandReported | StacksCounted | CountReported | RaceOpened | RaceCardDealt | ChipsRaced
    | TableOpened | SeatTaken | ChipsBought | SeatLeft | LeavePlanned | ButtonPlaced | ButtonDrawn | LevelSet | StopSet
    | DealerSignedIn | DealerSignedOut | FloorCalled | FloorCame | FloorCallWithdrawn | PinEntered | DeckChanged
)  # fmt: skip
AnyRecordEvent = Asked | Touched | Amended | CardHeld | QuestionPut | TakenBack
Event = AnyHandEvent | AnyTableEvent | AnyRecordEvent
