"""Events: what has happened at a table, in the form in which it is recorded. Each is defined with its change to the
hand or the table.

From version 1.0 on, old records stay readable forever: kinds and fields are added but never changed, and every new
field has a default.
"""

from engine.event import Consequence, DealEvent, Event, PlayEvent, RecordEvent
from engine.events.asked import Asked
from engine.hand.events.betting import (
    AntePosted,
    BetMade,
    BlindPosted,
    Called,
    Checked,
    Folded,
    Raised,
    StreetClosed,
    UncalledReturned,
)
from engine.hand.events.cards import BoardDealt, BoardReturned, CardTabled
from engine.hand.events.ending import HandEnded, HandMucked, HandVoided, PotAwarded
from engine.hand.events.floor import (
    ActionHeld,
    BetsCorrected,
    ChipsForfeited,
    ChipsMoved,
    HandKilled,
    HandRevived,
    KillCause,
    MishapDeclared,
    Overruled,
)
from engine.hand.state import CardOutOfPlay, FloorInHand, HandEvent, HandStarted, StreetPrepared
from engine.record import Amended, CardHeld, QuestionPut, TakenBack, Touched
from engine.table.actions.chips.counts import CountReported, StacksCounted
from engine.table.actions.chips.race import ChipsRaced, RaceCardDealt, RaceOpened
from engine.table.actions.hands.overrule import ButtonMoved, PenaltyLifted, StacksSet
from engine.table.actions.hands.report_hand import HandReported
from engine.table.actions.people.arriving import ChipsBought, SeatTaken
from engine.table.actions.people.call_clock import ClockCalled
from engine.table.actions.people.leaving import LeavePlanned, SeatLeft, StackRemoved
from engine.table.actions.people.mark_away import AwayMarked
from engine.table.actions.people.penalties import PlayerDisqualified, PlayerPenalized, PlayerWarned
from engine.table.actions.setup.button import ButtonDrawn, ButtonPlaced
from engine.table.actions.setup.change_deck import DeckChanged
from engine.table.actions.setup.level import LevelSet, StopSet
from engine.table.actions.setup.mode import ModeSet
from engine.table.actions.setup.open_table import TableOpened
from engine.table.actions.staff.dealers import DealerSignedIn, DealerSignedOut, PinEntered
from engine.table.actions.staff.floor_calls import FloorCalled, FloorCallWithdrawn, FloorCame
from engine.table.state import RoomEvent, TableEvent
from engine.terms import (
    AwardLast,
    AwardPots,
    Blinds,
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

__all__ = [
    "AnyEvent", "AwardLast", "AwardPots", "Blinds", "Consequence", "DealEvent", "DeckAsker", "Event", "FloorInHand",
    "FloorOrder", "FloorOrderBase", "FloorReason", "HandEvent", "KillCause", "LiftPenalty", "MakeDead", "MakeLive",
    "Mishap", "MishapKind", "Mode", "MoveButton", "MoveChips", "PlayEvent", "RecordEvent", "ReportedPot", "Role",
    "RoomEvent", "SetStacks", "Shares", "StreetName", "TableEvent", "VoidHand",
]  # fmt: skip
"""The exported names other than the events."""

AnyEvent = (
    AntePosted | BlindPosted | Folded | Checked | Called | BetMade | Raised | HandKilled | ChipsForfeited
    | BetsCorrected | UncalledReturned | StreetClosed | BoardDealt | CardTabled | HandMucked | PotAwarded | HandEnded
    | ActionHeld | Overruled | HandRevived | ChipsMoved | MishapDeclared | HandVoided | BoardReturned
    | CardOutOfPlay | StreetPrepared
    | HandStarted | StacksSet | ButtonMoved | AwayMarked | ClockCalled | PlayerPenalized | PenaltyLifted
    | PlayerWarned | PlayerDisqualified
    | StackRemoved | ModeSet | HandReported | StacksCounted | CountReported | RaceOpened | RaceCardDealt | ChipsRaced
    | TableOpened | SeatTaken | ChipsBought | SeatLeft | LeavePlanned | ButtonPlaced | ButtonDrawn | LevelSet | StopSet
    | DealerSignedIn | DealerSignedOut | FloorCalled | FloorCame | FloorCallWithdrawn | PinEntered | DeckChanged
    | Asked | Touched | Amended | CardHeld | QuestionPut | TakenBack
)  # fmt: skip
"""Every event in a table's record."""
