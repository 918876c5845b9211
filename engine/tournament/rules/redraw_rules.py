"""Redraws: at set numbers of players left, for the final table, and for the next round of a shootout."""

from collections.abc import Iterable, Iterator
from contextlib import suppress

from engine.books.rulebook import most_seats
from engine.refused import Refused
from engine.tournament.actions import CloseTable, Redraw
from engine.tournament.context import Context
from engine.tournament.events import NewSitting, SeatsRedrawn
from engine.tournament.field.entries import SeatAt, Sitting, counted, left, unused_at
from engine.tournament.formats.redraws import MOST_SEATS, final_table_size, redraw_due
from engine.tournament.levels.structure import advances_by
from engine.tournament.rules.barrier import unconfirmed
from engine.tournament.rules.draw_rules import draw_of
from engine.tournament.rules.entry_rules import is_ready, takes_entries
from engine.tournament.rules.heard_rules import check_heard
from engine.tournament.rules.pin_rules import kept_seats, pinned_tables
from engine.tournament.rules.seat_rules import check_settled, close_table, next_sitting, open_sittings
from engine.tournament.seating.draw import draw_seats, rank
from engine.tournament.seating.seats import Assigned
from engine.tournament.state import Tournament
from engine.tournament.tables.facts import TableFacts, Tables, has_sat


def redraw(tournament: Tournament, action: Redraw, context: Context) -> SeatsRedrawn:
    """Draw new seats for all remaining players, at new sittings. Pinned players keep their seats if `kept_seats` allows
    it.

    Raises `Refused` before the start, while entries are being taken, in a flight, and during hand for hand. It also
    raises it while an entry is in transit or a bust is unconfirmed, and before a new player's table has confirmed that
    the player is seated. In a shootout, every table must have its winners. Outside a shootout, levels may not advance
    by a table's own play, because new tables would begin with the first level. There must be two players or more, and
    seats for all of them.
    """
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
    players = sorted(one.number for one in left(tournament.entries) if one.seat or is_ready(tournament, one, context))
    for number in players:
        check_settled(tournament.entries[number], context.tables)
        check_heard(tournament, tournament.entries[number], context.tables)
    if len(players) < 2:
        raise Refused("nobody-to-seat")
    tables = _tables(tournament, action, context, len(players))
    seats = _seats(tournament, action, context, len(players), len(tables))
    places = [
        Sitting(place, table, seats, unused=unused_at(tournament.sittings, table, seats))
        for place, table in enumerate(tables, 1)
    ]
    of, seed = draw_of(tournament, f"redraw {len(tournament.redraws) + 1}")
    kept = kept_seats(tournament, players, places)
    others = [number for number in players if number not in kept]
    drawn = kept | draw_seats(seed, others, places, {seat: number for number, seat in kept.items()})
    first, sat = next_sitting(tournament, context.tables), has_sat(context.tables)
    typed = {one.table for one in tournament.sittings.values() if one.typed}
    return SeatsRedrawn(
        len(players),
        tuple(
            NewSitting(first + place - 1, table, seats, drawn_button(seed, place, drawn.values()), table in typed)
            for place, table in enumerate(tables, 1)
        ),
        tuple(
            Assigned(entry, SeatAt(first + drawn[entry].sitting - 1, drawn[entry].seat), entry in sat)
            for entry in players
        ),
        context.structure.starting_stack if _is_fresh(context) else 0,
        of,
        tuple(kept),
    )


def due(tournament: Tournament, context: Context, gone: int = 0) -> int:
    """The number of players at which a redraw is due now, or will be due once `gone` busts are confirmed; 0 if none is
    due."""
    tables, redraws = open_sittings(tournament), context.terms.redraws
    if context.terms.shoot_out or len(tables) < 2:
        return 0
    players = len(left(tournament.entries)) - gone
    size = final_table_size(redraws, max(one.seat_count for one in tables))
    entries = len(counted(tournament.entries))
    return size if players <= size else redraw_due(redraws, tournament.redraws, players, entries)


def forms_final(tournament: Tournament, context: Context) -> bool:
    """Whether the last table is formed by a draw. If it is, the second-to-last table is not broken."""
    return bool(context.terms.shoot_out or context.terms.redraws.final_table) and len(open_sittings(tournament)) == 2


def emptied(tournament: Tournament, context: Context) -> list[int]:
    """The sittings that a redraw ended and that everyone has left, according to their kiosks. The redraw can then no
    longer be taken back."""
    first = tournament.redraws[-1].first if tournament.redraws else 0
    found = []
    for sitting in tournament.sittings.values():
        facts = context.tables.get(sitting.number)
        if sitting.number < first and not sitting.closed and not sitting.typed and facts and facts.departures:
            with suppress(Refused):
                close_table(tournament, CloseTable(sitting.number), context)
                found.append(sitting.number)
    return found


def plays_for_itself(tournament: Tournament, context: Context) -> bool:
    """Whether each table has its own winners. If so, nobody changes tables, and tables do not wait for each other."""
    flight = context.terms.flight is not None and context.terms.flight.who == "top-stacks"
    return flight or (context.terms.shoot_out is not None and len(open_sittings(tournament)) > 1)


def _at_play(tournament: Tournament, context: Context) -> Iterator[int]:
    """The tables of a shootout round that have not finished: those with more players than winners, and the last
    table."""
    if not (rounds := context.terms.shoot_out):
        return
    tables = open_sittings(tournament)
    for sitting in tables:
        facts = context.tables.get(sitting.number, TableFacts(sitting.number))
        if len(tables) < 2 or facts.playing or _here(tournament, sitting, context.tables) > rounds.winners:
            yield sitting.table


def _is_fresh(context: Context) -> bool:
    return context.terms.shoot_out is not None and context.terms.shoot_out.stacks == "fresh"


def _here(tournament: Tournament, sitting: Sitting, tables: Tables) -> int:
    """The number of entries that have chips at a table, or that are assigned there and have yet to sit down."""
    facts, sat = tables.get(sitting.number, TableFacts(sitting.number)), has_sat(tables)
    due = [entry for seat, entry in tournament.occupied.items() if seat.sitting == sitting.number and entry not in sat]
    return sum(held.chips > 0 for held in facts.held.values()) + len(due)


def _tables(tournament: Tournament, action: Redraw, context: Context, players: int) -> tuple[int, ...]:
    """The physical tables. These are the ones requested; otherwise, as few of the open tables as have seats for
    everyone, starting with those that have pinned players. Raises `Refused` for a table that still has to be emptied
    after an earlier draw, or is listed twice, and if the open tables have too few seats."""
    full = {one.table for one in tournament.sittings.values() if one.breaking and not one.closed}
    if action.tables:
        for table in action.tables:
            if table in full or action.tables.count(table) > 1:
                raise Refused("table-in-play", table=table)
        return action.tables
    pinned = pinned_tables(tournament)
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
    """The number of seats at each table. This is the number requested; otherwise, that of the round or of the largest
    table. At the final table, there is at least one seat for each player."""
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


def drawn_button(seed: str, place: int, drawn: Iterable[SeatAt]) -> int:
    """The seat that draws the button, among the seats that are taken."""
    taken = [one.seat for one in drawn if one.sitting == place]
    return min(taken, key=lambda seat: rank(seed, f"button {place} {seat}"), default=0)
