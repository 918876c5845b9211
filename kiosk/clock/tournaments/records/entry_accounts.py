"""A tournament with entries: the result of its decisions together with the records of its sittings."""

from collections.abc import Callable, Collection, Mapping
from functools import cached_property
from typing import NamedTuple

from engine.message import Message
from engine.tournament.actions import EntryMoved, EntrySeated, SeatsDrawn, SeatsRedrawn, TableBroken
from engine.tournament.custody.ledger import Ledger, ledger
from engine.tournament.field.entries import counted, left
from engine.tournament.rules.field.away_rules import contradictions, remarks
from engine.tournament.rules.seating.seat_rules import open_sittings
from engine.tournament.rules.whole_facts import with_typed
from engine.tournament.state import Event, Tournament
from engine.tournament.tables.facts import TableFacts, has_sat, in_transit, played_at
from engine.tournament.tables.room_info import IncomingPlayer
from engine.tournament.targets import TableTarget, Targets
from kiosk.clock.tables.audit import AssignedSeat, ChipBalance, Seating
from kiosk.clock.tables.audited_tables import AuditedTables
from kiosk.clock.tournaments.records.room_info import room_infos
from kiosk.protocol.messages import RoomInfo
from kiosk.protocol.numbered import Names


class Figures(NamedTuple):
    """The number of entries, the number of entries still in, the number of tables in play, and the chips in play."""

    entries: int
    players_left: int
    tables: int
    chips: ChipBalance

    @property
    def average(self) -> int:
        return self.chips.expected // self.players_left if self.players_left else 0


class _FactsCache:
    """A value that stays the same as long as chips, busts, departures and arrivals stay the same. In hand-for-hand
    play, it changes with every event, because any event may matter."""

    def __init__(self, seq: int, facts: Mapping[int, TableFacts], tournament: Tournament) -> None:
        self.seq = seq
        self.facts = facts
        self._tournament = tournament

    @cached_property
    def ledger(self) -> Ledger:
        return ledger(self._tournament.entries, self.facts, flight_over=self._tournament.flight is not None)

    @cached_property
    def figures(self) -> Figures:
        held, entries = self.ledger, self._tournament.entries
        chips = ChipBalance(held.found, held.issued, held.adjusted, held.removed)
        return Figures(len(counted(entries)), len(left(entries)), len(open_sittings(self._tournament)), chips)

    @cached_property
    def room_info(self) -> Mapping[int, RoomInfo]:
        return room_infos(self._tournament, self.facts)

    @cached_property
    def moves(self) -> object:
        """A cache of the facts from all tables' records, as of the audited tables' `seq`, and of the results computed
        from them for the tournament."""
        if self._tournament.barrier:
            return self  # an entry counts as out once every table has finished the hand, so any event may matter
        return [(*one.held, one.busts, one.departures, one.arrivals) for one in self.facts.values()]

    @cached_property
    def sat(self) -> frozenset[int]:
        return has_sat(self.facts)

    @cached_property
    def carried(self) -> Mapping[int, int]:
        return in_transit(self.facts)


class EntryAccounts:
    """The accounts of the tournament last passed to `follow`."""

    def __init__(
        self, audited: AuditedTables, tournament: Tournament, awaits: Callable[[], Collection[int]] = tuple
    ) -> None:
        """`awaits` returns the tables that have yet to resend records. Raises `Fault` for an unusable rule book."""
        self._audited = audited
        self._awaits = awaits
        self._tournament = tournament
        self._acts = 0
        self._assigned: dict[int, dict[tuple[int, int], AssignedSeat]] = {}
        """Every entry that was ever assigned a starting seat, keyed by sitting, and then by seat and entry."""
        self._been: dict[int, dict[int, None]] = {}
        """Every entry that was ever assigned to each sitting, in the order of assignment."""
        self._all = Targets(tournament)
        self._targets: dict[int, TableTarget] = {}
        self._names: dict[int, Names] = {}
        self._cache = _FactsCache(-1, {}, tournament)
        self.follow(tournament)

    def follow(self, tournament: Tournament) -> None:
        """Switch to the changed tournament, including the changed seats at its tables."""
        self._tournament = tournament
        for act in tournament.acts[self._acts :]:
            for event in act.events:
                self._note(event)
        self._acts = len(tournament.acts)
        self._all, self._targets, self._names = Targets(tournament), {}, {}
        self._cache = _FactsCache(-1, {}, tournament)
        for number in self._audited.keys:
            if number not in tournament.sittings:
                self._audited.withdraw(number)
        sat = self._read().sat  # a new sitting has no records
        for number in tournament.sittings:
            self._audited.assign(number, self._seating(number), self._due(number, sat))

    def figures(self) -> Figures:
        return self._read().figures

    def facts(self) -> Mapping[int, TableFacts]:
        return self._read().facts

    def _read(self) -> _FactsCache:
        if self._cache.seq != self._audited.facts_seq:
            read = {number: self._audited.facts(number) for number in self._audited.keys}
            facts = with_typed(self._tournament, read)
            self._cache = _FactsCache(self._audited.facts_seq, facts, self._tournament)
        return self._cache

    def coming(self, key: int) -> tuple[IncomingPlayer, ...]:
        """The players who have left another table for this one and have not arrived yet, unless the clock is waiting
        for records that may show one of them elsewhere."""
        if key not in self._tournament.sittings:
            return ()
        here = self._audited.facts(key).held
        due = [place for place in self._target(key).roster if place.came_from and place.entry not in here]
        carried = self._read().carried if due else {}  # at nearly all tables, no one is due
        elsewhere = self._may_sit_elsewhere(key) if carried else ()
        return tuple(
            IncomingPlayer(str(place.entry), place.name, carried[place.entry], place.came_from, place.seat)
            for place in due
            if place.entry in carried and place.entry not in elsewhere
        )

    def _may_sit_elsewhere(self, key: int) -> Collection[int]:
        """The players who have left a table but may have sat down since, here or at the table to which they were sent
        first. The records that would show this have not yet been resent to a rebuilt clock."""
        awaits, facts = self._awaits(), self._read().facts
        if not awaits:
            return ()
        is_awaited = self._tournament.sittings[key].table in awaits
        gone = [departure for table in facts.values() for departure in table.departures]
        return {one.entry for one in gone if is_awaited or not one.to or one.to in awaits}

    def remarks(self, key: int) -> tuple[Message, ...]:
        """Remarks on players who cannot sit there as assigned, and on contradictions after a different history was
        chosen."""
        if key not in self._tournament.sittings:
            return ()
        tournament, facts = self._tournament, self.facts()
        unlike = contradictions(tournament, key, facts) if key in self._audited.chosen else ()
        return (*remarks(tournament, key, facts), *unlike)

    def target(self, key: int) -> TableTarget | None:
        """The table as it should be, or None if the opening of the sitting was undone."""
        return self._target(key) if key in self._tournament.sittings else None

    def room_info(self) -> Mapping[int, RoomInfo]:
        return self._read().room_info

    def update_inputs(self) -> object:
        """A value that stays the same as long as the data sent to tables stays the same."""
        return self._all, self._read().moves, self._awaits()

    def names(self, key: int) -> Names:
        """The players' names, by the entry's number, or by the id of a player whom a dealer seated before the entry was
        registered."""
        if not self._names:
            self._names = _names_by_sitting(self._tournament)
        return self._names.get(key, self._names[0])

    def _target(self, key: int) -> TableTarget:
        if key not in self._targets:
            self._targets[key] = self._all.of(key, self._been.get(key, ()))
        return self._targets[key]

    def _seating(self, number: int) -> Seating:
        """The seating that the audit checks a table against: everyone who has ever been given chips there."""
        tournament = self._tournament
        sitting, book = tournament.sittings[number], tournament.book
        seats = tuple(self._assigned.get(number, {}).values())
        name = book.id if book else ""
        return Seating(sitting.table, tournament.name, name, sitting.seat_count, 0, seats, book)

    def _due(self, number: int, sat: frozenset[int]) -> tuple[AssignedSeat, ...]:
        """The players who belong at the table but have never sat down."""
        return tuple(
            AssignedSeat(place.seat, str(place.entry), "", place.chips)
            for place in self._target(number).roster
            if place.entry not in sat
        )

    def refresh(self, key: int) -> None:
        """Update the players still due at a table that has sent records, because one of them may have sat down."""
        if key in self._tournament.sittings:
            sat = played_at(self._audited.facts(key))
            if any(place.entry not in sat for place in self._target(key).roster):  # they may have sat down elsewhere
                sat = self._read().sat
            self._audited.assign(key, self._audited.tables[key].seating, self._due(key, sat))

    def _note(self, event: Event) -> None:
        match event:
            case SeatsDrawn(seats=seats) | TableBroken(seats=seats) | SeatsRedrawn(seats=seats):
                for one in seats:
                    self._give(one.entry, one.seat.sitting, one.seat.seat, one.begun)
            case EntrySeated(entry=entry, seat=seat):
                self._give(entry, seat.sitting, seat.seat, begun=False)
            case EntryMoved(entry=entry, seat=seat, begun=begun):
                self._give(entry, seat.sitting, seat.seat, begun)

    def _give(self, number: int, sitting: int, seat: int, begun: bool) -> None:
        """Note an entry that was assigned to a table. It starts there with chips unless it has `begun` and brings them
        from another table. An entry that has since been undone is left out: if a table had given it chips, the undo
        would have been refused."""
        if number not in self._tournament.entries:
            return
        self._been.setdefault(sitting, {})[number] = None
        if not begun:
            there = self._assigned.setdefault(sitting, {})
            there[seat, number] = AssignedSeat(seat, str(number), "", self._tournament.entries[number].chips)


def _names_by_sitting(tournament: Tournament) -> dict[int, Names]:
    """The names of all entries under 0, and the names by sitting for those sittings that have their own."""
    entries = tournament.entries
    every = {str(number): entry.name for number, entry in entries.items()}
    found: dict[int, dict[str, str]] = {0: every}
    for entry in entries.values():
        if entry.alias:
            found.setdefault(entry.alias.sitting, dict(every))[entry.alias.player] = entry.name
    return dict(found)
