"""The events of a tournament, for msgspec. Each is defined in `orders`. Tags and field names are part of the journal
and never change."""

from engine.tournament.orders.field.absence import EntryForfeited, ForfeitCleared, PersonTurnedAway, StartScheduled
from engine.tournament.orders.field.booking import UnbookedBooked
from engine.tournament.orders.field.entries import EntryAdded, EntryCheckedIn, EntryPromoted, EntryVoided, MemberAdded
from engine.tournament.orders.field.purchases import AddOnTaken, PurchasesSent, Rebought
from engine.tournament.orders.play.clock import (
    ClockHalted,
    ClockPaused,
    ClockStarted,
    ClockUndone,
    ElapsedApplied,
    HandTimed,
    LevelReached,
    TimeAdded,
)
from engine.tournament.orders.play.halt_table import TableHalted
from engine.tournament.orders.play.hand_for_hand import BarrierSet
from engine.tournament.orders.play.levels import LevelStarted
from engine.tournament.orders.play.pause_table import TablePaused
from engine.tournament.orders.results.busts import EntriesOut, HeadCredited, TournamentEnded
from engine.tournament.orders.results.custody import BagCounted, DifferenceAccepted
from engine.tournament.orders.results.deal import DealMade
from engine.tournament.orders.results.flights import CarriedOver, FlightEnded
from engine.tournament.orders.seating.breaks import BreakOrderSet, TableBroken
from engine.tournament.orders.seating.draws import DrawPrepared
from engine.tournament.orders.seating.places import EntryPinSet, SeatUseSet
from engine.tournament.orders.seating.redraw import SeatsRedrawn
from engine.tournament.orders.seating.seats import EntryMoved, EntrySeated, SeatsDrawn
from engine.tournament.orders.seating.tables import SittingClosed, SittingOpened, TableTyped
from engine.tournament.orders.setup.create import TournamentCreated
from engine.tournament.orders.setup.policies import PolicySet
from engine.tournament.orders.setup.structure import StructureChanged
from engine.tournament.orders.setup.terms import TermsChanged
from engine.tournament.orders.setup.undo import ActUndone
from engine.tournament.state import Ordered

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
