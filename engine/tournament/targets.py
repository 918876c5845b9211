"""What should be at a table: one value with a revision, which its own program works towards at its hand boundary.

The same value twice, late or after a week changes nothing at the table.
"""

import msgspec

from engine.books.rulebook import RuleBook
from engine.refused import Refused
from engine.terms import Stop
from engine.tournament.entries import Entry, of_player, seated_at
from engine.tournament.flights import stop_of
from engine.tournament.state import Tournament
from engine.tournament.structure import level_number


class RosterSeat(msgspec.Struct, frozen=True):
    """A seat of the roster. `chips` are issued to who begins here; who comes from table `came_from` brings its own."""

    seat: int
    entry: int
    name: str
    chips: int = 0
    came_from: int = 0


class Leaving(msgspec.Struct, frozen=True):
    """An entry that is to leave with its chips, for a seat of another table."""

    entry: int
    to_table: int
    to_seat: int


class Purchase(msgspec.Struct, frozen=True):
    """Chips that an entry bought, to be handed out where it sits; `number` is handed out once."""

    number: int
    entry: int
    chips: int


class WentOut(msgspec.Struct, frozen=True):
    """A player who went out here and may enter again."""

    player: str
    name: str


class SeatedAs(msgspec.Struct, frozen=True):
    """The table knows this entry as `player`: it was booked after it had sat down."""

    entry: int
    player: str


class TableTarget(msgspec.Struct, frozen=True):
    """Who should sit at a sitting's table, as of act `rev` of the tournament, and who should leave it."""

    rev: int
    tournament: str
    """Its id."""
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
    """What is handed out at this sitting, or was."""
    out: tuple[WentOut, ...] = ()
    aliases: tuple[SeatedAs, ...] = ()
    stop: Stop | None = None
    """When this table stops dealing."""
    bags: bool = False
    """The flight is over: everybody leaves with the chips in a bag."""


def target(tournament: Tournament, number: int) -> TableTarget:
    """The target of a sitting. Raises `Refused` if there is none of this number."""
    sitting = tournament.sittings.get(number)
    if sitting is None or tournament.book is None:
        raise Refused("no-such-sitting", sitting=number)
    roster: list[RosterSeat] = []
    bags = tournament.flight is not None
    for entry in () if bags else seated_at(tournament.entries, tournament.occupied, sitting):
        if entry.seat is None or number in tournament.typed:  # a kiosk that comes now comes too late
            continue
        came_from = tournament.sittings[entry.moved_from.sitting].table if entry.moved_from else 0
        chips = 0 if entry.moved_from else entry.chips
        roster.append(RosterSeat(entry.seat.seat, entry.number, entry.name, chips, came_from))
    leaving = tuple(
        Leaving(entry.number, tournament.sittings[entry.seat.sitting].table, entry.seat.seat)
        for entry in tournament.entries.values()
        if entry.seat and entry.moved_from and entry.moved_from.sitting == number != entry.seat.sitting
    )
    if bags:
        leaving = tuple(
            Leaving(one.number, 0, 0) for one in seated_at(tournament.entries, tournament.occupied, sitting)
        )
    return TableTarget(
        rev=len(tournament.acts),
        tournament=tournament.id,
        name=tournament.name,
        sitting=number,
        table=sitting.table,
        seat_count=sitting.seat_count,
        book=tournament.book,
        roster=tuple(roster),
        leaving=leaving,
        breaking=sitting.breaking,
        closed=sitting.closed,
        bought=tuple(
            Purchase(one.number, entry.number, one.chips)
            for entry in tournament.entries.values()
            for one in entry.bought
            if entry.is_in and one.sitting == number
        ),
        out=tuple(
            WentOut(entry.player, entry.name)
            for entry in tournament.entries.values()
            if entry.bust and entry.bust.sitting == number and _may_enter_again(tournament, entry)
        ),
        aliases=tuple(
            SeatedAs(entry.number, entry.alias.player)
            for entry in tournament.entries.values()
            if entry.alias and entry.alias.sitting == number
        ),
        stop=_stop(tournament, number),
        bags=bags,
    )


def _stop(tournament: Tournament, number: int) -> Stop | None:
    """When a table stops dealing by itself."""
    if number in tournament.barrier:
        return Stop("hand-for-hand", tournament.barrier[number])
    ends = tournament.terms.ends if tournament.terms else None
    if ends is None or tournament.structure is None:
        return None
    level = level_number(tournament.structure, tournament.clock.index)
    late = tournament.terms is not None and level <= tournament.terms.late_levels
    if ends.why == "players-left" and (late or not tournament.started):
        return None  # somebody may still come
    tables = sum(not one.closed and not one.breaking for one in tournament.sittings.values())
    return stop_of(ends, tournament.structure, tournament.clock.index, tables)


def _may_enter_again(tournament: Tournament, entry: Entry) -> bool:
    """Whether it is its player's last entry, and not the last that the terms allow. Knows no time."""
    most = 1 + (tournament.terms.re_entries if tournament.terms else 0)
    entries = of_player(tournament.entries, entry.player)
    return len(entries) < most and entries[-1:] == [entry]
