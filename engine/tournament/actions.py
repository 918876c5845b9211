"""The actions that can be requested of a tournament. An action is an order, not a fact: the engine may refuse it."""

from typing import Literal

import msgspec

from engine.books.rulebook import RuleBook
from engine.cards import Card
from engine.tournament.event_terms import EventTerms
from engine.tournament.field.bars import Bar
from engine.tournament.field.entries import Person, SeatAt
from engine.tournament.formats.flight import FlightResult
from engine.tournament.levels.played import PlayedLevel, TableMark
from engine.tournament.levels.structure import Structure
from engine.tournament.policies import Policy, PolicyKind
from engine.tournament.prizes.money import DealShare
from engine.tournament.prizes.payouts import PayoutTable
from engine.tournament.tables.typings import TypedCount


class TournamentActionBase(msgspec.Struct, frozen=True, gc=False, tag_field="do"):
    """The base class of all actions. The tags of the director's actions are part of the wire format and never
    change."""


class Recover(TournamentActionBase, frozen=True, tag="recover"):
    """The service starts. It was last known to be alive at `alive_ms` in the previous run's time, `away_ms` ago."""

    alive_ms: int
    away_ms: int


class AdvanceDue(TournamentActionBase, frozen=True, tag="advance-due"):
    """Start the next level if this one has run out."""


class CatchUp(TournamentActionBase, frozen=True, tag="catch-up"):
    """Go to the highest of these levels if the clock came back from an outage at a lower level."""

    played: tuple[PlayedLevel, ...]


class TimeHand(TournamentActionBase, frozen=True, tag="time-hand"):
    """Let the level clock run for the hand that is being played hand for hand, or hold it if that hand is over."""


class Start(TournamentActionBase, frozen=True, tag="start"):
    """Start the clock. After a crash, it continues from the time at which it stopped."""


class Pause(TournamentActionBase, frozen=True, tag="pause"):
    """Stop the clock."""


class NextLevel(TournamentActionBase, frozen=True, tag="next"):
    """Go to the next level or break, with its full time."""


class PreviousLevel(TournamentActionBase, frozen=True, tag="previous"):
    """Go back to the previous level or break, with its full time. The service adds the `marks` of its tables."""

    marks: tuple[TableMark, ...] = ()


class Jump(TournamentActionBase, frozen=True, tag="jump"):
    """Go to this entry of the structure (from 0), forward or back, with its full time. The service adds the `marks` of
    its tables."""

    entry: int
    marks: tuple[TableMark, ...] = ()


class AddTime(TournamentActionBase, frozen=True, tag="add-time"):
    """Lengthen the level; a negative amount shortens it. It may be shortened so far that it ends only if `may_end` is
    set."""

    delta_ms: int
    may_end: bool = True


class ApplyElapsed(TournamentActionBase, frozen=True, tag="apply-elapsed"):
    """After a crash, count the time for which the service was down, and start the clock."""


class ChangeTerms(TournamentActionBase, frozen=True, tag="change-terms"):
    """Change the terms from now on, as long as play has not used them yet. None leaves a term unchanged. `EventTerms`
    and `Prizes` explain each term."""

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


class EditStructure(TournamentActionBase, frozen=True, tag="edit-structure"):
    """Change the structure. Before the start, all of it may be changed; afterward, only the part that has not been
    played."""

    structure: Structure


class AddEntry(TournamentActionBase, frozen=True, tag="add-entry"):
    """A player buys in, or buys in again after going out. `player` is their id in the room's list; it is empty for a
    player identified only by name."""

    player: str
    name: str
    captain: str = ""
    roster: tuple[Person, ...] = ()
    """The roster of a team; empty for a single player."""
    id_seen: bool = False
    """Whether a single player's ID was seen. For a team, the roster says so."""
    bar: Bar | None = None
    """The bar against the player, the team or anyone on its roster. The service adds it."""
    at_ms: int = 0
    """The wall-clock time. The service adds it."""


class AddEntries(TournamentActionBase, frozen=True, tag="add-entries"):
    """Several players buy in together, at most `MOST_TOGETHER` of them. They enter in a single action: either all of
    them enter, or none do."""

    entries: tuple[AddEntry, ...]


MOST_TOGETHER = 1_000
"""The maximum number of entries that may be added together. This many hold up the clock for a quarter of a second; 500
take a third of that time."""


class EnterAt(TournamentActionBase, frozen=True, tag="enter-at"):
    """A player buys in at this free seat. Entering and seating are a single action, so that either both happen or
    neither does. Tables send this action."""

    entry: AddEntry
    to: SeatAt


class AddMember(TournamentActionBase, frozen=True, tag="add-member"):
    """A person joins an entry's roster, at any time. The service adds the `bar`."""

    entry: int
    person: Person
    bar: Bar | None = None


class CheckIn(TournamentActionBase, frozen=True, tag="check-in"):
    """The entry has checked in and its ID was seen."""

    entry: int


class Promote(TournamentActionBase, frozen=True, tag="promote"):
    """The first entry on the waiting list takes a place that has become free. The service adds the wall-clock time."""

    entry: int
    at_ms: int = 0


class Forfeit(TournamentActionBase, frozen=True, tag="forfeit"):
    """The entry was not there at the start, so it is out of the event and owes the fee."""

    entry: int


class ClearForfeit(TournamentActionBase, frozen=True, tag="clear-forfeit"):
    """The fee for a forfeit is paid, or the suspension that it caused is lifted."""

    entry: int
    what: Literal["fee", "suspension"] = "fee"


class GiveUp(TournamentActionBase, frozen=True, tag="give-up"):
    """An entry withdraws before the start, at its own request."""

    entry: int


class TurnAway(TournamentActionBase, frozen=True, tag="turn-away"):
    """Refuse entry to a person, and record the reason. If the person has an entry that has not played, it becomes
    void."""

    name: str
    reason: str


class Schedule(TournamentActionBase, frozen=True, tag="schedule"):
    """The clock starts by itself at this wall-clock time (UTC) unless it is started earlier. None cancels the automatic
    start."""

    starts_ms: int | None
    at_ms: int = 0
    """The wall-clock time of the order. The service adds it."""


class HandForHand(TournamentActionBase, frozen=True, tag="hand-for-hand"):
    """Every table waits after this hand until all of them have finished it, or all tables play on."""

    on: bool


class HaltTable(TournamentActionBase, frozen=True, tag="halt-table"):
    """A table that is short of players stops and waits after this hand, or plays on."""

    sitting: int
    on: bool = True


class NextHand(TournamentActionBase, frozen=True, tag="next-hand"):
    """During hand for hand, let each table play one more hand."""


class AddOn(TournamentActionBase, frozen=True, tag="add-on"):
    """An entry takes its add-on."""

    entry: int


class MakeDeal(TournamentActionBase, frozen=True, tag="make-deal"):
    """The remaining players divide the prizes still to be won. `for_winner` is the money left to play for."""

    shares: tuple[DealShare, ...]
    for_winner: int = 0


class EndFlight(TournamentActionBase, frozen=True, tag="end-flight"):
    """The flight is over. If several entries tie for the most chips at a table, the `chosen` one advances."""

    chosen: tuple[int, ...] = ()


class CarryOver(TournamentActionBase, frozen=True, tag="carry-over"):
    """Take over the finalists of these flights, which are given by id. With `best`, a player who qualified in two of
    them plays the larger stack. The service adds their `results`."""

    flights: tuple[str, ...]
    results: tuple[FlightResult, ...] = ()
    best: bool = False


class AcceptDifference(TournamentActionBase, frozen=True, tag="accept-difference"):
    """Accept the entry's next difference that the room shows; `by` is the name of the person who signs for it. The
    service adds `at_ms`, the wall-clock time."""

    entry: int
    by: str = ""
    at_ms: int = 0


class CountBag(TournamentActionBase, frozen=True, tag="count-bag"):
    """The bag of an entry that advances was counted. A count that differs from the record is accepted only with
    `adjust`."""

    entry: int
    chips: int
    adjust: bool = False


class VoidEntry(TournamentActionBase, frozen=True, tag="void-entry"):
    """Void an entry that was a mistake, or that is refunded before it has played."""

    entry: int


class Rebuy(TournamentActionBase, frozen=True, tag="rebuy"):
    """An entry buys chips and stays in. A player with no chips left may buy two rebuys at once (`times`)."""

    entry: int
    times: int = 1


class SendPurchases(TournamentActionBase, frozen=True, tag="send-purchases"):
    """The entry left its table before it received chips that it had bought. Its current table hands them out."""

    entry: int


class BookUnbooked(TournamentActionBase, frozen=True, tag="book-unbooked"):
    """Book an entry for the player whom the dealer at a sitting seated as `player`. If the player did not bring exactly
    a starting stack, `adjust` books the entry in place and adjusts the chips issued."""

    sitting: int
    player: str
    adjust: bool = False


class SeatAgain(TournamentActionBase, frozen=True, tag="seat-again"):
    """The entry is not where it was booked. Assign it the seat that it is in, or, if its table let it go, a free seat
    at another table. The seat is drawn if `to` is None."""

    entry: int
    to: SeatAt | None = None


class UseTable(TournamentActionBase, frozen=True, tag="open-table"):
    """Use a physical table in this tournament. A `typed` table has no kiosk, and the director types its counts."""

    table: int
    seat_count: int
    typed: bool = False


class TypeTable(TournamentActionBase, frozen=True, tag="type-table"):
    """Everyone's chips at a typed table after this many `hands`, and the position of the button. A player with 0 is
    out. Counts that do not add up are accepted only with `adjust`, which changes the chips in play. The service adds
    `at_ms`, the wall-clock time."""

    sitting: int
    counts: tuple[TypedCount, ...]
    hands: int
    button: int
    adjust: bool = False
    at_ms: int = 0


class PrepareDraw(TournamentActionBase, frozen=True, tag="prepare-draw"):
    """Commit to the seeds of draws before any draw is made; `seed` is the root of these seeds."""

    seed: str


class DrawSeats(TournamentActionBase, frozen=True, tag="draw-seats"):
    """Draw a seat for every entry that does not have one, or use the `cards` that they drew, in order of entry."""

    cards: tuple[Card, ...] = ()


class SeatEntry(TournamentActionBase, frozen=True, tag="seat-entry"):
    """Seat one late entry at a free seat, which is drawn if `to` is None."""

    entry: int
    to: SeatAt | None = None


class MoveEntry(TournamentActionBase, frozen=True, tag="move-entry"):
    """Move a seated entry to a free seat."""

    entry: int
    to: SeatAt


class UseSeat(TournamentActionBase, frozen=True, tag="use-seat"):
    """Take an unassigned seat out of use, so that nobody is seated there, or put it back into use."""

    seat: SeatAt
    on: bool = True


class PinEntry(TournamentActionBase, frozen=True, tag="pin-entry"):
    """Pin an entry to its seat, so that balancing does not move it and a redraw leaves it there; or unpin it, so that
    it is moved like any other."""

    entry: int
    on: bool = True


class DrawnCard(msgspec.Struct, frozen=True, gc=False):
    """The card that a seat drew."""

    seat: int
    card: Card


class BreakTable(TournamentActionBase, frozen=True, tag="break-table"):
    """Draw seats at the other tables for everyone at this one, or use the `cards` that its players drew, in the order
    given."""

    sitting: int
    cards: tuple[DrawnCard, ...] = ()


class SetBreakOrder(TournamentActionBase, frozen=True, tag="set-break-order"):
    """Break these physical tables first, in this order. If none are given, use the rule book's order."""

    tables: tuple[int, ...] = ()


class SetPolicy(TournamentActionBase, frozen=True, tag="set-policy"):
    """Set what the clock does with proposals of this kind from now on."""

    kind: PolicyKind
    policy: Policy


class Create(TournamentActionBase, frozen=True, tag="create"):
    """Set up a new tournament."""

    id: str
    name: str
    book: RuleBook
    structure: Structure
    terms: EventTerms
    seed: str = ""
    """The root of the draws' seeds. If it is missing, the service generates one."""
    tables: tuple[UseTable, ...] = ()
    """The tables to open with the tournament. Tables that it cannot use are left out."""
    policies: tuple[SetPolicy, ...] = ()


class Redraw(TournamentActionBase, frozen=True, tag="redraw"):
    """All remaining players draw new seats at these physical tables, each with this many `seats`. If no tables are
    given, the redraw uses as few of the open tables as possible. In a shootout, the redraw begins the next round."""

    tables: tuple[int, ...] = ()
    seats: int = 0


class CloseTable(TournamentActionBase, frozen=True, tag="close-table"):
    """Everyone has left the table, which is now free for another tournament."""

    sitting: int


class ConfirmBust(TournamentActionBase, frozen=True, tag="confirm-bust"):
    """The entry is out, together with those that went out at the same moment. Earlier busts must be confirmed first.
    Its last chips went to the entries in `by`, whatever its table says; if `by` is empty, they went to those that its
    table names. For an entry that is already out, this corrects who took its chips."""

    entry: int
    by: tuple[int, ...] = ()


class End(TournamentActionBase, frozen=True, tag="end"):
    """One entry is left, so pay the prizes and close the books."""


class UndoAct(TournamentActionBase, frozen=True, tag="undo"):
    """Take back one act. Acts that depend on it must be taken back first."""

    act: int


class UndoClock(TournamentActionBase, frozen=True, tag="undo-clock"):
    """Take back the last action on the clock. The service adds the `marks` of its tables."""

    marks: tuple[TableMark, ...] = ()


ClockAction = Start | Pause | NextLevel | PreviousLevel | Jump | AddTime | ApplyElapsed
DirectorAction = ClockAction | UndoClock
ClockOrder = Recover | AdvanceDue | CatchUp | TimeHand | DirectorAction
RoomOrder = (
    Create | AddEntry | VoidEntry | UseTable | PrepareDraw | DrawSeats | SeatEntry | MoveEntry | BreakTable
    | CloseTable | ConfirmBust | End | UndoAct | EditStructure | Rebuy | SendPurchases
    | TypeTable | BookUnbooked | SeatAgain | AddMember | CheckIn | Promote | Forfeit | ClearForfeit | GiveUp | TurnAway
    | Schedule | EndFlight | CarryOver | HandForHand | NextHand | AddOn | MakeDeal
    | AcceptDifference | CountBag | Redraw | HaltTable | SetBreakOrder | ChangeTerms | SetPolicy
    | UseSeat | PinEntry
)  # fmt: skip
DirectorOrder = (
    DirectorAction | AddEntry | AddEntries | VoidEntry | UseTable | PrepareDraw | DrawSeats | SeatEntry | MoveEntry
    | BreakTable | CloseTable | ConfirmBust | End | UndoAct | EditStructure | Rebuy | SendPurchases
    | TypeTable | BookUnbooked | SeatAgain | AddMember | CheckIn | Promote | Forfeit | ClearForfeit | GiveUp | TurnAway
    | Schedule | EndFlight | CarryOver | HandForHand | NextHand | AddOn | MakeDeal
    | AcceptDifference | CountBag | Redraw | HaltTable | SetBreakOrder | ChangeTerms | SetPolicy
    | UseSeat | PinEntry
)  # fmt: skip
"""The actions that a page or the command line may request."""
TournamentAction = ClockOrder | AddEntries | EnterAt | RoomOrder
