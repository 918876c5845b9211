"""Redraw the seats of all remaining players."""

from collections import Counter
from collections.abc import Iterator, Sequence

import msgspec
from msgspec.structs import replace

from engine.books.rulebook import most_seats
from engine.refused import Refused
from engine.tournament.changes import seated
from engine.tournament.field.entries import SeatAt, Sitting, left, unused_at
from engine.tournament.formats import MOST_SEATS, RedrawDone, final_table_size
from engine.tournament.levels.structure import advances_by
from engine.tournament.order import Context, TournamentActionBase
from engine.tournament.orders.seating.tables import CloseTable
from engine.tournament.rules.barrier import players_at, unconfirmed
from engine.tournament.rules.field.entry_rules import check_heard, is_ready, takes_entries
from engine.tournament.rules.seating.draw_rules import draw_of, drawn_button
from engine.tournament.rules.seating.seat_rules import check_settled, next_sitting, open_sittings, pinned_entries
from engine.tournament.seating.draw import Assigned, Draw, draw_seats
from engine.tournament.state import Event, StateChange, StatePart, Tournament
from engine.tournament.tables.facts import facts_of, has_sat


class NewSitting(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A physical table that is in play after a redraw, with the seat that drew the button."""

    sitting: int
    table: int
    seat_count: int
    button: int
    typed: bool = False


class Redraw(TournamentActionBase, frozen=True, tag="redraw"):
    """All remaining players draw new seats at these physical tables, each with this many `seats`. If no tables are
    given, the redraw uses as few of the open tables as possible. In a shootout, the redraw begins the next round."""

    right = "run"
    tables: tuple[int, ...] = ()
    seats: int = 0

    def decide(self, tournament: Tournament, context: Context) -> "list[SeatsRedrawn]":
        """Raises `Refused` before the start, while entries are being taken, in a flight, and during hand for hand. It
        is also raised while an entry is in transit or a bust is unconfirmed, and before a new player's table has
        confirmed that the player is seated. In a shootout, every table must have its winners. Otherwise, levels may not
        advance by a table's own play, because new tables would begin at the first level."""
        if context.terms.flight:
            raise Refused("not-in-flight")
        if not tournament.started:
            raise Refused("not-before-the-start")
        if not context.terms.shoot_out and advances_by(context.structure) != "minutes":
            raise Refused("redraw-by-play")
        if takes_entries(tournament, context):
            raise Refused("entries-still-open", levels=context.terms.late_levels)
        if tournament.barrier:
            raise Refused("redraw-hand-for-hand")
        if unconfirmed(tournament, context.tables):
            raise Refused("bust-to-confirm")
        if playing := next(_at_play(tournament, context), 0):
            raise Refused("round-goes-on", table=playing)
        players = sorted(
            one.number for one in left(tournament.entries) if one.seat or is_ready(tournament, one, context)
        )
        for number in players:
            check_settled(tournament.entries[number], context.tables)
            check_heard(tournament, tournament.entries[number], context.tables)
        if len(players) < 2:
            raise Refused("nobody-to-seat")
        tables = _tables(tournament, self, context, len(players))
        seats = _seats(tournament, self, context, len(players), len(tables))
        places = [
            Sitting(place, table, seats, unused=unused_at(tournament.sittings, table, seats))
            for place, table in enumerate(tables, 1)
        ]
        of, seed = draw_of(tournament, f"redraw {len(tournament.redraws) + 1}")
        kept = _kept_seats(tournament, players, places)
        others = [number for number in players if number not in kept]
        drawn = kept | draw_seats(seed, others, places, {seat: number for number, seat in kept.items()})
        first, sat = next_sitting(tournament, context.tables), has_sat(context.tables)
        typed = {one.table for one in tournament.sittings.values() if one.typed}
        sittings = (
            NewSitting(first + place - 1, table, seats, drawn_button(seed, place, drawn.values()), table in typed)
            for place, table in enumerate(tables, 1)
        )
        assigned = (
            Assigned(entry, SeatAt(first + drawn[entry].sitting - 1, drawn[entry].seat), entry in sat)
            for entry in players
        )
        rounds = context.terms.shoot_out
        fresh = context.structure.starting_stack if rounds and rounds.stacks == "fresh" else 0
        return [SeatsRedrawn(len(players), tuple(sittings), tuple(assigned), fresh, of, tuple(kept))]


class SeatsRedrawn(Event, frozen=True, tag="seats-redrawn", omit_defaults=True):
    """All remaining `players` have a seat at these sittings, and the earlier sittings are broken. Everyone drew a seat
    except the `pinned` players, who kept their seats at the same physical tables. In a shootout, this is the next
    round. With `fresh` stacks, each entry leaves its old table with this many chips."""

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


def emptied(tournament: Tournament, context: Context) -> list[int]:
    """The empty sittings that a redraw ended. Once there are any, the redraw can no longer be taken back."""
    first = tournament.redraws[-1].first if tournament.redraws else 0
    return [
        number
        for number, sitting in tournament.sittings.items()
        if number < first and not sitting.closed and not sitting.typed
        and (facts := context.tables.get(number)) and facts.departures
        and CloseTable(number).is_legal(tournament, context)
    ]  # fmt: skip


def _kept_seats(tournament: Tournament, players: Sequence[int], places: Sequence[Sitting]) -> dict[int, SeatAt]:
    """The seats that pinned players keep at the same physical tables, if these are among the `places`. Pinned players
    never make such a table larger than the others."""
    by_table = {place.table: place for place in places}
    most, here = -(-len(players) // len(places)), Counter[int]()
    kept: dict[int, SeatAt] = {}
    for entry in pinned_entries(tournament):
        sitting = tournament.sittings[entry.seat.sitting] if entry.seat else None
        if entry.seat is None or sitting is None or sitting.breaking or entry.number not in players:
            continue
        place, seat = by_table.get(sitting.table), entry.seat.seat
        if place and seat <= place.seat_count and seat not in place.unused and here[place.number] < most:
            kept[entry.number] = SeatAt(place.number, seat)
            here[place.number] += 1
    return kept


def _at_play(tournament: Tournament, context: Context) -> Iterator[int]:
    """The tables that have not finished a shootout round: those still playing or with more players than winners, and
    the last table."""
    rounds, tables = context.terms.shoot_out, open_sittings(tournament)
    players = players_at(tournament, context.tables)
    for sitting in tables if rounds else ():
        is_playing = facts_of(context.tables, sitting.number).playing
        if len(tables) < 2 or is_playing or (rounds and players[sitting.number] > rounds.winners):
            yield sitting.table


def _tables(tournament: Tournament, action: Redraw, context: Context, players: int) -> tuple[int, ...]:
    """The physical tables: those requested; otherwise, as few of the open tables as have seats for everyone, starting
    with those that have pinned players. Raises `Refused` for a table that still has to be emptied, and if there are too
    few seats."""
    full = {one.table for one in tournament.sittings.values() if one.breaking and not one.closed}
    if action.tables:
        for table in action.tables:
            if table in full or action.tables.count(table) > 1:
                raise Refused("table-in-play", table=table)
        return action.tables
    pinned = {tournament.sittings[one.seat.sitting].table for one in pinned_entries(tournament) if one.seat}
    open_tables = (one.table for one in open_sittings(tournament) if one.table not in full)
    free = sorted(open_tables, key=lambda table: (table not in pinned, table))
    seats = _seats(tournament, action, context, players, 0)
    tables: tuple[int, ...] = ()
    for table in free:
        if players > 0:
            tables, players = (*tables, table), players - seats + len(unused_at(tournament.sittings, table, seats))
    if players > 0:
        raise Refused("too-few-tables", missing=-(-players // seats))
    return tuple(sorted(tables))


def _seats(tournament: Tournament, action: Redraw, context: Context, players: int, tables: int) -> int:
    """The number of seats at each table. This is the number requested or, if none was requested, the number for the
    round or at the largest table. At the final table, there is at least one seat for each player."""
    book, rounds = tournament.book, context.terms.shoot_out
    most = min(most_seats(book, MOST_SEATS) if book else MOST_SEATS, rounds.seats if rounds else MOST_SEATS)
    if action.seats:
        if not 2 <= action.seats <= most:
            raise Refused("seat-count", most=most, seats=action.seats)
        return action.seats
    if rounds:
        return most
    seats = max((one.seat_count for one in open_sittings(tournament)), default=most)
    is_final = players <= max(seats, final_table_size(context.terms.redraws, seats)) and tables < 2
    return min(most, max(seats, players)) if is_final else seats
