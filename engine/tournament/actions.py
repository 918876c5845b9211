"""The actions that can be requested of a tournament, and its events, as types that msgspec encodes and decodes.

An action is an order, not a fact: the engine may refuse it. Each is defined in `orders`, with its rule and its events.
Tags and field names of events are part of the journal and never change.
"""

from engine.tournament.orders.field.absence import (
    ClearForfeit,
    EntryForfeited,
    Forfeit,
    ForfeitCleared,
    GiveUp,
    PersonTurnedAway,
    Schedule,
    StartScheduled,
    TurnAway,
)
from engine.tournament.orders.field.booking import AddEntries, BookUnbooked, EnterAt, SeatAgain, UnbookedBooked
from engine.tournament.orders.field.entries import (
    AddEntry,
    AddMember,
    CheckIn,
    EntryAdded,
    EntryCheckedIn,
    EntryPromoted,
    EntryVoided,
    MemberAdded,
    Promote,
    VoidEntry,
)
from engine.tournament.orders.field.purchases import AddOn, AddOnTaken, PurchasesSent, Rebought, Rebuy, SendPurchases
from engine.tournament.orders.play.clock import (
    AddTime,
    ApplyElapsed,
    CatchUp,
    ClockHalted,
    ClockPaused,
    ClockStarted,
    ClockUndone,
    ElapsedApplied,
    HandTimed,
    LevelReached,
    Pause,
    Recover,
    Start,
    TimeAdded,
    TimeHand,
    UndoClock,
)
from engine.tournament.orders.play.levels import AdvanceDue, Jump, LevelStarted, NextLevel, PreviousLevel
from engine.tournament.orders.play.stops import (
    BarrierSet,
    HaltTable,
    HandForHand,
    NextHand,
    PauseTable,
    PauseTables,
    TableHalted,
    TablePaused,
)
from engine.tournament.orders.results.busts import (
    ConfirmBust,
    DealMade,
    End,
    EntriesOut,
    HeadCredited,
    MakeDeal,
    TournamentEnded,
)
from engine.tournament.orders.results.custody import AcceptDifference, BagCounted, CountBag, DifferenceAccepted
from engine.tournament.orders.results.flights import CarriedOver, CarryOver, EndFlight, FlightEnded
from engine.tournament.orders.seating.breaks import BreakOrderSet, BreakTable, SetBreakOrder, TableBroken
from engine.tournament.orders.seating.redraw import Redraw, SeatsRedrawn
from engine.tournament.orders.seating.seats import (
    DrawPrepared,
    DrawSeats,
    EntryMoved,
    EntryPinSet,
    EntrySeated,
    MoveEntry,
    PinEntry,
    PrepareDraw,
    SeatEntry,
    SeatsDrawn,
    SeatUseSet,
    UseSeat,
)
from engine.tournament.orders.seating.tables import (
    CloseTable,
    SittingClosed,
    SittingOpened,
    TableTyped,
    TypeTable,
    UseTable,
)
from engine.tournament.orders.setup.create import Create, PolicySet, SetPolicy, TournamentCreated
from engine.tournament.orders.setup.edits import ChangeTerms, EditStructure, StructureChanged, TermsChanged
from engine.tournament.orders.setup.undo import ActUndone, UndoAct
from engine.tournament.state import Ordered

DirectorAction = Start | Pause | NextLevel | PreviousLevel | Jump | AddTime | ApplyElapsed | UndoClock

ClockOrder = Recover | AdvanceDue | CatchUp | TimeHand | DirectorAction

SharedOrder = (
    VoidEntry | UseTable | PrepareDraw | DrawSeats | SeatEntry | MoveEntry | BreakTable
    | CloseTable | ConfirmBust | End | UndoAct | EditStructure | Rebuy | SendPurchases
    | TypeTable | BookUnbooked | SeatAgain | AddMember | CheckIn | Promote | Forfeit | ClearForfeit | GiveUp | TurnAway
    | Schedule | EndFlight | CarryOver | HandForHand | NextHand | AddOn | MakeDeal
    | AcceptDifference | CountBag | Redraw | HaltTable | SetBreakOrder | ChangeTerms | SetPolicy
    | UseSeat | PinEntry | PauseTable | PauseTables
)  # fmt: skip
"""The orders in both of the next two lists. A new order belongs here."""

RoomOrder = Create | AddEntry | SharedOrder

DirectorOrder = DirectorAction | AddEntry | AddEntries | SharedOrder
"""The actions that a page or the command line may request."""

TournamentAction = ClockOrder | AddEntries | EnterAt | RoomOrder

TournamentEvent = (
    StructureChanged | ClockStarted | ClockPaused | LevelStarted | TimeAdded
    | ClockHalted | ElapsedApplied | Ordered | TournamentCreated | EntryAdded | EntryVoided | SittingOpened
    | DrawPrepared | SeatsDrawn | EntrySeated | EntryMoved | TableBroken | SittingClosed | EntriesOut
    | TournamentEnded | ActUndone | LevelReached | HandTimed | ClockUndone | Rebought | PurchasesSent
    | TableTyped | UnbookedBooked | MemberAdded | EntryCheckedIn | EntryPromoted | EntryForfeited | ForfeitCleared
    | PersonTurnedAway | StartScheduled | FlightEnded | CarriedOver | BarrierSet | AddOnTaken | DealMade
    | DifferenceAccepted | BagCounted | SeatsRedrawn | TableHalted | HeadCredited | BreakOrderSet
    | SeatUseSet | EntryPinSet
    | TermsChanged | PolicySet | TablePaused
)  # fmt: skip
