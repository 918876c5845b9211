"""Actions: the requests that a table can receive. An action is never a fact, because the engine may refuse it."""

from engine.actions.base import Action, PlayOn, RoomAction
from engine.actions.floor import CallFloor, Disqualify, MeetFloor, Overrule, Penalise, WithdrawCall
from engine.actions.hand import (
    BOARD,
    Answer,
    ApplyRuling,
    Bet,
    Call,
    Check,
    CloseStreet,
    ComeTo,
    CorrectBets,
    Declare,
    Fold,
    ForfeitChips,
    HandOver,
    KillHand,
    Muck,
    Push,
    PutIn,
    RaiseTo,
    SeeCard,
    StartHand,
    Straddle,
)
from engine.actions.people import (
    BuyChips,
    CallClock,
    LeaveSeat,
    MarkAway,
    NotePin,
    PlanLeave,
    SignIn,
    SignOut,
    TakeSeat,
)
from engine.actions.record import Act, Amend, Change, DropAct, InsertBefore, Redo, ReplaceAct, Undo
from engine.actions.table import (
    ChangeDeck,
    CloseRace,
    CountStacks,
    DrawButton,
    OpenRace,
    OpenTable,
    PlaceButton,
    ReportCount,
    ReportHand,
    SetLevel,
    SetMode,
    StopPlay,
)

__all__ = [
    "BOARD", "Act", "Action", "Amend", "Answer", "ApplyRuling", "Bet", "BuyChips", "Call", "CallClock", "CallFloor",
    "Change",
    "ChangeDeck", "Check", "CloseRace", "CloseStreet", "ComeTo", "CorrectBets", "CountStacks", "Declare", "Disqualify",
    "DrawButton", "DropAct", "Fold", "ForfeitChips", "HandOver", "InsertBefore", "KillHand", "LeaveSeat", "MarkAway",
    "MeetFloor", "Muck", "NotePin", "OpenRace", "OpenTable", "Overrule", "Penalise", "PlaceButton", "PlanLeave",
    "PlayOn", "Push", "PutIn", "RaiseTo", "Redo", "ReplaceAct", "ReportCount", "ReportHand", "RoomAction", "SeeCard",
    "SetLevel", "SetMode", "SignIn", "SignOut", "StartHand", "StopPlay", "Straddle",
    "TableAction", "TakeSeat", "Undo", "WithdrawCall",
]  # fmt: skip

TableAction = (
    Fold | Check | Call | Bet | RaiseTo | KillHand | ForfeitChips | CorrectBets | SeeCard | Muck | Push | Declare
    | ApplyRuling | Overrule | MarkAway | CallClock | Penalise | Disqualify
    | SetMode | ReportHand | CountStacks | ReportCount | OpenRace | CloseRace
    | PutIn | ComeTo | CloseStreet | HandOver | Answer | Amend
    | StartHand | Straddle | Undo | Redo | OpenTable | TakeSeat | BuyChips | LeaveSeat | PlanLeave | PlaceButton
    | DrawButton | SetLevel | StopPlay | SignIn | SignOut | CallFloor | MeetFloor | WithdrawCall | NotePin | ChangeDeck
)  # fmt: skip
