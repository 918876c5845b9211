"""Tournament events, in the past tense, each with the change that it makes. Tags and field names are part of the
journal and never change."""

from collections.abc import Mapping
from typing import Literal

import msgspec
from msgspec.structs import replace

from engine.books.rulebook import RuleBook
from engine.cards import Card
from engine.names import name_key
from engine.tournament.changes import everybody, handed_out_at, least_chip, seated, taken_out, undone
from engine.tournament.clock_memory import ClockActKind, ClockAt, ClockMemory, acted, forgetting, overruling
from engine.tournament.event_terms import EventTerms
from engine.tournament.field.entries import (
    Alias,
    BustAt,
    Entry,
    EntryPurchase,
    Forfeited,
    Found,
    Person,
    SeatAt,
    Signed,
    Sitting,
    newest_at,
    unused_at,
)
from engine.tournament.formats.flight import CarriedFlight, Finalist, FlightOutcome
from engine.tournament.formats.redraws import RedrawDone
from engine.tournament.levels import level_clock
from engine.tournament.levels.level_clock import HandTime, LevelClock
from engine.tournament.levels.played import Reached, TableMark
from engine.tournament.levels.structure import Structure
from engine.tournament.policies import Policy, PolicyKind
from engine.tournament.prizes.money import PrizeDeal, TournamentResult
from engine.tournament.seating.draw import Draw, SeedChain
from engine.tournament.seating.seats import Assigned
from engine.tournament.state import Event, Ordered, StateChange, StatePart, Tournament
from engine.tournament.tables.typings import Typing


class StructureChanged(Event, frozen=True, tag="structure-changed"):
    """The director edited the structure, or it changed while the service was down."""

    structure: Structure
    at: LevelClock

    def change(self, tournament: Tournament) -> StateChange:
        return _clock_set(self.at, forgetting(tournament.memory), structure=self.structure)


class ClockStarted(Event, frozen=True, tag="clock-started"):
    """The clock was started."""

    at: LevelClock

    def change(self, tournament: Tournament) -> StateChange:
        return _clock_set(self.at, _acted(tournament, "start"), stopped_ms=None, started=True)


class ClockPaused(Event, frozen=True, tag="clock-paused"):
    """The clock was stopped."""

    at: LevelClock

    def change(self, tournament: Tournament) -> StateChange:
        return _clock_set(self.at, _acted(tournament, "pause"), stopped_ms=None)


class LevelStarted(Event, frozen=True, tag="level-started", omit_defaults=True):
    """A level or break begins because the previous one ran out or the director ordered it. If the director went back,
    the levels that tables played up to `marks` are overruled."""

    at: LevelClock
    by: Literal["time", "director"]
    marks: tuple[TableMark, ...] = ()

    def change(self, tournament: Tournament) -> StateChange:
        memory = forgetting(tournament.memory)
        if self.by == "director":
            acted = _acted(tournament, "next" if self.at.index > tournament.clock.index else "previous")
            memory = overruling(acted, self.marks)
        return _clock_set(self.at, memory, stopped_ms=None)


class LevelReached(Event, frozen=True, tag="level-reached"):
    """After an outage, the clock went to the level that `table` had already played, according to record `mark` of its
    journal. A clock that was stopped counts as stopped at `stopped_ms`, when the level began."""

    at: LevelClock
    table: int
    mark: int
    stopped_ms: int | None

    def change(self, tournament: Tournament) -> StateChange:
        reached = Reached(self.at.index, self.table, self.mark)
        memory = replace(tournament.memory, reached=reached, last=None)
        return _clock_set(self.at, memory, stopped_ms=self.stopped_ms)


class TimeAdded(Event, frozen=True, tag="time-added"):
    """The director lengthened the current level or break, or shortened it."""

    delta_ms: int
    at: LevelClock

    def change(self, tournament: Tournament) -> StateChange:
        return _clock_set(self.at, _acted(tournament, "add-time"))


class ClockHalted(Event, frozen=True, tag="clock-halted"):
    """The service restarted. The clock was stopped at the time that it was last known to show, at `stopped_ms` in the
    new run's time."""

    stopped_ms: int
    at: LevelClock

    def change(self, tournament: Tournament) -> StateChange:
        memory = replace(tournament.memory, recovered=True, last=None)
        return _clock_set(self.at, memory, stopped_ms=self.stopped_ms)


class ElapsedApplied(Event, frozen=True, tag="elapsed-applied"):
    """The director counted the time for which the service was down, and the clock was started."""

    at: LevelClock

    def change(self, tournament: Tournament) -> StateChange:
        return _clock_set(self.at, _acted(tournament, "apply-elapsed"), stopped_ms=None)


class HandTimed(Event, frozen=True, tag="hand-timed"):
    """During hand for hand with a capped level clock, a hand may take time off the level from now on, or may not take
    any more time because it is over. Or hand for hand has ended."""

    at: LevelClock

    def change(self, tournament: Tournament) -> StateChange:
        if not isinstance(self.at.hand, HandTime):
            hand_clock: Mapping[int, int] = {}
        else:
            hand_clock = tournament.hand_clock if self.at.hand.over else tournament.barrier
        return _clock_set(self.at, forgetting(tournament.memory), hand_clock=hand_clock)


class TournamentCreated(Event, frozen=True, tag="tournament-created"):
    """The tournament is set up, with its clock stopped at the first level. `id` is unique."""

    id: str
    name: str
    book: RuleBook
    structure: Structure
    terms: EventTerms

    def change(self, tournament: Tournament) -> StateChange:
        of_book = {"id": self.id, "name": self.name, "book": self.book, "terms": self.terms}
        first = level_clock.first_clock(self.structure, self.terms.first_level or 1)
        return _clock_set(first, tournament.memory, **of_book, structure=self.structure)


class TermsChanged(Event, frozen=True, tag="terms-changed"):
    """These terms apply from now on."""

    terms: EventTerms

    def change(self, tournament: Tournament) -> StateChange:
        return StateChange(fields={"terms": self.terms})


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

    def change(self, tournament: Tournament) -> StateChange:
        added = Entry(
            self.entry, self.player, self.name, self.chips, self.nth, captain=self.captain, roster=self.roster,
            checked_in=self.id_seen, waits=self.waits, least=least_chip(tournament), team=self.team,
        )  # fmt: skip
        return StateChange({self.entry: added})


class MemberAdded(Event, frozen=True, tag="member-added"):
    """A person joined an entry's roster."""

    entry: int
    person: Person

    def change(self, tournament: Tournament) -> StateChange:
        entry = tournament.entries[self.entry]
        return StateChange({self.entry: replace(entry, roster=(*entry.roster, self.person))})


class EntryCheckedIn(Event, frozen=True, tag="entry-checked-in"):
    """The entry checked in and its ID was seen."""

    entry: int

    def change(self, tournament: Tournament) -> StateChange:
        return StateChange({self.entry: replace(tournament.entries[self.entry], checked_in=True)})


class EntryPromoted(Event, frozen=True, tag="entry-promoted"):
    """The entry moved from the waiting list into the field."""

    entry: int

    def change(self, tournament: Tournament) -> StateChange:
        entry = tournament.entries[self.entry]
        return StateChange({self.entry: replace(entry, waits=False, waited=True, least=least_chip(tournament))})


class EntryForfeited(Event, frozen=True, tag="entry-forfeited"):
    """The entry was not there at the start. It is out of the event without a place and owes `fee`."""

    entry: int
    fee: int

    def change(self, tournament: Tournament) -> StateChange:
        return taken_out(tournament, self.entry, Forfeited(self.fee))


class ForfeitCleared(Event, frozen=True, tag="forfeit-cleared"):
    """The fee for a forfeit was paid, or the suspension was lifted."""

    entry: int
    what: Literal["fee", "suspension"]

    def change(self, tournament: Tournament) -> StateChange:
        entry = tournament.entries[self.entry]
        if entry.forfeit is None:
            return StateChange()
        done = replace(entry.forfeit, paid=True) if self.what == "fee" else replace(entry.forfeit, lifted=True)
        return StateChange({self.entry: replace(entry, forfeit=done)})


class PersonTurnedAway(Event, frozen=True, tag="person-turned-away", omit_defaults=True):
    """A person was refused entry. `entry` was theirs, or that of a team with no other member, and is now void; it is 0
    if there was none. They are removed from the `rosters` of these entries."""

    name: str
    reason: str
    entry: int
    rosters: tuple[int, ...] = ()

    def change(self, tournament: Tournament) -> StateChange:
        away = {**tournament.turned_away, name_key(self.name): self.reason}
        out = taken_out(tournament, self.entry) if self.entry else StateChange()
        rosters = {one: _without(tournament.entries[one], self.name) for one in self.rosters}
        return replace(out, entries={**out.entries, **rosters}, fields={"turned_away": away})


class StartScheduled(Event, frozen=True, tag="start-scheduled"):
    """The clock starts by itself at this wall-clock time. If it is None, the clock does not start by itself."""

    starts_ms: int | None

    def change(self, tournament: Tournament) -> StateChange:
        return StateChange(fields={"starts_ms": self.starts_ms})


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

    def change(self, tournament: Tournament) -> StateChange:
        barrier = {one.sitting: one.hands for one in self.tables}
        return StateChange(fields={"barrier": barrier, "barrier_ties": self.ties})


class TableHalted(Event, frozen=True, tag="table-halted"):
    """A table that is short of players waits once it has played this many hands. If it is None, the table plays on."""

    sitting: int
    hands: int | None

    def change(self, tournament: Tournament) -> StateChange:
        others = {one: after for one, after in tournament.halted.items() if one != self.sitting}
        halted = others if self.hands is None else {**others, self.sitting: self.hands}
        return StateChange(fields={"halted": halted})


class AddOnTaken(Event, frozen=True, tag="add-on-taken"):
    """The entry at this seat took its add-on, which is purchase `number` of the tournament, for `cost`."""

    entry: int
    seat: SeatAt
    chips: int
    number: int
    cost: int

    def change(self, tournament: Tournament) -> StateChange:
        more = EntryPurchase(self.number, self.chips, self.seat.sitting, least_chip(tournament), self.cost)
        buyer = tournament.entries[self.entry]
        return StateChange({self.entry: replace(buyer, bought=(*buyer.bought, more))})


class DealMade(PrizeDeal, Event, frozen=True, tag="deal-made"):
    """The remaining players get these amounts no matter who wins. The winner also gets `for_winner`."""

    def change(self, tournament: Tournament) -> StateChange:
        return StateChange(fields={"deal": self}, uses=everybody(tournament))


class FlightEnded(FlightOutcome, Event, frozen=True, tag="flight-ended"):
    """The flight ended. The fields give the entries that advance and those that are `out` although they have chips. The
    latter are in order, with last place first and ties together."""

    def change(self, tournament: Tournament) -> StateChange:
        out_by_number = {number: tournament.entries[number] for group in self.out for number in group}
        cut: dict[int, Entry | None] = {number: replace(one, cut=True) for number, one in out_by_number.items()}
        finishes = (*tournament.finishes, *self.out)
        return StateChange(cut, fields={"flight": self, "finishes": finishes}, uses=everybody(tournament))


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

    def change(self, tournament: Tournament) -> StateChange:
        new_entries: dict[int, Entry | None] = {one.entry: _carried(one) for one in self.finalists}
        return StateChange(new_entries, fields={"carried": (*tournament.carried, *self.flights)})


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

    def change(self, tournament: Tournament) -> StateChange:
        entry = tournament.entries[self.entry]
        signed = (*entry.signed, Signed(self.chips, self.found, self.at, self.since, self.until, self.by))
        # The table's record keeps its stack if the difference was found in a count.
        accepted = entry.accepted + (0 if self.found == "count" else self.chips)
        changed = replace(entry, accepted=accepted, signed=signed)
        return StateChange({self.entry: changed}, uses=frozenset({StatePart("flight")}))


class BagCounted(Event, frozen=True, tag="bag-counted"):
    """The entry's bag holds `held` according to the record and `chips` according to the count. The entry continues with
    the number counted."""

    entry: int
    held: int
    chips: int

    def change(self, tournament: Tournament) -> StateChange:
        counted = replace(tournament.entries[self.entry], bag=self.chips)
        return StateChange({self.entry: counted}, uses=frozenset({StatePart("flight")}))


class EntryVoided(Event, frozen=True, tag="entry-voided"):
    """The entry is void and is treated as if it had never existed."""

    entry: int

    def change(self, tournament: Tournament) -> StateChange:
        return taken_out(tournament, self.entry)


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

    def change(self, tournament: Tournament) -> StateChange:
        new = Entry(self.entry, self.player, self.name, self.chips, self.nth, self.seat, alias=self.alias)
        uses = frozenset({StatePart("sitting", self.alias.sitting)})
        return StateChange({self.entry: new}, {self.seat: self.entry} if self.seat else {}, uses=uses)


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

    def change(self, tournament: Tournament) -> StateChange:
        buyer, seat = tournament.entries[self.entry], self.seat
        more = EntryPurchase(self.number, self.chips, seat.sitting, least_chip(tournament))
        bought = replace(buyer, bought=(*buyer.bought, more))
        if not self.back:
            return StateChange({self.entry: bought})
        # The entry keeps its seat or gets it back. Any chips that it was booked to bring there are gone.
        moves = buyer.moves - self.unmoved
        back = replace(bought, seat=seat, moved_from=None, moves=moves, bust=None, back=True)
        uses = frozenset({StatePart("sitting", seat.sitting)})
        if buyer.bust is None:
            return StateChange({self.entry: back}, uses=uses)
        groups = (tuple(one for one in group if one != self.entry) for group in tournament.finishes)
        finishes = tuple(group for group in groups if group)
        return StateChange({self.entry: back}, {seat: self.entry}, fields={"finishes": finishes}, uses=uses)


class PurchasesSent(Event, frozen=True, tag="purchases-sent"):
    """The entry's current sitting is to hand out these purchases."""

    entry: int
    numbers: tuple[int, ...]
    sitting: int

    def change(self, tournament: Tournament) -> StateChange:
        sent = handed_out_at(tournament.entries[self.entry], self.sitting, self.numbers)
        return StateChange({self.entry: sent})


class SittingOpened(Event, frozen=True, tag="sitting-opened", omit_defaults=True):
    """A physical table is part of the tournament from now on. A `typed` table has no kiosk."""

    sitting: int
    table: int
    seat_count: int
    typed: bool = False

    def change(self, tournament: Tournament) -> StateChange:
        unused, before = unused_at(tournament.sittings, self.table, self.seat_count), frozenset[StatePart]()
        if unused and (newest := newest_at(tournament.sittings, self.table)):
            before = frozenset({StatePart("sitting", newest.number)})
        new_sitting = Sitting(self.sitting, self.table, self.seat_count, typed=self.typed, unused=unused)
        return StateChange(sittings={self.sitting: new_sitting}, uses=before)


class TableTyped(Event, frozen=True, tag="table-typed"):
    """The director typed the counts of a table."""

    sitting: int
    typing: Typing

    def change(self, tournament: Tournament) -> StateChange:
        number, entries = self.sitting, (StatePart("entry", count.entry) for count in self.typing.counts)
        typed = {number: (*tournament.typed.get(number, ()), self.typing)}
        return StateChange(typed=typed, uses=frozenset((StatePart("sitting", number), *entries)))


class DrawPrepared(Event, frozen=True, tag="draw-prepared"):
    """The root of the seeds of the next `links` draws (see `SeedChain`). The root is secret, but its commitment is
    public."""

    seed: str
    links: int

    def change(self, tournament: Tournament) -> StateChange:
        return StateChange(fields={"seeds": (*tournament.seeds, SeedChain(self.seed, self.links))})


class SeatCard(msgspec.Struct, frozen=True, gc=False):
    """The card drawn by the player in a seat or, in the first draw, by the entry with this number."""

    seat: int
    card: Card


class SeatsDrawn(Event, frozen=True, tag="seats-drawn", omit_defaults=True):
    """Seats were drawn for these entries, either by a seed or by the cards that they drew."""

    seats: tuple[Assigned, ...]
    draw: Draw | None = None
    cards: tuple[SeatCard, ...] = ()

    def change(self, tournament: Tournament) -> StateChange:
        change = seated(tournament, self.seats, self.draw)
        return replace(change, fields={"drawn": tournament.drawn + 1}, uses=change.uses | {StatePart("seeds")})


class EntrySeated(Event, frozen=True, tag="entry-seated", omit_defaults=True):
    """A late entry was given a seat, with a `draw` if the seat was drawn."""

    entry: int
    seat: SeatAt
    draw: Draw | None = None

    def change(self, tournament: Tournament) -> StateChange:
        return seated(tournament, (Assigned(self.entry, self.seat),), self.draw)


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

    def change(self, tournament: Tournament) -> StateChange:
        return seated(tournament, (Assigned(self.entry, self.seat, self.begun),), self.draw)


class TableBroken(Event, frozen=True, tag="table-broken", omit_defaults=True):
    """The sitting's players drew seats elsewhere, either by a seed or by a card for each seat, in this order. If
    nearest seats were used, they were counted from the buttons, which are given as pairs of a sitting and a seat."""

    sitting: int
    seats: tuple[Assigned, ...]
    draw: Draw | None = None
    cards: tuple[SeatCard, ...] = ()
    buttons: tuple[tuple[int, int], ...] = ()

    def change(self, tournament: Tournament) -> StateChange:
        broken = replace(tournament.sittings[self.sitting], breaking=True)
        return replace(seated(tournament, self.seats, self.draw), sittings={self.sitting: broken})


class SeatUseSet(Event, frozen=True, tag="seat-use-set"):
    """The seat is out of use, so that nobody is seated there, or it is `used` again."""

    seat: SeatAt
    used: bool

    def change(self, tournament: Tournament) -> StateChange:
        where, seat = tournament.sittings[self.seat.sitting], self.seat.seat
        unused = tuple(sorted({*where.unused, seat} - ({seat} if self.used else set())))
        # A player who left the seat does not go back while it is out of use.
        taken = frozenset({StatePart("seat", self.seat)})
        return StateChange(sittings={where.number: replace(where, unused=unused)}, uses=taken)


class EntryPinSet(Event, frozen=True, tag="entry-pin-set"):
    """The entry is pinned to the seat that it has. If it is None, the entry is no longer pinned."""

    entry: int
    seat: SeatAt | None

    def change(self, tournament: Tournament) -> StateChange:
        return StateChange({self.entry: replace(tournament.entries[self.entry], pinned=self.seat)})


class BreakOrderSet(Event, frozen=True, tag="break-order-set"):
    """The director specified that these physical tables are to be broken first, in this order."""

    tables: tuple[int, ...]

    def change(self, tournament: Tournament) -> StateChange:
        return StateChange(fields={"break_order": self.tables})


class PolicySet(Event, frozen=True, tag="policy-set"):
    """The director set what the clock does with proposals of this kind from then on."""

    kind: PolicyKind
    policy: Policy

    def change(self, tournament: Tournament) -> StateChange:
        return StateChange(fields={"policies": {**tournament.policies, self.kind: self.policy}})


class NewSitting(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A physical table that is in play from a redraw on, with the seat that drew the button."""

    sitting: int
    table: int
    seat_count: int
    button: int
    typed: bool = False


class SeatsRedrawn(Event, frozen=True, tag="seats-redrawn", omit_defaults=True):
    """All remaining players, `players`, have a seat at these sittings, and the earlier sittings are broken. Everyone
    drew a seat except the `pinned` players, who kept their seats at the same physical tables. In a shootout, this is
    the next round. With `fresh` stacks, each entry leaves its old table with this many chips."""

    players: int
    sittings: tuple[NewSitting, ...]
    seats: tuple[Assigned, ...]
    fresh: int = 0
    draw: Draw | None = None
    pinned: tuple[int, ...] = ()

    def change(self, tournament: Tournament) -> StateChange:
        old = {number: replace(one, breaking=True) for number, one in tournament.sittings.items() if not one.closed}
        new = {
            one.sitting: Sitting(
                one.sitting,
                one.table,
                one.seat_count,
                typed=one.typed,
                button=one.button,
                unused=unused_at(tournament.sittings, one.table, one.seat_count),
            )
            for one in self.sittings
        }
        done = (*tournament.redraws, RedrawDone(self.sittings[0].sitting, self.players, self.fresh))
        change = seated(tournament, self.seats, self.draw)
        kept = {number: replace(one, pinned=one.seat) for number in self.pinned if (one := change.entries[number])}
        return replace(
            change,
            entries={**change.entries, **kept},
            sittings={**old, **new},
            fields={"redraws": done},
            uses=change.uses | {StatePart("seeds")},
        )


class SittingClosed(Event, frozen=True, tag="sitting-closed"):
    """Everyone had left the table as of record `mark` of the sitting's journal."""

    sitting: int
    mark: int

    def change(self, tournament: Tournament) -> StateChange:
        closed = replace(tournament.sittings[self.sitting], closed=True)
        flight = {StatePart("flight")} if tournament.flight else set()
        uses = frozenset({StatePart("typed", self.sitting), *flight})
        return StateChange(sittings={self.sitting: closed}, uses=uses)


class WentOut(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """An entry that is out, with how it went out. The purchases `refunded` were never handed out."""

    entry: int
    bust: BustAt
    refunded: tuple[int, ...] = ()


class EntriesOut(Event, frozen=True, tag="entries-out", omit_defaults=True):
    """These entries are out. If there is more than one, they tie. If they `join` earlier ones, all of them tie."""

    out: tuple[WentOut, ...]
    join: bool = False

    def change(self, tournament: Tournament) -> StateChange:
        entries: dict[int, Entry | None] = {}
        occupied: dict[SeatAt, int | None] = {}
        for one in self.out:
            entry = tournament.entries[one.entry]
            if entry.seat:
                occupied[entry.seat] = None
            bought = tuple(each for each in entry.bought if each.number not in one.refunded)
            entries[one.entry] = replace(entry, seat=None, moved_from=None, bust=one.bust, bought=bought)
        group = tuple(one.entry for one in self.out)
        uses = frozenset(StatePart("typed", one.bust.sitting) for one in self.out)
        finishes = tournament.finishes
        if self.join:
            finishes, group = finishes[:-1], (*finishes[-1], *group)
        return StateChange(entries, occupied, fields={"finishes": (*finishes, group)}, uses=uses)


class HeadCredited(Event, frozen=True, tag="head-credited"):
    """The director ruled that the last chips of an entry that is out went to the entries in `by`."""

    entry: int
    by: tuple[int, ...]

    def change(self, tournament: Tournament) -> StateChange:
        entry = tournament.entries[self.entry]
        credited = replace(entry, bust=replace(entry.bust, by=self.by)) if entry.bust else entry
        return StateChange({self.entry: credited})


class TournamentEnded(TournamentResult, Event, frozen=True, tag="tournament-ended"):
    """One entry was left, and the pool was paid out."""

    def change(self, tournament: Tournament) -> StateChange:
        return StateChange(fields={"ended": self}, uses=everybody(tournament))


class ActUndone(Event, frozen=True, tag="act-undone"):
    """An act was taken back."""

    act: int

    @property
    def undoes(self) -> int:
        return self.act

    def change(self, tournament: Tournament) -> StateChange:
        return undone(tournament, self.act)


class ClockUndone(Event, frozen=True, tag="clock-undone"):
    """The director took back the last action on the clock. If that lowers the level, the levels that tables played up
    to `marks` are overruled."""

    at: LevelClock
    stopped_ms: int | None
    marks: tuple[TableMark, ...]

    def change(self, tournament: Tournament) -> StateChange:
        memory = replace(tournament.memory, reached=None, last=None)
        if self.at.index < tournament.clock.index:
            memory = overruling(memory, self.marks)
        return _clock_set(self.at, memory, stopped_ms=self.stopped_ms)


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


def _clock_set(at: LevelClock, memory: ClockMemory, **fields: object) -> StateChange:
    """The clock and its memory, with other fields."""
    return StateChange(fields={"clock": at, "memory": memory, **fields})


def _acted(tournament: Tournament, kind: ClockActKind) -> ClockMemory:
    """The clock's memory after an action by the director."""
    return acted(tournament.memory, ClockAt(tournament.clock, tournament.stopped_ms), kind)


def _without(entry: Entry, name: str) -> Entry:
    """The team without this person. Another member becomes captain if necessary."""
    roster = tuple(one for one in entry.roster if name_key(one.name) != name_key(name))
    captain = entry.captain if any(one.name == entry.captain for one in roster) else roster[0].name
    return replace(entry, roster=roster, captain=captain)


def _carried(one: Finalist) -> Entry:
    came = Entry(one.entry, one.player, one.name, one.chips, checked_in=True, carried=True)
    return replace(came, captain=one.captain, roster=one.roster, team=one.team)
