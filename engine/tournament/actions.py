"""The actions that can be requested of a tournament, for msgspec. An action is an order, not a fact: the engine may
refuse it. Each is defined in `orders`, with its rule and its events."""

from engine.tournament.orders.field.absence import ClearForfeit, Forfeit, GiveUp, Schedule, TurnAway
from engine.tournament.orders.field.booking import BookUnbooked, SeatAgain
from engine.tournament.orders.field.entries import AddEntry, AddMember, CheckIn, Promote, VoidEntry
from engine.tournament.orders.field.purchases import AddOn, Rebuy, SendPurchases
from engine.tournament.orders.field.together import AddEntries, EnterAt
from engine.tournament.orders.play.clock import (
    AddTime,
    ApplyElapsed,
    CatchUp,
    Pause,
    Recover,
    Start,
    TimeHand,
    UndoClock,
)
from engine.tournament.orders.play.halt_table import HaltTable
from engine.tournament.orders.play.hand_for_hand import HandForHand, NextHand
from engine.tournament.orders.play.levels import AdvanceDue, Jump, NextLevel, PreviousLevel
from engine.tournament.orders.play.pause_table import PauseTable
from engine.tournament.orders.results.busts import ConfirmBust, End
from engine.tournament.orders.results.custody import AcceptDifference, CountBag
from engine.tournament.orders.results.deal import MakeDeal
from engine.tournament.orders.results.flights import CarryOver, EndFlight
from engine.tournament.orders.seating.breaks import BreakTable, SetBreakOrder
from engine.tournament.orders.seating.draws import PrepareDraw
from engine.tournament.orders.seating.places import PinEntry, UseSeat
from engine.tournament.orders.seating.redraw import Redraw
from engine.tournament.orders.seating.seats import DrawSeats, MoveEntry, SeatEntry
from engine.tournament.orders.seating.tables import CloseTable, TypeTable, UseTable
from engine.tournament.orders.setup.create import Create
from engine.tournament.orders.setup.policies import SetPolicy
from engine.tournament.orders.setup.structure import EditStructure
from engine.tournament.orders.setup.terms import ChangeTerms
from engine.tournament.orders.setup.undo import UndoAct

ClockAction = Start | Pause | NextLevel | PreviousLevel | Jump | AddTime | ApplyElapsed

DirectorAction = ClockAction | UndoClock

ClockOrder = Recover | AdvanceDue | CatchUp | TimeHand | DirectorAction

RoomOrder = (
    Create | AddEntry | VoidEntry | UseTable | PrepareDraw | DrawSeats | SeatEntry | MoveEntry | BreakTable
    | CloseTable | ConfirmBust | End | UndoAct | EditStructure | Rebuy | SendPurchases
    | TypeTable | BookUnbooked | SeatAgain | AddMember | CheckIn | Promote | Forfeit | ClearForfeit | GiveUp | TurnAway
    | Schedule | EndFlight | CarryOver | HandForHand | NextHand | AddOn | MakeDeal
    | AcceptDifference | CountBag | Redraw | HaltTable | SetBreakOrder | ChangeTerms | SetPolicy
    | UseSeat | PinEntry | PauseTable
)  # fmt: skip

DirectorOrder = (
    DirectorAction | AddEntry | AddEntries | VoidEntry | UseTable | PrepareDraw | DrawSeats | SeatEntry | MoveEntry
    | BreakTable | CloseTable | ConfirmBust | End | UndoAct | EditStructure | Rebuy | SendPurchases
    | TypeTable | BookUnbooked | SeatAgain | AddMember | CheckIn | Promote | Forfeit | ClearForfeit | GiveUp | TurnAway
    | Schedule | EndFlight | CarryOver | HandForHand | NextHand | AddOn | MakeDeal
    | AcceptDifference | CountBag | Redraw | HaltTable | SetBreakOrder | ChangeTerms | SetPolicy
    | UseSeat | PinEntry | PauseTable
)  # fmt: skip
"""The actions that a page or the command line may request."""

TournamentAction = ClockOrder | AddEntries | EnterAt | RoomOrder
