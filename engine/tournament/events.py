"""Tournament events, in the past tense. Tags and field names are part of the journal and never change."""

from typing import Literal

import msgspec

from engine.books.rulebook import RuleBook
from engine.cards import Card
from engine.tournament.event_terms import EventTerms
from engine.tournament.field.entries import Alias, BustAt, Found, Person, SeatAt
from engine.tournament.formats.flight import Finalist, GoingOn
from engine.tournament.levels.level_clock import LevelClock
from engine.tournament.levels.played import TableMark
from engine.tournament.levels.structure import Structure
from engine.tournament.policies import Policy, PolicyKind
from engine.tournament.prizes.money import DealShare
from engine.tournament.tables.typings import Typing


class Event(msgspec.Struct, frozen=True, gc=False, tag_field="is"):
    """The base class of a tournament's events. A clock's `at` is in the time of the service run that wrote it."""


class StructureChanged(Event, frozen=True, tag="structure-changed"):
    """The director edited the structure, or it changed while the service was down."""

    structure: Structure
    at: LevelClock


class ClockStarted(Event, frozen=True, tag="clock-started"):
    """The clock was started."""

    at: LevelClock


class ClockPaused(Event, frozen=True, tag="clock-paused"):
    """The clock was stopped."""

    at: LevelClock


class LevelStarted(Event, frozen=True, tag="level-started", omit_defaults=True):
    """A level or break begins because the previous one ran out or the director ordered it. If the director went back,
    the levels that tables played up to `marks` are overruled."""

    at: LevelClock
    by: Literal["time", "director"]
    marks: tuple[TableMark, ...] = ()


class LevelReached(Event, frozen=True, tag="level-reached"):
    """After an outage, the clock went to the level that `table` had already played, according to record `mark` of its
    journal. A clock that was stopped counts as stopped at `stopped_ms`, when the level began."""

    at: LevelClock
    table: int
    mark: int
    stopped_ms: int | None


class TimeAdded(Event, frozen=True, tag="time-added"):
    """The director lengthened the current level or break, or shortened it."""

    delta_ms: int
    at: LevelClock


class ClockHalted(Event, frozen=True, tag="clock-halted"):
    """The service restarted. The clock was stopped at the time that it was last known to show, at `stopped_ms` in the
    new run's time."""

    stopped_ms: int
    at: LevelClock


class ElapsedApplied(Event, frozen=True, tag="elapsed-applied"):
    """The director counted the time for which the service was down, and the clock was started."""

    at: LevelClock


class HandTimed(Event, frozen=True, tag="hand-timed"):
    """During hand for hand with a capped level clock, a hand may take time off the level from now on, or may not take
    any more time because it is over. Or hand for hand has ended."""

    at: LevelClock


class Ordered(Event, frozen=True, tag="ordered", omit_defaults=True):
    """The next `events` records are one act, ordered by a person who signed in, or by `policy` or `clock`."""

    by: str
    events: int
    request: str = ""
    """The id of the table's request that this act booked. A request is booked once."""


class TournamentCreated(Event, frozen=True, tag="tournament-created"):
    """The tournament is set up, with its clock stopped at the first level. `id` is unique."""

    id: str
    name: str
    book: RuleBook
    structure: Structure
    terms: EventTerms


class TermsChanged(Event, frozen=True, tag="terms-changed"):
    """These terms apply from now on."""

    terms: EventTerms


class EntryAdded(Event, frozen=True, tag="entry-added", omit_defaults=True):
    """A player bought in for the `nth` time and was issued `chips`."""

    entry: int
    player: str
    name: str
    nth: int
    chips: int
    captain: str = ""
    roster: tuple[Person, ...] = ()
    id_seen: bool = False
    waits: bool = False
    """Whether the entry is on the waiting list. No chips are issued until it is promoted."""
    team: str = ""
    """The team if all of its members sit. This entry is one of them, and its `roster` lists only that member."""


class MemberAdded(Event, frozen=True, tag="member-added"):
    """A person joined an entry's roster."""

    entry: int
    person: Person


class EntryCheckedIn(Event, frozen=True, tag="entry-checked-in"):
    """The entry checked in and its ID was seen."""

    entry: int


class EntryPromoted(Event, frozen=True, tag="entry-promoted"):
    """The entry moved from the waiting list into the field."""

    entry: int


class EntryForfeited(Event, frozen=True, tag="entry-forfeited"):
    """The entry was not there at the start. It is out of the event without a place and owes `fee`."""

    entry: int
    fee: int


class ForfeitCleared(Event, frozen=True, tag="forfeit-cleared"):
    """The fee for a forfeit was paid, or the suspension was lifted."""

    entry: int
    what: Literal["fee", "suspension"]


class PersonTurnedAway(Event, frozen=True, tag="person-turned-away", omit_defaults=True):
    """A person was refused entry. `entry` was theirs, or that of a team with no other member, and is now void; it is 0
    if there was none. They are removed from the `rosters` of these entries."""

    name: str
    reason: str
    entry: int
    rosters: tuple[int, ...] = ()


class StartScheduled(Event, frozen=True, tag="start-scheduled"):
    """The clock starts by itself at this wall-clock time. If it is None, the clock does not start by itself."""

    starts_ms: int | None


class PlaysTo(msgspec.Struct, frozen=True, gc=False):
    """A sitting plays until it has dealt this many hands, then waits."""

    sitting: int
    hands: int


class BarrierSet(Event, frozen=True, tag="barrier-set", omit_defaults=True):
    """During hand for hand, each table plays to the hand given for it. If no hands are given, hand for hand is over."""

    tables: tuple[PlaysTo, ...]
    ties: bool = True
    """Whether players who go out at different tables in these hands tie. They do not tie in the hands that were in play
    when hand for hand was called."""


class TableHalted(Event, frozen=True, tag="table-halted"):
    """A table that is short of players waits once it has played this many hands. If it is None, the table plays on."""

    sitting: int
    hands: int | None


class AddOnTaken(Event, frozen=True, tag="add-on-taken"):
    """The entry at this seat took its add-on, which is purchase `number` of the tournament, for `cost`."""

    entry: int
    seat: SeatAt
    chips: int
    number: int
    cost: int


class DealMade(Event, frozen=True, tag="deal-made"):
    """The remaining players get these amounts no matter who wins. The winner also gets `for_winner`."""

    shares: tuple[DealShare, ...]
    for_winner: int


class FlightEnded(Event, frozen=True, tag="flight-ended"):
    """The flight ended. The fields give the entries that go on and those that are `out` although they have chips. The
    latter are in order, with last place first and ties together."""

    going_on: tuple[GoingOn, ...]
    out: tuple[tuple[int, ...], ...]


class CarriedFlight(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A flight whose players go on to this tournament, as of its record `mark`. The fields give the money paid in and
    the number of entries."""

    id: str
    name: str
    mark: int
    pool: int
    entries: int
    heads: int = 0
    """The bounties paid in the flight that nobody won there. The winner of this tournament gets them."""


class Dropped(msgspec.Struct, frozen=True, gc=False):
    """A stack from a flight that is not played here because its player brought a larger one."""

    flight: str
    player: str
    chips: int


class CarriedOver(Event, frozen=True, tag="carried-over", omit_defaults=True):
    """The finalists of flights entered, with the chips that they are given here."""

    flights: tuple[CarriedFlight, ...]
    finalists: tuple[Finalist, ...]
    dropped: tuple[Dropped, ...] = ()


class DifferenceAccepted(Event, frozen=True, tag="difference-accepted"):
    """The entry has `chips` fewer than the record says, or more if the number is negative, and `by` accepted
    this. The difference arose after hand `since` and by hand `until` at the seat."""

    entry: int
    chips: int
    found: Found
    at: SeatAt
    since: int
    until: int
    by: str


class BagCounted(Event, frozen=True, tag="bag-counted"):
    """The entry's bag holds `held` according to the record and `chips` according to the count. The entry goes on with
    the number counted."""

    entry: int
    held: int
    chips: int


class EntryVoided(Event, frozen=True, tag="entry-voided"):
    """The entry is void and is treated as if it had never existed."""

    entry: int


class UnbookedBooked(Event, frozen=True, tag="unbooked-booked"):
    """The player whom a dealer seated by name, as `alias` records, now has an entry that was issued `chips`. It has no
    `seat` if another entry has taken that seat since."""

    entry: int
    player: str
    name: str
    nth: int
    chips: int
    seat: SeatAt | None
    alias: Alias


class Rebought(Event, frozen=True, tag="rebought", omit_defaults=True):
    """The entry at this seat bought `chips`, which is purchase `number` of the tournament. `back` is set if it had
    busted and came back with these chips. `unmoved` is set if it was booked to this seat after busting and so never
    took chips there."""

    entry: int
    seat: SeatAt
    chips: int
    number: int
    back: bool = False
    unmoved: bool = False


class PurchasesSent(Event, frozen=True, tag="purchases-sent"):
    """The entry's current sitting is to hand out these purchases."""

    entry: int
    numbers: tuple[int, ...]
    sitting: int


class SittingOpened(Event, frozen=True, tag="sitting-opened", omit_defaults=True):
    """A physical table is part of the tournament from now on. A `typed` table has no kiosk."""

    sitting: int
    table: int
    seat_count: int
    typed: bool = False


class TableTyped(Event, frozen=True, tag="table-typed"):
    """The director typed the counts of a table."""

    sitting: int
    typing: Typing


class DrawPrepared(Event, frozen=True, tag="draw-prepared"):
    """The root of the seeds of the next `links` draws (see `SeedChain`). The root is secret, but its commitment is
    public."""

    seed: str
    links: int


class Draw(msgspec.Struct, frozen=True, gc=False):
    """A draw, with its inputs and the `number` that determines its seed. A repeated draw with the same inputs has the
    same number."""

    number: int
    of: str


class SeatCard(msgspec.Struct, frozen=True, gc=False):
    """The card drawn by the player in a seat or, in the first draw, by the entry with this number."""

    seat: int
    card: Card


class Assigned(msgspec.Struct, frozen=True, gc=False):
    """An entry and the seat that it is given. `begun` is set if it has had chips at another table and brings them."""

    entry: int
    seat: SeatAt
    begun: bool = False


class SeatsDrawn(Event, frozen=True, tag="seats-drawn", omit_defaults=True):
    """Seats were drawn for these entries, either by a seed or by the cards that they drew."""

    seats: tuple[Assigned, ...]
    draw: Draw | None = None
    cards: tuple[SeatCard, ...] = ()


class EntrySeated(Event, frozen=True, tag="entry-seated", omit_defaults=True):
    """A late entry was given a seat, with a `draw` if the seat was drawn."""

    entry: int
    seat: SeatAt
    draw: Draw | None = None


class Balanced(msgspec.Struct, frozen=True, gc=False):
    """A move that makes tables more equal. It gives the number of players at the table that the entry leaves and at the
    table that it joins. It also says whether the entry was due to move because it would have had the next big blind."""

    players: int
    there: int
    due: bool


class EntryMoved(Event, frozen=True, tag="entry-moved", omit_defaults=True):
    """An entry is assigned another seat. `begun` is set if it has had chips and brings them. `balanced` is given if the
    move made tables more equal."""

    entry: int
    came_from: SeatAt
    seat: SeatAt
    begun: bool = True
    draw: Draw | None = None
    balanced: Balanced | None = None


class TableBroken(Event, frozen=True, tag="table-broken", omit_defaults=True):
    """The sitting's players drew seats elsewhere, either by a seed or by a card for each seat, in this order. If
    nearest seats were used, they were counted from the buttons, which are given as pairs of a sitting and a seat."""

    sitting: int
    seats: tuple[Assigned, ...]
    draw: Draw | None = None
    cards: tuple[SeatCard, ...] = ()
    buttons: tuple[tuple[int, int], ...] = ()


class SeatUseSet(Event, frozen=True, tag="seat-use-set"):
    """The seat is out of use, so that nobody is seated there, or it is `used` again."""

    seat: SeatAt
    used: bool


class EntryPinSet(Event, frozen=True, tag="entry-pin-set"):
    """The entry is pinned to the seat that it has. If it is None, the entry is no longer pinned."""

    entry: int
    seat: SeatAt | None


class BreakOrderSet(Event, frozen=True, tag="break-order-set"):
    """The director specified that these physical tables are to be broken first, in this order."""

    tables: tuple[int, ...]


class PolicySet(Event, frozen=True, tag="policy-set"):
    """The director set what the clock does with proposals of this kind from then on."""

    kind: PolicyKind
    policy: Policy


class NewSitting(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A physical table that is in play from a redraw on, with the seat that drew the button."""

    sitting: int
    table: int
    seat_count: int
    button: int
    typed: bool = False


class SeatsRedrawn(Event, frozen=True, tag="seats-redrawn", omit_defaults=True):
    """All remaining players, `players`, have a seat at these sittings, and the earlier sittings are broken. Everyone
    drew a seat except the `pinned` players, who kept their seats at the same physical tables. In a shoot-out, this is
    the next round. With `fresh` stacks, each entry leaves its old table with this many chips."""

    players: int
    sittings: tuple[NewSitting, ...]
    seats: tuple[Assigned, ...]
    fresh: int = 0
    draw: Draw | None = None
    pinned: tuple[int, ...] = ()


class SittingClosed(Event, frozen=True, tag="sitting-closed"):
    """Everyone had left the table as of record `mark` of the sitting's journal."""

    sitting: int
    mark: int


class WentOut(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """An entry that is out, with how it went out. The purchases `refunded` were never handed out."""

    entry: int
    bust: BustAt
    refunded: tuple[int, ...] = ()


class EntriesOut(Event, frozen=True, tag="entries-out", omit_defaults=True):
    """These entries are out. If there is more than one, they tie. If they `join` earlier ones, all of them tie."""

    out: tuple[WentOut, ...]
    join: bool = False


class HeadCredited(Event, frozen=True, tag="head-credited"):
    """The director ruled that the last chips of an entry that is out went to the entries in `by`."""

    entry: int
    by: tuple[int, ...]


class EntryWinnings(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """An entry's winnings, in the currency's minor unit, for its place or by a deal and for `bounties`."""

    entry: int
    finish: int
    payout: int
    bounties: int = 0


class TournamentEnded(Event, frozen=True, tag="tournament-ended"):
    """One entry was left, and the pool was paid out."""

    winner: int
    paid: tuple[EntryWinnings, ...]


class ActUndone(Event, frozen=True, tag="act-undone"):
    """An act was taken back."""

    act: int


class ClockUndone(Event, frozen=True, tag="clock-undone"):
    """The director took back the last action on the clock. If that lowers the level, the levels that tables played up
    to `marks` are overruled."""

    at: LevelClock
    stopped_ms: int | None
    marks: tuple[TableMark, ...]


TournamentEvent = (
    StructureChanged | ClockStarted | ClockPaused | LevelStarted | TimeAdded
    | ClockHalted | ElapsedApplied | Ordered | TournamentCreated | EntryAdded | EntryVoided | SittingOpened
    | DrawPrepared | SeatsDrawn | EntrySeated | EntryMoved | TableBroken | SittingClosed | EntriesOut
    | TournamentEnded | ActUndone | LevelReached | HandTimed | ClockUndone | Rebought | PurchasesSent
    | TableTyped | UnbookedBooked | MemberAdded | EntryCheckedIn | EntryPromoted | EntryForfeited | ForfeitCleared
    | PersonTurnedAway | StartScheduled | FlightEnded | CarriedOver | BarrierSet | AddOnTaken | DealMade
    | DifferenceAccepted | BagCounted | SeatsRedrawn | TableHalted | HeadCredited | BreakOrderSet
    | SeatUseSet | EntryPinSet
    | TermsChanged | PolicySet
)  # fmt: skip
