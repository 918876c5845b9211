"""A tournament with entries: what its decisions and the records of its sittings amount to."""

from collections.abc import Mapping

from engine.message import Message
from engine.tournament.away_rules import remarks
from engine.tournament.entries import counted, left
from engine.tournament.events import EntryMoved, EntrySeated, SeatsDrawn, TableBroken, TournamentEvent
from engine.tournament.ledger import Ledger, ledger
from engine.tournament.seat_rules import open_sittings
from engine.tournament.seats import AssignedSeat, Seating
from engine.tournament.state import Tournament
from engine.tournament.table_facts import TableFacts, has_sat, in_transit
from engine.tournament.targets import TableTarget, target
from engine.tournament.whole_facts import with_typed
from kiosk.clock.desk.around import arounds
from kiosk.clock.desk.figures import Figures
from kiosk.clock.tables.audit import Chips
from kiosk.clock.tables.floor import Floor
from kiosk.protocol.messages import Around, Coming


class BookedAccounts:
    """As `Accounts` has it, for the tournament handed in last with `follow`."""

    def __init__(self, floor: Floor, tournament: Tournament) -> None:
        """Raises `Fault` for a rule book that cannot be used."""
        self._floor = floor
        self._tournament = tournament
        self._acts = 0
        """How many of the tournament's acts the assignments are of."""
        self._assigned: dict[int, dict[tuple[int, int], AssignedSeat]] = {}
        """By sitting and then by seat and entry: everybody who was ever to begin there."""
        self._targets: dict[int, TableTarget] = {}
        self.follow(tournament)

    def follow(self, tournament: Tournament) -> None:
        """The tournament has changed: so have the seats of its tables."""
        self._tournament = tournament
        for act in tournament.acts[self._acts :]:
            for event in act.events:
                self._note(event)
        self._acts = len(tournament.acts)
        self._targets = {}
        for number in tournament.sittings:
            self._floor.assign(number, self._seating(number), self._due(number))

    def figures(self) -> Figures:
        """As of the tables' records."""
        held, entries = self.ledger(), self._tournament.entries
        chips = Chips(held.found, held.issued, held.adjusted, held.removed)
        tables = len(open_sittings(self._tournament))
        return Figures(len(counted(entries)), len(left(entries)), tables, chips)

    def ledger(self) -> Ledger:
        """Every chip."""
        return ledger(self._tournament.entries, self.facts())

    def facts(self) -> Mapping[int, TableFacts]:
        """Of each sitting."""
        return with_typed(self._tournament, {number: self._floor.facts(number) for number in self._floor.keys})

    def coming(self, key: int) -> tuple[Coming, ...]:
        """Who has left another table for this one, and has not arrived."""
        carried = in_transit(self.facts())
        return tuple(
            Coming(str(place.entry), place.name, carried[place.entry], place.came_from, place.seat)
            for place in self._target(key).roster
            if place.came_from and place.entry in carried
        )

    def remarks(self, key: int) -> tuple[Message, ...]:
        """Who cannot sit down there as was booked."""
        return tuple(remarks(self._tournament, key, self.facts()))

    def seating(self, key: int) -> Seating | None:
        """None: the target stands in its place."""
        return None

    def target(self, key: int) -> TableTarget | None:
        """What should be there."""
        return self._target(key)

    def around(self) -> Mapping[int, Around]:
        """What each sitting's table is told of the others."""
        return arounds(self._tournament, self.facts())

    def _target(self, key: int) -> TableTarget:
        if key not in self._targets:
            self._targets[key] = target(self._tournament, key)
        return self._targets[key]

    def _seating(self, number: int) -> Seating:
        """What the audit holds a table to: everybody who was ever given chips there."""
        tournament = self._tournament
        sitting, book = tournament.sittings[number], tournament.book
        seats = tuple(self._assigned.get(number, {}).values())
        name = book.id if book else ""
        return Seating(sitting.table, tournament.name, name, sitting.seat_count, 0, seats, book)

    def _due(self, number: int) -> tuple[AssignedSeat, ...]:
        """Who belongs there and has never sat down."""
        sat = has_sat(self.facts())
        return tuple(
            AssignedSeat(place.seat, str(place.entry), place.name, place.chips)
            for place in self._target(number).roster
            if place.entry not in sat
        )

    def refresh(self, key: int) -> None:
        """The table has sent records: somebody may have sat down."""
        self._floor.assign(key, self._floor.tables[key].seating, self._due(key))

    def _note(self, event: TournamentEvent) -> None:
        match event:
            case SeatsDrawn(seats=seats) | TableBroken(seats=seats):
                for one in seats:
                    self._give(one.entry, one.seat.sitting, one.seat.seat, one.begun)
            case EntrySeated(entry=entry, seat=seat):
                self._give(entry, seat.sitting, seat.seat, begun=False)
            case EntryMoved(entry=entry, seat=seat, begun=begun):
                self._give(entry, seat.sitting, seat.seat, begun)

    def _give(self, number: int, sitting: int, seat: int, begun: bool) -> None:
        """Who brings chips of their own is given none."""
        entry = self._tournament.entries[number]
        if not begun:
            there = self._assigned.setdefault(sitting, {})
            there[seat, number] = AssignedSeat(seat, str(number), entry.name, entry.chips)
