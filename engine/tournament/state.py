"""The tournament at one moment, how each event changes it, and how an act is undone. Does not know what is allowed.

Every event is one `StateChange`: the parts it sets. An act keeps the earlier values of those parts, so that setting
them again undoes it. It may be undone only until a later act uses those parts.
"""

from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple, TypeVar, assert_never

import msgspec
from msgspec.structs import replace

from engine.books.rulebook import RuleBook
from engine.names import name_key
from engine.tournament.clock_memory import ClockAt, ClockMemory, remember
from engine.tournament.event_terms import EventTerms
from engine.tournament.events import (
    ActUndone,
    AddOnTaken,
    Assigned,
    BagCounted,
    BarrierSet,
    BreakOrderSet,
    CarriedFlight,
    CarriedOver,
    ClockHalted,
    ClockPaused,
    ClockStarted,
    ClockUndone,
    DealMade,
    DifferenceAccepted,
    DrawPrepared,
    ElapsedApplied,
    EntriesOut,
    EntryAdded,
    EntryCheckedIn,
    EntryForfeited,
    EntryMoved,
    EntryPinSet,
    EntryPromoted,
    EntrySeated,
    EntryVoided,
    FlightEnded,
    ForfeitCleared,
    HandTimed,
    HeadCredited,
    LevelReached,
    LevelStarted,
    MemberAdded,
    Ordered,
    PersonTurnedAway,
    PolicySet,
    PurchasesSent,
    Rebought,
    SeatsDrawn,
    SeatsRedrawn,
    SeatUseSet,
    SittingClosed,
    SittingOpened,
    StartScheduled,
    StructureChanged,
    TableBroken,
    TableHalted,
    TableTyped,
    TermsChanged,
    TimeAdded,
    TournamentCreated,
    TournamentEnded,
    TournamentEvent,
    UnbookedBooked,
)
from engine.tournament.field.entries import (
    Entries,
    Entry,
    EntryPurchase,
    Forfeited,
    LeftTyped,
    Occupied,
    SeatAt,
    Signed,
    Sitting,
    Sittings,
    newest_at,
    unused_at,
)
from engine.tournament.field.players import Players, with_changes
from engine.tournament.formats.flight import Finalist
from engine.tournament.formats.redraws import RedrawDone
from engine.tournament.levels import level_clock
from engine.tournament.levels.level_clock import HandTime, LevelClock
from engine.tournament.levels.structure import Structure, chips_in_play
from engine.tournament.policies import Policies
from engine.tournament.prizes.finishes import Finishes
from engine.tournament.seating.draw import Chains, SeedChain
from engine.tournament.tables.typings import Typing, Typings

K = TypeVar("K")
V = TypeVar("V")


class StatePart(NamedTuple):
    """A part of the state that an event can set: one entry, seat or sitting, the typed counts of a sitting, or one
    field of the tournament (if `key` is None)."""

    kind: str
    key: int | SeatAt | None = None


class StateChange(msgspec.Struct, frozen=True, gc=False):
    """New values for some parts of the state. None removes an entry, a seat, a sitting or its typings. The parts in
    `uses` are read but not set. While a later act uses a part, the act that set it cannot be undone."""

    entries: Mapping[int, Entry | None] = {}
    occupied: Mapping[SeatAt, int | None] = {}
    sittings: Mapping[int, Sitting | None] = {}
    typed: Mapping[int, tuple[Typing, ...] | None] = {}
    fields: Mapping[str, object] = {}
    uses: frozenset[StatePart] = frozenset()

    def sets(self) -> Iterator[StatePart]:
        """The parts that this change sets."""
        yield from (StatePart("entry", entry) for entry in self.entries)
        yield from (StatePart("seat", seat) for seat in self.occupied)
        yield from (StatePart("sitting", sitting) for sitting in self.sittings)
        yield from (StatePart("typed", sitting) for sitting in self.typed)
        yield from (StatePart(field) for field in self.fields if field != "acts")


class Act(msgspec.Struct, frozen=True, gc=False):
    """The result of one order: its events, the parts that it set and used, and the earlier values of the parts."""

    number: int
    by: str
    events: tuple[TournamentEvent, ...] = ()
    before: tuple[StateChange, ...] = ()
    """The earlier values, to be set in reverse order."""
    sets: frozenset[StatePart] = frozenset()
    uses: frozenset[StatePart] = frozenset()
    undone_by: int = 0
    """The act that undid this one; 0 while this act is in effect."""
    request: str = ""
    """The table's request that the act booked; empty if there is none."""

    @property
    def undoes(self) -> int:
        """The act that this one undoes; 0 if there is none."""
        return next((event.act for event in self.events if isinstance(event, ActUndone)), 0)


class Tournament(msgspec.Struct, frozen=True, gc=False):
    """The state of a tournament at one moment. `structure` is None until it is set up."""

    id: str = ""
    name: str = ""
    structure: Structure | None = None
    clock: LevelClock = LevelClock(0, 0)
    stopped_ms: int | None = None
    """The time since which the clock has been stopped because the service was down, in this run's time. None once the
    director has decided what to do."""
    book: RuleBook | None = None
    terms: EventTerms | None = None
    entries: Entries = {}
    players: Players = {}
    """The entries by player; derived from the entries."""
    sittings: Sittings = {}
    occupied: Occupied = {}
    typed: Typings = {}
    finishes: Finishes = ()
    seeds: Chains = ()
    """The seeds of all draws; each is secret until its draw."""
    draws: Mapping[str, int] = {}
    """The number of each draw that was ever made, by its inputs. It remains when the draw is undone."""
    drawn: int = 0
    """The number of times that seats were drawn for all unseated entries."""
    started: bool = False
    """Whether the clock has ever run."""
    memory: ClockMemory = ClockMemory()
    """The last action on the clock, and whether the clock came back from an outage."""
    ended: TournamentEnded | None = None
    flight: FlightEnded | None = None
    """The result of a flight that is over, which includes who goes on."""
    carried: tuple[CarriedFlight, ...] = ()
    """The flights whose finalists play here."""
    halted: Mapping[int, int] = {}
    """The sittings that are waiting because they are short of players, each with the hand after which it waits."""
    break_order: tuple[int, ...] = ()
    """The physical tables that are broken first, as the director set them."""
    policies: Policies = {}
    """The policies for proposals."""
    barrier: Mapping[int, int] = {}
    """In hand-for-hand play, the hand after which each sitting waits."""
    barrier_ties: bool = True
    """Whether players who go out in that hand tie. They do not tie in a hand that was in play when hand for hand was
    called."""
    hand_clock: Mapping[int, int] = {}
    """The barrier of the hand for which the level clock was last given time. None outside hand for hand, and also if
    the clock runs on during it."""
    deal: DealMade | None = None
    redraws: tuple[RedrawDone, ...] = ()
    """The redraws of all seats. In a shoot-out, these are the rounds after the first."""
    starts_ms: int | None = None
    """The wall-clock time at which the clock starts by itself."""
    turned_away: Mapping[str, str] = {}
    """The people who were refused entry, by the key of the name, and the reasons."""
    acts: tuple[Act, ...] = ()
    pending: int = 0
    """The number of events in the newest act that are still to come."""


def is_over(tournament: Tournament) -> bool:
    """Whether nothing is left to be played, because the tournament ended, or because the flight ended and its tables
    are closed."""
    flight_is_over = tournament.flight is not None and all(one.closed for one in tournament.sittings.values())
    return tournament.ended is not None or flight_is_over


def apply(tournament: Tournament, event: TournamentEvent) -> Tournament:
    """The tournament after an event. It never raises `Refused`."""
    if isinstance(event, Ordered):
        act = Act(len(tournament.acts) + 1, event.by, request=event.request)
        return replace(tournament, acts=(*tournament.acts, act), pending=event.events)
    change = _remembered(tournament, event, _change(tournament, event))
    after = _set(tournament, change)
    if isinstance(event, DrawnEvent) and (drawn := event.draw):
        after = replace(after, draws={**tournament.draws, drawn.of: drawn.number})
    if not tournament.pending:
        return after
    act = tournament.acts[-1]
    grown = replace(
        act,
        events=(*act.events, event),
        before=(*act.before, _before(tournament, change)),
        sets=act.sets.union(change.sets()),
        uses=act.uses | change.uses | {StatePart("id")},  # nothing remains of a tournament that was never created
    )
    acts = (*after.acts[:-1], grown)
    return replace(after, acts=acts, pending=tournament.pending - 1)


def standing(tournament: Tournament) -> list[Act]:
    """The acts that were not undone, in order."""
    return [act for act in tournament.acts if not act.undone_by]


def dependents(tournament: Tournament, act: Act) -> list[Act]:
    """The later acts that set or use what this act set."""
    later = [one for one in standing(tournament) if one.number > act.number]
    # An undo of a later act cancels both out.
    needs = act.uses if act.undoes else frozenset()  # a redo needs what the act used the first time
    return [one for one in later if one.undoes <= act.number and (act.sets & (one.sets | one.uses) or needs & one.sets)]


DrawnEvent = SeatsDrawn | EntrySeated | EntryMoved | TableBroken | SeatsRedrawn
"""The events that seat entries. They have a `draw` unless the seats were drawn by cards or set by the director."""


def _remembered(tournament: Tournament, event: TournamentEvent, change: StateChange) -> StateChange:
    """The change, including the clock's memory if the event sets it."""
    if "clock" not in change.fields or isinstance(event, ActUndone):
        return change
    memory = remember(tournament.memory, ClockAt(tournament.clock, tournament.stopped_ms), event)
    return replace(change, fields={**change.fields, "memory": memory})


def _change(  # noqa: PLR0911, PLR0912, PLR0915  one for each
    tournament: Tournament, event: TournamentEvent
) -> StateChange:
    match event:
        case TournamentCreated(id=its_id, name=name, book=book, structure=structure, terms=terms):
            first = level_clock.first_clock(structure, terms.first_level or 1)
            of_book = {"id": its_id, "name": name, "book": book, "terms": terms}
            return StateChange(fields={**of_book, "structure": structure, "clock": first})
        case TermsChanged(terms=terms):
            return StateChange(fields={"terms": terms})
        case StructureChanged(structure=structure, at=at):
            return StateChange(fields={"structure": structure, "clock": at})
        case (
            ClockHalted(stopped_ms=stopped_ms, at=at)
            | LevelReached(stopped_ms=stopped_ms, at=at)
            | ClockUndone(stopped_ms=stopped_ms, at=at)
        ):
            return StateChange(fields={"clock": at, "stopped_ms": stopped_ms})
        case ClockStarted(at=at):
            return StateChange(fields={"clock": at, "stopped_ms": None, "started": True})
        case ClockPaused(at=at) | LevelStarted(at=at) | ElapsedApplied(at=at):
            return StateChange(fields={"clock": at, "stopped_ms": None})
        case TimeAdded(at=at):
            return StateChange(fields={"clock": at})
        case HandTimed(at=at):
            return StateChange(fields={"clock": at, "hand_clock": _hand_clock(tournament, at)})
        case (
            EntryAdded() | EntryVoided() | MemberAdded() | EntryCheckedIn() | EntryPromoted() | EntryForfeited()
            | ForfeitCleared() | PersonTurnedAway()
        ):  # fmt: skip
            return _field_changed(tournament, event)
        case FlightEnded() | CarriedOver():
            return _flights_changed(tournament, event)
        case StartScheduled(starts_ms=starts_ms):
            return StateChange(fields={"starts_ms": starts_ms})
        case UnbookedBooked(seat=seat):
            new = Entry(event.entry, event.player, event.name, event.chips, event.nth, seat, alias=event.alias)
            uses = frozenset({StatePart("sitting", event.alias.sitting)})
            return StateChange({event.entry: new}, {seat: event.entry} if seat else {}, uses=uses)
        case Rebought():
            return _rebought(tournament, event)
        case AddOnTaken(entry=number, seat=seat, chips=chips):
            more = EntryPurchase(event.number, chips, seat.sitting, _least_chip(tournament), event.cost)
            buyer = tournament.entries[number]
            return StateChange({number: replace(buyer, bought=(*buyer.bought, more))})
        case BarrierSet(tables=held, ties=ties):
            return StateChange(fields={"barrier": {one.sitting: one.hands for one in held}, "barrier_ties": ties})
        case BreakOrderSet(tables=order):
            return StateChange(fields={"break_order": order})
        case PolicySet(kind=kind, policy=policy):
            return StateChange(fields={"policies": {**tournament.policies, kind: policy}})
        case TableHalted(sitting=number, hands=hands):
            return StateChange(fields={"halted": _halted(tournament.halted, number, hands)})
        case HeadCredited(entry=number, by=by):
            return StateChange({number: _credited(tournament.entries[number], by)})
        case DifferenceAccepted() | BagCounted():
            return _signed_for(tournament.entries[event.entry], event)
        case DealMade():
            return StateChange(fields={"deal": event}, uses=_everybody(tournament))
        case PurchasesSent(entry=number, sitting=sitting):
            return StateChange({number: _handed_out_at(tournament.entries[number], sitting, event.numbers)})
        case SittingOpened():
            unused, before = unused_at(tournament.sittings, event.table, event.seat_count), frozenset[StatePart]()
            if unused and (newest := newest_at(tournament.sittings, event.table)):
                before = frozenset({StatePart("sitting", newest.number)})
            new_sitting = Sitting(event.sitting, event.table, event.seat_count, typed=event.typed, unused=unused)
            return StateChange(sittings={event.sitting: new_sitting}, uses=before)
        case SeatUseSet(seat=seat, used=used):
            where = tournament.sittings[seat.sitting]
            unused = tuple(sorted({*where.unused, seat.seat} - ({seat.seat} if used else set())))
            taken = frozenset({StatePart("seat", seat)})  # a player who left it does not go back while it is out of use
            return StateChange(sittings={seat.sitting: replace(where, unused=unused)}, uses=taken)
        case EntryPinSet(entry=number, seat=pinned):
            return StateChange({number: replace(tournament.entries[number], pinned=pinned)})
        case DrawPrepared(seed=seed, links=links):
            return StateChange(fields={"seeds": (*tournament.seeds, SeedChain(seed, links))})
        case SeatsDrawn(seats=seats):
            change = _seated(tournament, seats)
            return replace(change, fields={"drawn": tournament.drawn + 1}, uses=change.uses | {StatePart("seeds")})
        case EntrySeated(entry=number, seat=seat):
            return _seated(tournament, (Assigned(number, seat),))
        case EntryMoved(entry=number, seat=seat, begun=begun):
            return _seated(tournament, (Assigned(number, seat, begun),))
        case TableBroken(sitting=number, seats=seats):
            broken = replace(tournament.sittings[number], breaking=True)
            return replace(_seated(tournament, seats), sittings={number: broken})
        case SeatsRedrawn():
            return _redrawn(tournament, event)
        case TableTyped(sitting=number, typing=typing):
            counted = frozenset(
                (StatePart("sitting", number), *(StatePart("entry", count.entry) for count in typing.counts))
            )
            return StateChange(typed={number: (*tournament.typed.get(number, ()), typing)}, uses=counted)
        case SittingClosed(sitting=number):
            closed = replace(tournament.sittings[number], closed=True)
            flight = {StatePart("flight")} if tournament.flight else set()
            return StateChange(sittings={number: closed}, uses=frozenset({StatePart("typed", number), *flight}))
        case EntriesOut():
            return _out(tournament, event)
        case TournamentEnded():
            return StateChange(fields={"ended": event}, uses=_everybody(tournament))
        case ActUndone(act=number):
            return _undone(tournament, number)
        case Ordered():
            return StateChange()
    assert_never(event)


def _seated(tournament: Tournament, seats: tuple[Assigned, ...]) -> StateChange:
    """Each entry in its new seat, to which it is not pinned. Its old seat, if it had one, is free."""
    entries: dict[int, Entry | None] = {}
    occupied: dict[SeatAt, int | None] = {}
    uses = {StatePart("sitting", one.seat.sitting) for one in seats}
    for one in seats:
        entry = tournament.entries[one.entry]
        if entry.seat:
            occupied.setdefault(entry.seat, None)
        if not one.begun:  # no chips were handed out where it has never been
            entry = _handed_out_at(entry, one.seat.sitting, [bought.number for bought in entry.bought])
        elif left := _left_typed(tournament, entry):
            entry = replace(entry, left_typed=(*entry.left_typed, left))
            uses.add(StatePart("typed", left.sitting))
        moved_from = entry.seat if one.begun else None
        moves = entry.moves + bool(moved_from and moved_from.sitting != one.seat.sitting)
        entries[one.entry] = replace(entry, seat=one.seat, moved_from=moved_from, moves=moves, pinned=None)
        occupied[one.seat] = one.entry
    return StateChange(entries, occupied, uses=frozenset(uses))


def _redrawn(tournament: Tournament, event: SeatsRedrawn) -> StateChange:
    before = {number: replace(one, breaking=True) for number, one in tournament.sittings.items() if not one.closed}
    new = {
        one.sitting: Sitting(
            one.sitting,
            one.table,
            one.seat_count,
            typed=one.typed,
            button=one.button,
            unused=unused_at(tournament.sittings, one.table, one.seat_count),
        )
        for one in event.sittings
    }
    done = (*tournament.redraws, RedrawDone(event.sittings[0].sitting, event.players, event.fresh))
    change = _seated(tournament, event.seats)
    kept = {number: replace(one, pinned=one.seat) for number in event.pinned if (one := change.entries[number])}
    return replace(
        change,
        entries={**change.entries, **kept},
        sittings={**before, **new},
        fields={"redraws": done},
        uses=change.uses | {StatePart("seeds")},
    )


def _rebought(tournament: Tournament, event: Rebought) -> StateChange:
    """The entry that had lost all its chips keeps its seat or gets it back. Any chips it was booked to bring there from
    another table are gone."""
    buyer, seat = tournament.entries[event.entry], event.seat
    more = EntryPurchase(event.number, event.chips, seat.sitting, _least_chip(tournament))
    bought = replace(buyer, bought=(*buyer.bought, more))
    if not event.back:
        return StateChange({event.entry: bought})
    moves = buyer.moves - event.unmoved
    back = replace(bought, seat=seat, moved_from=None, moves=moves, bust=None, back=True)
    uses = frozenset({StatePart("sitting", seat.sitting)})
    if buyer.bust is None:
        return StateChange({event.entry: back}, uses=uses)
    groups = (tuple(one for one in group if one != event.entry) for group in tournament.finishes)
    finishes = tuple(group for group in groups if group)
    return StateChange({event.entry: back}, {seat: event.entry}, fields={"finishes": finishes}, uses=uses)


def _left_typed(tournament: Tournament, entry: Entry) -> LeftTyped | None:
    """The chips with which the entry leaves a typed table. None if it has already left with them and was sent back, but
    has not been typed there since."""
    if entry.seat is None or not (typings := tournament.typed.get(entry.seat.sitting)):
        return None
    if any((one.sitting, one.typing) == (entry.seat.sitting, len(typings)) for one in entry.left_typed):
        return None
    chips = next((count.chips for count in typings[-1].counts if count.entry == entry.number), 0)
    return LeftTyped(entry.seat.sitting, len(typings), chips) if chips else None


def _halted(halted: Mapping[int, int], number: int, hands: int | None) -> Mapping[int, int]:
    """The sittings that are waiting, with this one added or removed. A waiting sitting stops after this many hands."""
    others = {one: after for one, after in halted.items() if one != number}
    return others if hands is None else {**others, number: hands}


def _signed_for(entry: Entry, event: DifferenceAccepted | BagCounted) -> StateChange:
    """The differences that the director signed for an entry."""
    flight = frozenset({StatePart("flight")})
    match event:
        case DifferenceAccepted(chips=chips, found=found):
            signed = (*entry.signed, Signed(chips, found, event.at, event.since, event.until, event.by))
            accepted = entry.accepted + (0 if found == "count" else chips)  # the table's record keeps its stack
            return StateChange({entry.number: replace(entry, accepted=accepted, signed=signed)}, uses=flight)
        case BagCounted(chips=chips):
            return StateChange({entry.number: replace(entry, bag=chips)}, uses=flight)


def _credited(entry: Entry, by: tuple[int, ...]) -> Entry:
    """The entry, with the entries that took its last chips."""
    return replace(entry, bust=replace(entry.bust, by=by)) if entry.bust else entry


def _handed_out_at(entry: Entry, sitting: int, numbers: Collection[int]) -> Entry:
    bought = (replace(one, sitting=sitting) if one.number in numbers else one for one in entry.bought)
    return replace(entry, bought=tuple(bought))


FieldEvent = (
    EntryAdded | EntryVoided | MemberAdded | EntryCheckedIn | EntryPromoted | EntryForfeited | ForfeitCleared
    | PersonTurnedAway
)  # fmt: skip


def _field_changed(tournament: Tournament, event: FieldEvent) -> StateChange:  # noqa: PLR0911  one for each
    """The changes to the field and to the people kept out of it."""
    match event:
        case EntryAdded():
            return StateChange({event.entry: _entered(event, _least_chip(tournament))})
        case EntryVoided(entry=number):
            return _taken_out(tournament, number)
        case MemberAdded(entry=number, person=person):
            entry = tournament.entries[number]
            return StateChange({number: replace(entry, roster=(*entry.roster, person))})
        case EntryCheckedIn(entry=number):
            return StateChange({number: replace(tournament.entries[number], checked_in=True)})
        case EntryPromoted(entry=number):
            promoted = replace(tournament.entries[number], waits=False, waited=True, least=_least_chip(tournament))
            return StateChange({number: promoted})
        case EntryForfeited(entry=number, fee=fee):
            return _taken_out(tournament, number, Forfeited(fee))
        case ForfeitCleared():
            return _cleared(tournament, event)
        case PersonTurnedAway(name=name, reason=reason, entry=number):
            away = {**tournament.turned_away, name_key(name): reason}
            out = _taken_out(tournament, number) if number else StateChange()
            rosters = {one: _without(tournament.entries[one], name) for one in event.rosters}
            return replace(out, entries={**out.entries, **rosters}, fields={"turned_away": away})


def _flights_changed(tournament: Tournament, event: FlightEnded | CarriedOver) -> StateChange:
    match event:
        case FlightEnded(out=out_of_flight):
            out_by_number = {number: tournament.entries[number] for group in out_of_flight for number in group}
            cut: dict[int, Entry | None] = {number: replace(one, cut=True) for number, one in out_by_number.items()}
            finishes = (*tournament.finishes, *out_of_flight)
            return StateChange(cut, fields={"flight": event, "finishes": finishes}, uses=_everybody(tournament))
        case CarriedOver(flights=flights, finalists=finalists):
            new_entries: dict[int, Entry | None] = {one.entry: _carried(one) for one in finalists}
            return StateChange(new_entries, fields={"carried": (*tournament.carried, *flights)})


def _carried(one: Finalist) -> Entry:
    came = Entry(one.entry, one.player, one.name, one.chips, checked_in=True, carried=True)
    return replace(came, captain=one.captain, roster=one.roster, team=one.team)


def _least_chip(tournament: Tournament) -> int:
    """The smallest chip in play."""
    return chips_in_play(tournament.structure, tournament.clock.index)[0] if tournament.structure else 0


def _hand_clock(tournament: Tournament, at: LevelClock) -> Mapping[int, int]:
    if not isinstance(at.hand, HandTime):
        return {}
    return tournament.hand_clock if at.hand.over else tournament.barrier


def _entered(event: EntryAdded, least: int) -> Entry:
    return Entry(
        event.entry, event.player, event.name, event.chips, event.nth, captain=event.captain, roster=event.roster,
        checked_in=event.id_seen, waits=event.waits, least=least, team=event.team,
    )  # fmt: skip


def _taken_out(tournament: Tournament, number: int, forfeit: Forfeited | None = None) -> StateChange:
    """The change for an entry that is taken out of the field before it has had any chips."""
    entry = tournament.entries[number]
    occupied: dict[SeatAt, int | None] = {entry.seat: None} if entry.seat else {}
    return StateChange({number: replace(entry, seat=None, voided=forfeit is None, forfeit=forfeit)}, occupied)


def _without(entry: Entry, name: str) -> Entry:
    """The team without this person. Another member becomes captain if necessary."""
    roster = tuple(one for one in entry.roster if name_key(one.name) != name_key(name))
    captain = entry.captain if any(one.name == entry.captain for one in roster) else roster[0].name
    return replace(entry, roster=roster, captain=captain)


def _cleared(tournament: Tournament, event: ForfeitCleared) -> StateChange:
    entry = tournament.entries[event.entry]
    if entry.forfeit is None:
        return StateChange()
    done = replace(entry.forfeit, paid=True) if event.what == "fee" else replace(entry.forfeit, lifted=True)
    return StateChange({entry.number: replace(entry, forfeit=done)})


def _everybody(tournament: Tournament) -> frozenset[StatePart]:
    """The parts on which a deal, or the end of a flight or tournament, depends. They include every entry and
    sitting."""
    entries = {StatePart("entry", entry) for entry in tournament.entries}
    sittings = {StatePart("sitting", sitting) for sitting in tournament.sittings}
    return frozenset((StatePart("finishes"), StatePart("deal"), *entries, *sittings))


def _out(tournament: Tournament, event: EntriesOut) -> StateChange:
    entries: dict[int, Entry | None] = {}
    occupied: dict[SeatAt, int | None] = {}
    for one in event.out:
        entry = tournament.entries[one.entry]
        if entry.seat:
            occupied[entry.seat] = None
        bought = tuple(each for each in entry.bought if each.number not in one.refunded)
        entries[one.entry] = replace(entry, seat=None, moved_from=None, bust=one.bust, bought=bought)
    group = tuple(one.entry for one in event.out)
    uses = frozenset(StatePart("typed", one.bust.sitting) for one in event.out)
    finishes = tournament.finishes
    if event.join:
        finishes, group = finishes[:-1], (*finishes[-1], *group)
    return StateChange(entries, occupied, fields={"finishes": (*finishes, group)}, uses=uses)


def _undone(tournament: Tournament, number: int) -> StateChange:
    """The parts that an act has set, with the oldest value of each, as it was before the act."""
    act = tournament.acts[number - 1]
    entries: dict[int, Entry | None] = {}
    occupied: dict[SeatAt, int | None] = {}
    sittings: dict[int, Sitting | None] = {}
    typed: dict[int, tuple[Typing, ...] | None] = {}
    fields: dict[str, object] = {}
    for change in reversed(act.before):
        entries |= change.entries
        occupied |= change.occupied
        sittings |= change.sittings
        typed |= change.typed
        fields |= change.fields
    fields["acts"] = tuple(
        replace(one, undone_by=len(tournament.acts)) if one.number == number
        else replace(one, undone_by=0) if one.number == act.undoes
        else one
        for one in tournament.acts
    )  # fmt: skip
    return StateChange(entries, occupied, sittings, typed, fields, act.uses)


def _before(tournament: Tournament, change: StateChange) -> StateChange:
    """The current values of the parts that a change sets."""
    return StateChange(
        {entry: tournament.entries.get(entry) for entry in change.entries},
        {seat: tournament.occupied.get(seat) for seat in change.occupied},
        {sitting: tournament.sittings.get(sitting) for sitting in change.sittings},
        {sitting: tournament.typed.get(sitting) for sitting in change.typed},
        {field: getattr(tournament, field) for field in change.fields if field != "acts"},
    )


def _set(tournament: Tournament, change: StateChange) -> Tournament:
    fields = dict(change.fields)
    if change.entries:
        fields["entries"] = _with(tournament.entries, change.entries)
        fields["players"] = with_changes(tournament.players, tournament.entries, change.entries)
    if change.occupied:
        fields["occupied"] = _with(tournament.occupied, change.occupied)
    if change.sittings:
        fields["sittings"] = _with(tournament.sittings, change.sittings)
    if change.typed:
        fields["typed"] = _with(tournament.typed, change.typed)
    return replace(tournament, **fields) if fields else tournament


def _with(held: Mapping[K, V], new: Mapping[K, V | None]) -> dict[K, V]:
    both = dict(held)
    for key, value in new.items():
        if value is None:
            both.pop(key, None)
        else:
            both[key] = value
    return both
