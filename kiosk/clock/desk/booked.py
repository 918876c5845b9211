"""A tournament with entries: what its decisions and the records of its sittings amount to."""

from collections.abc import Callable, Collection, Mapping
from functools import cached_property

from engine.message import Message
from engine.tournament.custody.ledger import Ledger, ledger
from engine.tournament.events import EntryMoved, EntrySeated, SeatsDrawn, SeatsRedrawn, TableBroken, TournamentEvent
from engine.tournament.field.entries import counted, left
from engine.tournament.rules.away_rules import contradictions, remarks
from engine.tournament.rules.seat_rules import open_sittings
from engine.tournament.rules.whole_facts import with_typed
from engine.tournament.seating.seats import AssignedSeat, Seating
from engine.tournament.state import Tournament
from engine.tournament.tables.facts import TableFacts, has_sat, in_transit, played_at
from engine.tournament.targets import TableTarget, Targets
from kiosk.clock.desk.around import arounds
from kiosk.clock.desk.figures import Figures
from kiosk.clock.tables.audit import Chips
from kiosk.clock.tables.floor import Floor
from kiosk.protocol.messages import Around, Coming
from kiosk.protocol.numbered import Names


class _Known:
    """What the records of all tables say, as of `seq` of the floor's, and what it amounts to in a tournament."""

    def __init__(self, seq: int, facts: Mapping[int, TableFacts], tournament: Tournament) -> None:
        self.seq = seq
        self.facts = facts
        self._tournament = tournament

    @cached_property
    def ledger(self) -> Ledger:
        """Every chip."""
        return ledger(self._tournament.entries, self.facts, flight_over=self._tournament.flight is not None)

    @cached_property
    def figures(self) -> Figures:
        """As a room is told them."""
        held, entries = self.ledger, self._tournament.entries
        chips = Chips(held.found, held.issued, held.adjusted, held.removed)
        return Figures(len(counted(entries)), len(left(entries)), len(open_sittings(self._tournament)), chips)

    @cached_property
    def around(self) -> Mapping[int, Around]:
        """What each sitting's table is told of the others."""
        return arounds(self._tournament, self.facts)

    @cached_property
    def moves(self) -> object:
        """Who sits where, came, went and is out: of what tables say, all that other tables are told."""
        if self._tournament.barrier:
            return self  # who is out counts once every table has finished the hand: whatever happens may matter
        return [(*one.held, one.busts, one.departures, one.arrivals) for one in self.facts.values()]

    @cached_property
    def sat(self) -> frozenset[int]:
        """The entries whose chips have been on a table."""
        return has_sat(self.facts)

    @cached_property
    def carried(self) -> Mapping[int, int]:
        """The chips of each entry that is between two tables."""
        return in_transit(self.facts)


class BookedAccounts:
    """As `Accounts` has it, for the tournament handed in last with `follow`."""

    def __init__(self, floor: Floor, tournament: Tournament, awaits: Callable[[], Collection[int]] = tuple) -> None:
        """`awaits` has the physical tables that have yet to send again what a rebuilt clock had of them. Raises `Fault`
        for a rule book that cannot be used."""
        self._floor = floor
        self._awaits = awaits
        self._tournament = tournament
        self._acts = 0
        """How many of the tournament's acts the assignments are of."""
        self._assigned: dict[int, dict[tuple[int, int], AssignedSeat]] = {}
        """By sitting and then by seat and entry: everybody who was ever to begin there."""
        self._been: dict[int, dict[int, None]] = {}
        """By sitting: every entry that was ever booked there, in that order."""
        self._all = Targets(tournament)
        self._targets: dict[int, TableTarget] = {}
        self._names: dict[int, Names] = {}
        """By sitting; empty until somebody asks."""
        self._known = _Known(-1, {}, tournament)
        self.follow(tournament)

    def follow(self, tournament: Tournament) -> None:
        """The tournament has changed: so have the seats of its tables."""
        self._tournament = tournament
        for act in tournament.acts[self._acts :]:
            for event in act.events:
                self._note(event)
        self._acts = len(tournament.acts)
        self._all, self._targets, self._names = Targets(tournament), {}, {}
        self._known = _Known(-1, {}, tournament)
        for number in self._floor.keys:
            if number not in tournament.sittings:
                self._floor.withdraw(number)
        sat = self._read().sat  # a sitting that is new has no records
        for number in tournament.sittings:
            self._floor.assign(number, self._seating(number), self._due(number, sat))

    def figures(self) -> Figures:
        """As of the tables' records."""
        return self._read().figures

    def facts(self) -> Mapping[int, TableFacts]:
        """Of each sitting."""
        return self._read().facts

    def _read(self) -> _Known:
        """What the tables' records say now."""
        if self._known.seq != self._floor.facts_seq:
            read = {number: self._floor.facts(number) for number in self._floor.keys}
            facts = with_typed(self._tournament, read)
            self._known = _Known(self._floor.facts_seq, facts, self._tournament)
        return self._known

    def coming(self, key: int) -> tuple[Coming, ...]:
        """Who has left another table for this one, and has not arrived; as long as that may have been elsewhere, by
        records that are waited for, nobody."""
        if key not in self._tournament.sittings:
            return ()
        here = self._floor.facts(key).held
        due = [place for place in self._target(key).roster if place.came_from and place.entry not in here]
        carried = self._read().carried if due else {}  # at nearly all tables nobody is due
        elsewhere = self._may_sit_elsewhere(key) if carried else ()
        return tuple(
            Coming(str(place.entry), place.name, carried[place.entry], place.came_from, place.seat)
            for place in due
            if place.entry in carried and place.entry not in elsewhere
        )

    def _may_sit_elsewhere(self, key: int) -> Collection[int]:
        """Of those who have left a table, the ones who may have sat down already, here or where they were sent first:
        a rebuilt clock waits for the records that would say so."""
        awaits, facts = self._awaits(), self._read().facts
        if not awaits:
            return ()
        is_awaited = self._tournament.sittings[key].table in awaits
        gone = [departure for table in facts.values() for departure in table.departures]
        return {one.entry for one in gone if is_awaited or not one.to or one.to in awaits}

    def remarks(self, key: int) -> tuple[Message, ...]:
        """Who cannot sit down there as was booked; who cannot sit there, where another history was chosen."""
        if key not in self._tournament.sittings:
            return ()
        tournament, facts = self._tournament, self.facts()
        unlike = contradictions(tournament, key, facts) if key in self._floor.chosen else ()
        return (*remarks(tournament, key, facts), *unlike)

    def seating(self, key: int) -> Seating | None:
        """None: the target stands in its place."""
        return None

    def target(self, key: int) -> TableTarget | None:
        """What should be there; None where the sitting's opening was taken back."""
        return self._target(key) if key in self._tournament.sittings else None

    def around(self) -> Mapping[int, Around]:
        """What each sitting's table is told of the others."""
        return self._read().around

    def told_by(self) -> object:
        """As long as it is the same, so is what the tables are told."""
        return self._all, self._read().moves, self._awaits()

    def names(self, key: int) -> Names:
        """At a table an entry is the player whose id is its number, or whom a dealer seated before it was booked."""
        if not self._names:
            self._names = _names_by_sitting(self._tournament)
        return self._names.get(key, self._names[0])

    def _target(self, key: int) -> TableTarget:
        if key not in self._targets:
            self._targets[key] = self._all.of(key, self._been.get(key, ()))
        return self._targets[key]

    def _seating(self, number: int) -> Seating:
        """What the audit holds a table to: everybody who was ever given chips there. They go by their numbers."""
        tournament = self._tournament
        sitting, book = tournament.sittings[number], tournament.book
        seats = tuple(self._assigned.get(number, {}).values())
        name = book.id if book else ""
        return Seating(sitting.table, tournament.name, name, sitting.seat_count, 0, seats, book)

    def _due(self, number: int, sat: frozenset[int]) -> tuple[AssignedSeat, ...]:
        """Who belongs there and has never sat down."""
        return tuple(
            AssignedSeat(place.seat, str(place.entry), "", place.chips)
            for place in self._target(number).roster
            if place.entry not in sat
        )

    def refresh(self, key: int) -> None:
        """The table has sent records: somebody may have sat down."""
        if key in self._tournament.sittings:
            sat = played_at(self._floor.facts(key))
            if any(place.entry not in sat for place in self._target(key).roster):  # elsewhere they may have
                sat = self._read().sat
            self._floor.assign(key, self._floor.tables[key].seating, self._due(key, sat))

    def _note(self, event: TournamentEvent) -> None:
        match event:
            case SeatsDrawn(seats=seats) | TableBroken(seats=seats) | SeatsRedrawn(seats=seats):
                for one in seats:
                    self._give(one.entry, one.seat.sitting, one.seat.seat, one.begun)
            case EntrySeated(entry=entry, seat=seat):
                self._give(entry, seat.sitting, seat.seat, begun=False)
            case EntryMoved(entry=entry, seat=seat, begun=begun):
                self._give(entry, seat.sitting, seat.seat, begun)

    def _give(self, number: int, sitting: int, seat: int, begun: bool) -> None:
        """Who brings chips of their own is given none; nor is one whose entry was taken back since, to whom no table
        gave any."""
        if number not in self._tournament.entries:
            return
        self._been.setdefault(sitting, {})[number] = None
        if not begun:
            there = self._assigned.setdefault(sitting, {})
            there[seat, number] = AssignedSeat(seat, str(number), "", self._tournament.entries[number].chips)


def _names_by_sitting(tournament: Tournament) -> dict[int, Names]:
    """Those of all entries under 0, and with the names that a sitting has of its own where there are any."""
    entries = tournament.entries
    every = {str(number): entry.name for number, entry in entries.items()}
    found: dict[int, dict[str, str]] = {0: every}
    for entry in entries.values():
        if entry.alias:
            found.setdefault(entry.alias.sitting, dict(every))[entry.alias.player] = entry.name
    return dict(found)
