"""A table's target: a single value with a revision number. The table's own program works toward it at each hand
boundary.

Receiving the same value twice, late or after a week does not change anything at the table.
"""

from collections import defaultdict
from collections.abc import Iterable
from operator import attrgetter

import msgspec
from msgspec.structs import replace

from engine.books.rulebook import RuleBook
from engine.refused import Refused
from engine.terms import Stop
from engine.tournament.field.entries import Entry, SeatAt, Sitting, counted, left, seated_at
from engine.tournament.formats import players_at_end, stop_of
from engine.tournament.levels.structure import level_number
from engine.tournament.state import Tournament


class RosterSeat(msgspec.Struct, frozen=True, gc=False):
    """A seat in the roster. `chips` are issued to an entry that begins here; an entry that comes from table `came_from`
    brings its own. An entry with neither has lost all its chips and sits down with its purchases."""

    seat: int
    entry: int
    name: str
    chips: int = 0
    came_from: int = 0


class Leaving(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """An entry that is to leave with its chips, for a seat at another table."""

    entry: int
    to_table: int
    to_seat: int
    fresh: int = 0
    """The chips that the entry takes along instead of its own stack; 0 if it takes its own stack."""


class Purchase(msgspec.Struct, frozen=True, gc=False):
    """Chips that an entry bought, which are to be handed out where it is sitting. Each `number` is handed out only
    once. An entry that lost all its chips sits down with them in its `seat`."""

    number: int
    entry: int
    chips: int
    seat: int = 0


class OutHere(msgspec.Struct, frozen=True, gc=False):
    """A player who went out at this table and may enter again."""

    player: str
    name: str


class SeatedAs(msgspec.Struct, frozen=True, gc=False):
    """The name `player` under which the table knows this entry, because it was registered after the player had sat
    down."""

    entry: int
    player: str


class EntryName(msgspec.Struct, frozen=True, gc=False):
    """The name of an entry."""

    entry: int
    name: str


class TableTarget(msgspec.Struct, frozen=True, gc=False):
    """The players who should sit at a sitting's table, and those who should leave it, after action `rev` of the
    tournament."""

    rev: int
    tournament: str
    """The tournament's id."""
    name: str
    sitting: int
    table: int
    seat_count: int
    book: RuleBook
    roster: tuple[RosterSeat, ...]
    leaving: tuple[Leaving, ...] = ()
    breaking: bool = False
    closed: bool = False
    bought: tuple[Purchase, ...] = ()
    out: tuple[OutHere, ...] = ()
    aliases: tuple[SeatedAs, ...] = ()
    stop: Stop | None = None
    button: int = 0
    """The seat that drew the first button; 0 if it was not drawn."""
    unused: tuple[int, ...] = ()
    names: tuple[EntryName, ...] = ()
    """The names of all entries that belong or belonged to this sitting, because the table's record has only their
    numbers."""


def target(tournament: Tournament, number: int, been: Iterable[int] = ()) -> TableTarget:
    """The target of a sitting, as `Targets.of` returns it. Raises `Refused` if there is no sitting with this number."""
    return Targets(tournament).of(number, been)


class Targets:
    """The targets of a tournament's sittings. Queries over all entries are made only once."""

    def __init__(self, tournament: Tournament) -> None:
        self._tournament = tournament
        self._near: defaultdict[int, list[Entry]] = defaultdict(list)
        """For each sitting, the entries that its target may mention."""
        self._by_player: defaultdict[str, list[Entry]] = defaultdict(list)
        for entry in tournament.entries.values():
            places = (entry.seat, entry.moved_from, entry.bust, entry.alias, *entry.bought)
            for sitting in {place.sitting for place in places if place}:
                self._near[sitting].append(entry)
            if entry.counts:
                self._by_player[entry.player].append(entry)
        self._open = sum(not one.closed and not one.breaking for one in tournament.sittings.values())
        self._field, self._left = len(counted(tournament.entries)), len(left(tournament.entries))

    def of(self, number: int, been: Iterable[int] = ()) -> TableTarget:
        """The target of a sitting, with the names of the entries that have `been` there. Raises `Refused` if there is
        no such sitting."""
        tournament, near = self._tournament, self._near.get(number, ())
        sitting = tournament.sittings.get(number)
        if sitting is None or tournament.book is None:
            raise Refused("no-such-sitting", sitting=number)
        bags = tournament.flight is not None
        there = seated_at(tournament.entries, tournament.occupied, sitting)
        if bags:
            leaving = tuple(Leaving(one.number, 0, 0) for one in there)
        else:
            leaving = tuple(
                Leaving(
                    entry.number,
                    _table_elsewhere(tournament, sitting, entry.seat),
                    entry.seat.seat,
                    _fresh(tournament, number, entry.seat.sitting),
                )
                for entry in near
                if entry.seat and entry.moved_from and entry.moved_from.sitting == number != entry.seat.sitting
            )
        # A kiosk that only now reports for a table whose counts are typed is too late.
        stay = () if bags or number in tournament.typed else there
        return TableTarget(
            rev=len(tournament.acts),
            tournament=tournament.id,
            name=tournament.name,
            sitting=number,
            table=sitting.table,
            seat_count=sitting.seat_count,
            book=tournament.book,
            roster=tuple(self._seat(entry, entry.seat) for entry in stay if entry.seat),
            leaving=leaving,
            breaking=sitting.breaking,
            closed=sitting.closed,
            bought=tuple(
                Purchase(one.number, entry.number, one.chips, _seat_here(entry, number))
                for entry in near
                for one in entry.bought
                if entry.is_in and one.sitting == number
            ),
            out=tuple(
                OutHere(entry.player, entry.name)
                for entry in near
                if entry.bust and entry.bust.sitting == number and self._may_enter_again(entry)
            ),
            aliases=tuple(
                SeatedAs(entry.number, entry.alias.player)
                for entry in near
                if entry.alias and entry.alias.sitting == number
            ),
            stop=self._stop(number),
            button=sitting.button,
            unused=sitting.unused,
            names=tuple(
                EntryName(one, tournament.entries[one].name)
                for one in been
                if one in tournament.entries  # its entry may have been taken back
            ),
        )

    def _seat(self, entry: Entry, seat: SeatAt) -> RosterSeat:
        came_from = self._tournament.sittings[entry.moved_from.sitting].table if entry.moved_from else 0
        brings = entry.moved_from or entry.back
        return RosterSeat(seat.seat, entry.number, entry.name, 0 if brings else entry.chips, came_from)

    def _stop(self, number: int) -> Stop | None:
        tournament = self._tournament
        if tournament.ended is not None:
            return Stop("over", 0)
        stops = [*tournament.stops.get(number, ())]
        if number in tournament.barrier:
            stops.append(Stop("hand-for-hand", tournament.barrier[number]))
        if number in tournament.halted:
            stops.append(Stop("held", tournament.halted[number]))
        if stops:
            return min(stops, key=attrgetter("at"))  # all of these count hands
        rounds = tournament.terms.shoot_out if tournament.terms else None
        if rounds and tournament.started and self._open > 1:
            return Stop("players-left", rounds.winners)
        return self._flight_stop(number)

    def _flight_stop(self, number: int) -> Stop | None:
        tournament = self._tournament
        ends = tournament.terms.flight if tournament.terms else None
        if ends is None or tournament.structure is None:
            return None
        level = level_number(tournament.structure, tournament.clock.index)
        late = tournament.terms is not None and level <= tournament.terms.late_levels
        if ends.why == "last-level":
            return stop_of(ends, tournament.structure, tournament.clock, number)
        if late or not tournament.started:
            return None  # more entries may still come
        most = players_at_end(ends, self._field)
        # Which of several tables has the last players is not known until the bust is confirmed.
        return Stop("players-left", most) if self._open == 1 or self._left <= most else None

    def _may_enter_again(self, entry: Entry) -> bool:
        """Whether this is the player's latest entry and the terms allow another one, time limits aside."""
        most = 1 + (self._tournament.terms.re_entries if self._tournament.terms else 0)
        entries = self._by_player[entry.player]
        return len(entries) < most and entries[-1:] == [entry]


def _seat_here(entry: Entry, sitting: int) -> int:
    """The seat that an entry has, or is about to leave, at a sitting; 0 if there is none."""
    return next((at.seat for at in (entry.seat, entry.moved_from) if at and at.sitting == sitting), 0)


def unnamed(target: TableTarget) -> TableTarget:
    """The target without anything that changes when a name is erased."""
    roster = tuple(replace(one, name="") for one in target.roster)
    return replace(target, roster=roster, out=(OutHere("", ""),) * len(target.out), names=())


def _table_elsewhere(tournament: Tournament, here: Sitting, seat: SeatAt) -> int:
    """The physical table of a seat; 0 if it is this same table, at a sitting that begins later."""
    table = tournament.sittings[seat.sitting].table
    return 0 if table == here.table else table


def _fresh(tournament: Tournament, here: int, there: int) -> int:
    """The fresh stack that an entry takes along to the newest round; 0 if it keeps its own chips."""
    newest = tournament.redraws[-1] if tournament.redraws else None
    return newest.fresh if newest and here < newest.first <= there else 0
