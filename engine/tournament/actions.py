"""What may be asked of a tournament. An order, never a fact: the engine may refuse it."""

from typing import Literal

import msgspec

from engine.books.rulebook import RuleBook
from engine.cards import Card
from engine.tournament.event_terms import EventTerms
from engine.tournament.field.bars import Bar
from engine.tournament.field.entries import Person, SeatAt
from engine.tournament.formats.flight import FlightResult
from engine.tournament.levels.played import Played, TableMark
from engine.tournament.levels.structure import Structure
from engine.tournament.policies import Policy, PolicyKind
from engine.tournament.prizes.money import DealShare
from engine.tournament.prizes.payouts import PayoutTable
from engine.tournament.seating.seats import Seating
from engine.tournament.tables.typings import TypedCount


class Action(msgspec.Struct, frozen=True, gc=False, tag_field="do"):
    """The family of all actions. The tags of the director's are on the wire: they never change."""


class Open(Action, frozen=True, tag="open"):
    """The service starts with these settings; the tables `begun` have sent records. A new tournament gets `id`. The run
    before was last known to be alive at `alive_ms` of its own time."""

    id: str
    event: str
    structure: Structure
    tables: tuple[Seating, ...]
    begun: frozenset[int] = frozenset()
    alive_ms: int = 0


class Recover(Action, frozen=True, tag="recover"):
    """The service starts: it was last known to be alive at `alive_ms` of the run before, `away_ms` ago."""

    alive_ms: int
    away_ms: int


class AdvanceDue(Action, frozen=True, tag="advance-due"):
    """Start the next level if this one has run out."""


class CatchUp(Action, frozen=True, tag="catch-up"):
    """Go to the highest of these levels, if the clock came back from an outage below it."""

    played: tuple[Played, ...]


class TimeHand(Action, frozen=True, tag="time-hand"):
    """Let the level clock run for the hand that is played hand for hand, or stand still where that is over."""


class Start(Action, frozen=True, tag="start"):
    """Start the clock; after a crash, from where it stopped."""


class Pause(Action, frozen=True, tag="pause"):
    """Stop the clock."""


class NextLevel(Action, frozen=True, tag="next"):
    """Go to the next level or break, with all of its time."""


class PreviousLevel(Action, frozen=True, tag="previous"):
    """Go back to the level or break before, with all of its time. The service adds the `marks` of its tables."""

    marks: tuple[TableMark, ...] = ()


class Jump(Action, frozen=True, tag="jump"):
    """Go to this entry of the structure (from 0), forward or back, with all of its time. The service adds the `marks`
    of its tables."""

    entry: int
    marks: tuple[TableMark, ...] = ()


class AddTime(Action, frozen=True, tag="add-time"):
    """Lengthen the level, or shorten it by a negative amount, so far as to end it only where it `may_end`."""

    delta_ms: int
    may_end: bool = True


class ApplyElapsed(Action, frozen=True, tag="apply-elapsed"):
    """After a crash: count the time that the service was away, and start."""


class ChangeTerms(Action, frozen=True, tag="change-terms"):
    """Other terms from now on, as far as play has not used them; None leaves one as it is. What each means is in
    `EventTerms` and `Prizes`."""

    payouts: PayoutTable | None = None
    buy_in: int | None = None
    fee: int | None = None
    currency: str | None = None
    late_levels: int | None = None
    re_entries: int | None = None
    rebuys: int | None = None
    rebuy_chips: int | None = None
    rebuy_cost: int | None = None
    bounty: int | None = None
    guarantee: int | None = None
    round_to: int | None = None
    add_on_chips: int | None = None
    add_on_cost: int | None = None
    add_on_after: int | None = None


class EditStructure(Action, frozen=True, tag="edit-structure"):
    """Change the structure: before the start all of it, afterwards what is yet to be played."""

    structure: Structure


class AddEntry(Action, frozen=True, tag="add-entry"):
    """A player buys in, or in again after going out; `player` is their id in the room's list, empty for who is
    known by the name."""

    player: str
    name: str
    captain: str = ""
    roster: tuple[Person, ...] = ()
    """Of a team; empty for a single player."""
    id_seen: bool = False
    """Of a single player."""
    bar: Bar | None = None
    """What keeps the player, the team or somebody of its roster out; the service adds it."""
    at_ms: int = 0
    """Wall time; the service adds it."""


class AddEntries(Action, frozen=True, tag="add-entries"):
    """Several players buy in together, at most `MOST_TOGETHER`: all of them, as one act, or nobody."""

    entries: tuple[AddEntry, ...]


MOST_TOGETHER = 1_000
"""They hold the clock for a quarter of a second as they enter; 500 for a third of that."""


class EnterAt(Action, frozen=True, tag="enter-at"):
    """A player buys in at this free seat: entered and seated, as one act, or neither. What a table asks for."""

    entry: AddEntry
    to: SeatAt


class AddMember(Action, frozen=True, tag="add-member"):
    """Somebody joins an entry's roster, at any time. The service adds the `bar`."""

    entry: int
    person: Person
    bar: Bar | None = None


class CheckIn(Action, frozen=True, tag="check-in"):
    """The entry is there, its ID seen."""

    entry: int


class Promote(Action, frozen=True, tag="promote"):
    """The first of the waiting list takes a place that has become free. The service adds the wall time."""

    entry: int
    at_ms: int = 0


class Forfeit(Action, frozen=True, tag="forfeit"):
    """The entry was not there at the start: it is out of the event, and owes the fee."""

    entry: int


class ClearForfeit(Action, frozen=True, tag="clear-forfeit"):
    """The fee of a forfeit is paid, or a suspension by it lifted."""

    entry: int
    what: Literal["fee", "suspension"] = "fee"


class GiveUp(Action, frozen=True, tag="give-up"):
    """An entry is given up before the start, by its own wish."""

    entry: int


class TurnAway(Action, frozen=True, tag="turn-away"):
    """Somebody is refused, with the reason; an entry of theirs that has not played is void."""

    name: str
    reason: str


class Schedule(Action, frozen=True, tag="schedule"):
    """The clock starts by itself at this wall time (UTC), unless it has been started before; None: it does not."""

    starts_ms: int | None
    at_ms: int = 0
    """Wall time of the order; the service adds it."""


class HandForHand(Action, frozen=True, tag="hand-for-hand"):
    """Every table waits after this hand until all have finished it; or plays on."""

    on: bool


class HaltTable(Action, frozen=True, tag="halt-table"):
    """A table that is short of players waits after this hand; or plays on."""

    sitting: int
    on: bool = True


class NextHand(Action, frozen=True, tag="next-hand"):
    """Hand for hand: one more at each table."""


class AddOn(Action, frozen=True, tag="add-on"):
    """An entry takes its add-on."""

    entry: int


class MakeDeal(Action, frozen=True, tag="make-deal"):
    """Those who are left divide what is still to be won; `for_winner` is played for."""

    shares: tuple[DealShare, ...]
    for_winner: int = 0


class EndFlight(Action, frozen=True, tag="end-flight"):
    """The flight is over; of entries that tie for the most chips of a table the `chosen` one goes on."""

    chosen: tuple[int, ...] = ()


class CarryOver(Action, frozen=True, tag="carry-over"):
    """Take over the finalists of these flights, by id; who comes from two of them plays the larger stack if `best`. The
    service adds their `results`."""

    flights: tuple[str, ...]
    results: tuple[FlightResult, ...] = ()
    best: bool = False


class AcceptDifference(Action, frozen=True, tag="accept-difference"):
    """The next difference of an entry that the room shows is accepted `by` somebody, by name. The service adds `at_ms`,
    wall time."""

    entry: int
    by: str = ""
    at_ms: int = 0


class CountBag(Action, frozen=True, tag="count-bag"):
    """The bag of an entry that goes on was counted; another count than the record's is taken only to `adjust` it."""

    entry: int
    chips: int
    adjust: bool = False


class VoidEntry(Action, frozen=True, tag="void-entry"):
    """The entry was a mistake, or is refunded, before it has played."""

    entry: int


class Rebuy(Action, frozen=True, tag="rebuy"):
    """An entry buys chips; who has none left may buy twice in one go (`times`), and stays in."""

    entry: int
    times: int = 1


class SendPurchases(Action, frozen=True, tag="send-purchases"):
    """The entry left its table before chips that it bought were handed out: it is given them where it is now."""

    entry: int


class BookUnbooked(Action, frozen=True, tag="book-unbooked"):
    """Book an entry for the player whom the dealer of a sitting seated as `player`. Who brought something else than the
    starting stack is booked where it is to `adjust` the chips issued."""

    sitting: int
    player: str
    adjust: bool = False


class SeatAgain(Action, frozen=True, tag="seat-again"):
    """The entry is not where it was booked: it belongs where it sits now; or, where its table let it go, at a free seat
    of another one, drawn if `to` is None."""

    entry: int
    to: SeatAt | None = None


class OpenTable(Action, frozen=True, tag="open-table"):
    """Use a physical table in this tournament; `typed` if it has no kiosk and the director types what it has."""

    table: int
    seat_count: int
    typed: bool = False


class TypeTable(Action, frozen=True, tag="type-table"):
    """What everybody at a typed table has after so many `hands`, and where the button is; who has 0 is out. Counts that
    do not add up are taken where they `adjust` the chips in play. The service adds `at_ms`, wall time."""

    sitting: int
    counts: tuple[TypedCount, ...]
    hands: int
    button: int
    adjust: bool = False
    at_ms: int = 0


class PrepareDraw(Action, frozen=True, tag="prepare-draw"):
    """Commit to the seeds of draws, before any; `seed` is their root."""

    seed: str


class DrawSeats(Action, frozen=True, tag="draw-seats"):
    """Draw a seat for every entry that has none; by the `cards` that they drew, in the order of entry."""

    cards: tuple[Card, ...] = ()


class SeatEntry(Action, frozen=True, tag="seat-entry"):
    """Seat one late entry at a free seat; drawn if `to` is None."""

    entry: int
    to: SeatAt | None = None


class MoveEntry(Action, frozen=True, tag="move-entry"):
    """Move a seated entry to a free seat."""

    entry: int
    to: SeatAt


class UseSeat(Action, frozen=True, tag="use-seat"):
    """Take a seat that nobody has out of use, so that nobody is seated there; or put it back."""

    seat: SeatAt
    on: bool = True


class PinEntry(Action, frozen=True, tag="pin-entry"):
    """An entry keeps the seat that it has: no balance takes it away, and new seats for all leave it there. Or it is
    moved like everybody else again."""

    entry: int
    on: bool = True


class DrawnCard(msgspec.Struct, frozen=True, gc=False):
    """The card that a seat drew."""

    seat: int
    card: Card


class BreakTable(Action, frozen=True, tag="break-table"):
    """Draw seats at the other tables for everyone at this one; by the `cards` that its players drew, in this order."""

    sitting: int
    cards: tuple[DrawnCard, ...] = ()


class SetBreakOrder(Action, frozen=True, tag="set-break-order"):
    """Break these physical tables first, in this order; without any, the rule book's order."""

    tables: tuple[int, ...] = ()


class SetPolicy(Action, frozen=True, tag="set-policy"):
    """What the clock does with proposals of this kind from now on."""

    kind: PolicyKind
    policy: Policy


class Create(Action, frozen=True, tag="create"):
    """Set up a new tournament."""

    id: str
    name: str
    book: RuleBook
    structure: Structure
    terms: EventTerms
    seed: str = ""
    """The root of the draws' seeds; the service rolls one where there is none."""
    tables: tuple[OpenTable, ...] = ()
    """Opened with it, but for those that it cannot use."""
    policies: tuple[SetPolicy, ...] = ()


class Redraw(Action, frozen=True, tag="redraw"):
    """Everybody who is left draws a new seat, at these physical tables of so many `seats`; without any, at as few of
    the open ones as will do. In a shoot-out it begins the next round."""

    tables: tuple[int, ...] = ()
    seats: int = 0


class CloseTable(Action, frozen=True, tag="close-table"):
    """Everyone has left the table: it is free for another tournament."""

    sitting: int


class ConfirmBust(Action, frozen=True, tag="confirm-bust"):
    """The entry is out, with those that went out at the same moment; earlier ones must be confirmed before. Its last
    chips went to the entries `by`, whatever its table says; empty: as its table says. Of one that is out already, this
    puts right who took them."""

    entry: int
    by: tuple[int, ...] = ()


class End(Action, frozen=True, tag="end"):
    """One entry is left: pay, and close the books."""


class Undo(Action, frozen=True, tag="undo"):
    """Take back one act. Acts that depend on it must be taken back before."""

    act: int


class UndoClock(Action, frozen=True, tag="undo-clock"):
    """Take back the last act on the clock. The service adds the `marks` of its tables."""

    marks: tuple[TableMark, ...] = ()


ClockAction = Start | Pause | NextLevel | PreviousLevel | Jump | AddTime | ApplyElapsed
DirectorAction = ClockAction | UndoClock
ClockOrder = Recover | AdvanceDue | CatchUp | TimeHand | DirectorAction
RoomAction = (
    Create | AddEntry | VoidEntry | OpenTable | PrepareDraw | DrawSeats | SeatEntry | MoveEntry | BreakTable
    | CloseTable | ConfirmBust | End | Undo | EditStructure | Rebuy | SendPurchases
    | TypeTable | BookUnbooked | SeatAgain | AddMember | CheckIn | Promote | Forfeit | ClearForfeit | GiveUp | TurnAway
    | Schedule | EndFlight | CarryOver | HandForHand | NextHand | AddOn | MakeDeal
    | AcceptDifference | CountBag | Redraw | HaltTable | SetBreakOrder | ChangeTerms | SetPolicy
    | UseSeat | PinEntry
)  # fmt: skip
DirectorOrder = (
    DirectorAction | AddEntry | AddEntries | VoidEntry | OpenTable | PrepareDraw | DrawSeats | SeatEntry | MoveEntry
    | BreakTable | CloseTable | ConfirmBust | End | Undo | EditStructure | Rebuy | SendPurchases
    | TypeTable | BookUnbooked | SeatAgain | AddMember | CheckIn | Promote | Forfeit | ClearForfeit | GiveUp | TurnAway
    | Schedule | EndFlight | CarryOver | HandForHand | NextHand | AddOn | MakeDeal
    | AcceptDifference | CountBag | Redraw | HaltTable | SetBreakOrder | ChangeTerms | SetPolicy
    | UseSeat | PinEntry
)  # fmt: skip
"""What a page or the command line may ask for."""
TournamentAction = Open | ClockOrder | AddEntries | EnterAt | RoomAction
