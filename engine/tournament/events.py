"""What happens in a tournament, past tense. Tags and field names are the journal's: they never change."""

from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

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
from engine.tournament.seating.seats import Seating
from engine.tournament.tables.typings import Typing


class Event(msgspec.Struct, frozen=True, gc=False, tag_field="is"):
    """The family of a tournament's events. A clock `at` counts in the time of the service run that wrote it."""


class TournamentOpened(Event, frozen=True, tag="room-opened"):
    """The tournament `event` is set up, its clock stopped at the first level. `id` is unique."""

    id: str
    event: str
    structure: Structure


class StructureChanged(Event, frozen=True, tag="structure-changed", omit_defaults=True):
    """The structure was edited by the director, or while the service was down; older records leave the clock alone."""

    structure: Structure
    at: LevelClock | None = None


class TableAssigned(Event, frozen=True, tag="table-issued"):
    """These players with these chips were assigned to a table."""

    seating: Seating


class ClockStarted(Event, frozen=True, tag="clock-started"):
    """The clock runs."""

    at: LevelClock


class ClockPaused(Event, frozen=True, tag="clock-paused"):
    """The clock is stopped."""

    at: LevelClock


class LevelStarted(Event, frozen=True, tag="level-started", omit_defaults=True):
    """A level or break begins, because the one before ran out or by the director's order. What tables played up to
    `marks` is overruled: the director went back."""

    at: LevelClock
    by: Literal["time", "director"]
    marks: tuple[TableMark, ...] = ()


class LevelReached(Event, frozen=True, tag="level-reached"):
    """After an outage the clock went to the level that `table` has already played, by record `mark` of its journal. A
    clock that was stopped counts as stopped at `stopped_ms`, when the level began."""

    at: LevelClock
    table: int
    mark: int
    stopped_ms: int | None


class TimeAdded(Event, frozen=True, tag="time-added"):
    """The director lengthened the current level or break, or shortened it."""

    delta_ms: int
    at: LevelClock


class ClockHalted(Event, frozen=True, tag="clock-halted"):
    """The service restarted: the clock stopped where it was last known to be, at `stopped_ms` of the new run's time."""

    stopped_ms: int
    at: LevelClock


class ElapsedApplied(Event, frozen=True, tag="elapsed-applied"):
    """The director counted the time that the service was away, and the clock runs."""

    at: LevelClock


class HandTimed(Event, frozen=True, tag="hand-timed"):
    """Hand for hand, where the level clock is capped: a hand may take time off the level from now on, may take no more
    because it is over, or hand for hand has ended."""

    at: LevelClock


class Ordered(Event, frozen=True, tag="ordered"):
    """The next `events` records are one act, ordered by somebody who signed in, or by `policy` or `clock`."""

    by: str
    events: int
    request: str | UnsetType = UNSET
    """The id of the table's request that was booked so; it is booked once."""


class TournamentCreated(Event, frozen=True, tag="tournament-created"):
    """The tournament is set up, its clock stopped at the first level. `id` is unique."""

    id: str
    name: str
    book: RuleBook
    structure: Structure
    terms: EventTerms


class TermsChanged(Event, frozen=True, tag="terms-changed"):
    """From now on these are the terms."""

    terms: EventTerms


class EntryAdded(Event, frozen=True, tag="entry-added"):
    """A player bought in for the `nth` time and is issued `chips`."""

    entry: int
    player: str
    name: str
    nth: int
    chips: int
    captain: str | UnsetType = UNSET
    roster: tuple[Person, ...] | UnsetType = UNSET
    id_seen: bool | UnsetType = UNSET
    waits: bool | UnsetType = UNSET
    """On the waiting list: no chips are issued before it is promoted."""
    team: str | UnsetType = UNSET
    """Of which everyone sits: this is one of it, with the `roster` of themselves."""


class MemberAdded(Event, frozen=True, tag="member-added"):
    """Somebody joined an entry's roster."""

    entry: int
    person: Person


class EntryCheckedIn(Event, frozen=True, tag="entry-checked-in"):
    """The entry is there, its ID seen."""

    entry: int


class EntryPromoted(Event, frozen=True, tag="entry-promoted"):
    """The entry is no longer on the waiting list."""

    entry: int


class EntryForfeited(Event, frozen=True, tag="entry-forfeited"):
    """The entry was not there at the start: it is out of the event without a place, and owes `fee`."""

    entry: int
    fee: int


class ForfeitCleared(Event, frozen=True, tag="forfeit-cleared"):
    """The fee was paid, or the suspension lifted."""

    entry: int
    what: Literal["fee", "suspension"]


class PersonTurnedAway(Event, frozen=True, tag="person-turned-away"):
    """Somebody is not let in; `entry` was theirs, or a team of theirs alone, and is void, 0 for none. They are off the
    `rosters` of these entries."""

    name: str
    reason: str
    entry: int
    rosters: tuple[int, ...] | UnsetType = UNSET


class StartScheduled(Event, frozen=True, tag="start-scheduled"):
    """The clock starts by itself at this wall time; None: it does not."""

    starts_ms: int | None


class PlaysTo(msgspec.Struct, frozen=True, gc=False):
    """A sitting plays to so many hands, and waits."""

    sitting: int
    hands: int


class BarrierSet(Event, frozen=True, tag="barrier-set", omit_defaults=True):
    """Hand for hand: each table plays so far; without any, hand for hand is over."""

    tables: tuple[PlaysTo, ...]
    ties: bool = True
    """Whether who goes out in these hands at different tables ties: not in those that were in play at the call."""


class TableHalted(Event, frozen=True, tag="table-halted"):
    """A table that is short of players waits once it has played so many hands; None: it plays on."""

    sitting: int
    hands: int | None


class AddOnTaken(Event, frozen=True, tag="add-on-taken"):
    """The entry at this seat took its add-on: purchase `number` of the tournament, for `cost`."""

    entry: int
    seat: SeatAt
    chips: int
    number: int
    cost: int


class DealMade(Event, frozen=True, tag="deal-made"):
    """Those who are left get these amounts, whoever wins; the winner `for_winner` on top."""

    shares: tuple[DealShare, ...]
    for_winner: int


class FlightEnded(Event, frozen=True, tag="flight-ended"):
    """Who goes on, and who is `out` without having lost their chips: in order, the last place first; who tie,
    together."""

    going_on: tuple[GoingOn, ...]
    out: tuple[tuple[int, ...], ...]


class CarriedFlight(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A flight that this tournament goes on from: its record `mark`, what was paid in, by how many entries."""

    id: str
    name: str
    mark: int
    pool: int
    entries: int
    heads: int = 0
    """What was paid there for heads that nobody won: the winner here gets it."""


class Dropped(msgspec.Struct, frozen=True, gc=False):
    """A stack of a flight that is not played here: its player came with a larger one."""

    flight: str
    player: str
    chips: int


class CarriedOver(Event, frozen=True, tag="carried-over", omit_defaults=True):
    """The finalists of flights entered, with the chips they are given here."""

    flights: tuple[CarriedFlight, ...]
    finalists: tuple[Finalist, ...]
    dropped: tuple[Dropped, ...] = ()


class DifferenceAccepted(Event, frozen=True, tag="difference-accepted", omit_defaults=True):
    """The entry has `chips` fewer than the record says, below 0 more, and that is accepted `by` somebody. Older records
    are of arrivals, and say neither where nor by whom."""

    entry: int
    chips: int
    found: Found = "arrival"
    at: SeatAt | None = None
    since: int = 0
    until: int = 0
    by: str = ""


class BagCounted(Event, frozen=True, tag="bag-counted"):
    """The entry's bag, which by the record holds `held`, holds `chips`: with these it goes on."""

    entry: int
    held: int
    chips: int


class EntryVoided(Event, frozen=True, tag="entry-voided"):
    """The entry does not count and never did."""

    entry: int


class UnbookedBooked(Event, frozen=True, tag="unbooked-booked"):
    """Who was seated by name, as `alias` says, is an entry that was issued `chips`; without a `seat` if somebody else
    has it by now."""

    entry: int
    player: str
    name: str
    nth: int
    chips: int
    seat: SeatAt | None
    alias: Alias


class Rebought(Event, frozen=True, tag="rebought", omit_defaults=True):
    """The entry at this seat bought `chips`: purchase `number` of the tournament. It came `back` with these: it had
    lost all; `unmoved` if it was booked to this seat after that, and so never took any there."""

    entry: int
    seat: SeatAt
    chips: int
    number: int
    back: bool = False
    unmoved: bool = False


class PurchasesSent(Event, frozen=True, tag="purchases-sent"):
    """These purchases are handed out at the entry's sitting now."""

    entry: int
    numbers: tuple[int, ...]
    sitting: int


class SittingOpened(Event, frozen=True, tag="sitting-opened", omit_defaults=True):
    """A physical table is part of the tournament from now on; a `typed` one has no kiosk."""

    sitting: int
    table: int
    seat_count: int
    typed: bool = False


class TableTyped(Event, frozen=True, tag="table-typed"):
    """The director typed what a table has."""

    sitting: int
    typing: Typing


class DrawPrepared(Event, frozen=True, tag="draw-prepared", omit_defaults=True):
    """The root of the seeds of the next `links` draws (see `SeedChain`): secret, but for their commitment. In older
    records it is the seed of the one draw itself."""

    seed: str
    links: int = 1


class Draw(msgspec.Struct, frozen=True, gc=False):
    """A draw by its `number`, which says its seed, and what was drawn: the same, once more, has the same number."""

    number: int
    of: str


class SeatCard(msgspec.Struct, frozen=True, gc=False):
    """The card that the player in a seat drew; at the first draw, that the entry of this number drew."""

    seat: int
    card: Card


class Assigned(msgspec.Struct, frozen=True, gc=False):
    """An entry and the seat it is given; `begun` if it has had chips at another table, and brings them."""

    entry: int
    seat: SeatAt
    begun: bool = False


class SeatsDrawn(Event, frozen=True, tag="seats-drawn"):
    """These entries were drawn these seats: by a seed, or by the cards that entries drew."""

    seats: tuple[Assigned, ...]
    draw: Draw | UnsetType = UNSET
    cards: tuple[SeatCard, ...] | UnsetType = UNSET


class EntrySeated(Event, frozen=True, tag="entry-seated"):
    """A late entry was given a seat; with a `draw` where it was drawn."""

    entry: int
    seat: SeatAt
    draw: Draw | UnsetType = UNSET


class Balanced(msgspec.Struct, frozen=True, gc=False):
    """A move that makes tables more equal: how many players there were at the table that is left and at the other one,
    and whether it was the entry's turn, as that which would have had the next big blind."""

    players: int
    there: int
    due: bool


class EntryMoved(Event, frozen=True, tag="entry-moved"):
    """An entry belongs to another seat; `begun` if it has had chips, and brings them. Older records do not say whether
    that `balanced` the tables."""

    entry: int
    came_from: SeatAt
    seat: SeatAt
    begun: bool = True
    draw: Draw | UnsetType = UNSET
    balanced: Balanced | UnsetType = UNSET


class TableBroken(Event, frozen=True, tag="table-broken"):
    """The sitting's players were drawn seats elsewhere: by a seed, or by the cards that seats drew, in this order. The
    nearest seats were counted from the buttons, pairs of a sitting and a seat."""

    sitting: int
    seats: tuple[Assigned, ...]
    draw: Draw | UnsetType = UNSET
    cards: tuple[SeatCard, ...] | UnsetType = UNSET
    buttons: tuple[tuple[int, int], ...] | UnsetType = UNSET


class SeatUseSet(Event, frozen=True, tag="seat-use-set"):
    """Nobody is seated at this seat any more; or, once it is `used` again, somebody may be."""

    seat: SeatAt
    used: bool


class EntryPinSet(Event, frozen=True, tag="entry-pin-set"):
    """The entry is pinned to this seat, which it has; None: it is not pinned any more."""

    entry: int
    seat: SeatAt | None


class BreakOrderSet(Event, frozen=True, tag="break-order-set"):
    """These physical tables are broken first, in this order."""

    tables: tuple[int, ...]


class PolicySet(Event, frozen=True, tag="policy-set"):
    """What the clock does with proposals of this kind from then on."""

    kind: PolicyKind
    policy: Policy


class NewSitting(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A physical table in play from a redraw on, with the seat that drew the button."""

    sitting: int
    table: int
    seat_count: int
    button: int
    typed: bool = False


class SeatsRedrawn(Event, frozen=True, tag="seats-redrawn", omit_defaults=True):
    """Everybody who was left, `players`, has a seat at these sittings; those before them are broken. All drew theirs
    but for the `pinned`, who kept the one that they had at the same physical table. In a shoot-out this is the next
    round; with `fresh` stacks each leaves the old table with so many chips."""

    players: int
    sittings: tuple[NewSitting, ...]
    seats: tuple[Assigned, ...]
    fresh: int = 0
    draw: Draw | UnsetType = UNSET
    pinned: tuple[int, ...] = ()


class SittingClosed(Event, frozen=True, tag="sitting-closed"):
    """Everyone had left, as of record `mark` of the sitting's journal."""

    sitting: int
    mark: int


class WentOut(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """An entry that is out, and how. The purchases `refunded` were never handed out."""

    entry: int
    bust: BustAt
    refunded: tuple[int, ...] = ()


class EntriesOut(Event, frozen=True, tag="entries-out", omit_defaults=True):
    """These entries are out; more than one tie, and where they `join` those before them, all of these."""

    out: tuple[WentOut, ...]
    join: bool = False


class HeadCredited(Event, frozen=True, tag="head-credited"):
    """The last chips of an entry that is out went to the entries `by`: so the director says."""

    entry: int
    by: tuple[int, ...]


class Paid(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """What an entry won, in the currency's minor unit: for its place or by a deal, and for `bounties`."""

    entry: int
    finish: int
    payout: int
    bounties: int = 0


class TournamentEnded(Event, frozen=True, tag="tournament-ended"):
    """One entry was left; the pool is paid."""

    winner: int
    paid: tuple[Paid, ...]


class ActUndone(Event, frozen=True, tag="act-undone"):
    """An act was taken back."""

    act: int


class ClockUndone(Event, frozen=True, tag="clock-undone"):
    """The director took back the last act on the clock. Where the level falls, what tables played up to `marks` is
    overruled."""

    at: LevelClock
    stopped_ms: int | None
    marks: tuple[TableMark, ...]


TournamentEvent = (
    TournamentOpened | StructureChanged | TableAssigned | ClockStarted | ClockPaused | LevelStarted | TimeAdded
    | ClockHalted | ElapsedApplied | Ordered | TournamentCreated | EntryAdded | EntryVoided | SittingOpened
    | DrawPrepared | SeatsDrawn | EntrySeated | EntryMoved | TableBroken | SittingClosed | EntriesOut
    | TournamentEnded | ActUndone | LevelReached | HandTimed | ClockUndone | Rebought | PurchasesSent
    | TableTyped | UnbookedBooked | MemberAdded | EntryCheckedIn | EntryPromoted | EntryForfeited | ForfeitCleared
    | PersonTurnedAway | StartScheduled | FlightEnded | CarriedOver | BarrierSet | AddOnTaken | DealMade
    | DifferenceAccepted | BagCounted | SeatsRedrawn | TableHalted | HeadCredited | BreakOrderSet
    | SeatUseSet | EntryPinSet
    | TermsChanged | PolicySet
)  # fmt: skip
