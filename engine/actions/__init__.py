"""The actions that a table can receive, for msgspec. An action is never a fact, because the engine may refuse it. Each
is defined with its rule."""

from engine.action import Action, PlayOn
from engine.actions.record import Act, Amend, DropAct, InsertBefore, LineRepair, Redo, ReplaceAct, Undo
from engine.actions.touches import Answer, CloseStreet, ComeTo, HandOver, PutIn, Straddle
from engine.hand.actions.betting import Bet, Call, Check, Fold, RaiseTo
from engine.hand.actions.cards import SeeCard
from engine.hand.actions.corrections import CorrectBets, ForfeitChips
from engine.hand.actions.floor import Declare, KillHand
from engine.hand.actions.showdown import Muck, Push
from engine.hand.state import BOARD
from engine.table.action import RoomAction
from engine.table.actions.chips.counts import CountStacks, ReportCount
from engine.table.actions.chips.race import CloseRace, OpenRace
from engine.table.actions.hands.overrule import Overrule
from engine.table.actions.hands.report_hand import ReportHand
from engine.table.actions.hands.ruling import ApplyRuling
from engine.table.actions.hands.start_hand import StartHand
from engine.table.actions.people.arriving import BuyChips, TakeSeat
from engine.table.actions.people.call_clock import CallClock
from engine.table.actions.people.leaving import LeaveSeat, PlanLeave
from engine.table.actions.people.mark_away import MarkAway
from engine.table.actions.people.penalties import Disqualify, Penalize, Warn
from engine.table.actions.setup.button import DrawButton, PlaceButton
from engine.table.actions.setup.change_deck import ChangeDeck
from engine.table.actions.setup.level import SetLevel, StopPlay
from engine.table.actions.setup.mode import SetMode
from engine.table.actions.setup.open_table import OpenTable
from engine.table.actions.staff.dealers import NotePin, SignIn, SignOut
from engine.table.actions.staff.floor_calls import CallFloor, MeetFloor, WithdrawCall

__all__ = [
    "BOARD", "Act", "Action", "DropAct", "InsertBefore", "LineRepair", "PlayOn", "ReplaceAct", "RoomAction",
    "TableAction",
]  # fmt: skip
"""The exported names other than the actions."""

TableAction = (
    Fold | Check | Call | Bet | RaiseTo | KillHand | ForfeitChips | CorrectBets | SeeCard | Muck | Push | Declare
    | ApplyRuling | Overrule | MarkAway | CallClock | Warn | Penalize | Disqualify
    | SetMode | ReportHand | CountStacks | ReportCount | OpenRace | CloseRace
    | PutIn | ComeTo | CloseStreet | HandOver | Answer | Amend
    | StartHand | Straddle | Undo | Redo | OpenTable | TakeSeat | BuyChips | LeaveSeat | PlanLeave | PlaceButton
    | DrawButton | SetLevel | StopPlay | SignIn | SignOut | CallFloor | MeetFloor | WithdrawCall | NotePin | ChangeDeck
)  # fmt: skip
