"""Proposals about seats and tables: whom to seat or move, and which tables to break, halt or close."""

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress

from engine.books.rulebook import cited
from engine.message import message
from engine.refused import Refused
from engine.tournament.actions import BreakTable, CloseTable, HaltTable, MoveEntry, PinEntry, Redraw, SeatEntry
from engine.tournament.field.entries import SeatAt, crowds, free_seats, left, seated_at
from engine.tournament.formats import FINAL_TABLE, final_table_size
from engine.tournament.order import Context
from engine.tournament.proposals.proposal import Proposal, moving_pinned
from engine.tournament.rules.barrier import unconfirmed
from engine.tournament.rules.field.entry_rules import takes_entries
from engine.tournament.rules.seating.break_rules import crowds_now
from engine.tournament.rules.seating.draw_rules import due, forms_final, plays_for_itself
from engine.tournament.rules.seating.seat_rules import (
    alternates,
    free_count,
    open_sittings,
    pinned_entries,
    ring_of,
    short_tables,
    to_seat,
)
from engine.tournament.seating.balance import next_big_blind, next_to_go, table_to_break, worst_seat
from engine.tournament.state import Tournament
from engine.tournament.tables.facts import has_sat


def unseated(tournament: Tournament, context: Context) -> Iterator[Proposal]:
    """Entries without a seat. Alternates are included only if there is a free seat for them."""
    sat, waiting = has_sat(context.tables), alternates(tournament, context)
    for number in waiting[: free_count(tournament)] or to_seat(tournament, context):
        if number not in sat:
            action, name = SeatEntry(number), tournament.entries[number].name
            why = message("propose-seat", name=name)
            if waiting:
                why = message("propose-alternate", name=name, alternates=len(waiting))
            if action.is_legal(tournament, context):
                yield Proposal(action, why)


def stranded(tournament: Tournament, context: Context) -> Iterator[Proposal]:
    """Entries that were assigned to a table after that table was broken."""
    for entry in left(tournament.entries):
        if entry.seat and tournament.sittings[entry.seat.sitting].breaking:
            free = (to for one in open_sittings(tournament) for to in free_seats(one, tournament.occupied))
            if to := next(free, None):
                action = MoveEntry(entry.number, to)
                if action.is_legal(tournament, context):
                    proposal = Proposal(action, message("propose-seat", name=entry.name))
                    yield moving_pinned(tournament, proposal, [entry.number] if entry.is_pinned else [])


def empty_tables(tournament: Tournament, context: Context) -> Iterator[Proposal]:
    """Broken tables that everyone has left and, once a flight is over, every table whose players have left with their
    chips bagged."""
    for sitting in tournament.sittings.values():
        if (sitting.breaking or tournament.flight) and not sitting.closed:
            action = CloseTable(sitting.number)
            if action.is_legal(tournament, context):
                yield Proposal(action, message("propose-close", table=sitting.table))


def redraws(tournament: Tournament, context: Context) -> Iterator[Proposal]:
    """The redraw that is due: for a shootout's next round, for the final table, or because the field is down to a set
    size."""
    players, at = len(left(tournament.entries)), due(tournament, context)
    with suppress(Refused):
        if not at and not context.terms.shoot_out:
            return
        (drawn,) = Redraw().decide(tournament, context)
        tables = len(drawn.sittings)
        if context.terms.shoot_out:
            number = len(tournament.redraws) + 2
            why = message("propose-round", players=players, tables=tables, round=number)
            if tables == 1:
                why = message("propose-last-round", players=players, round=number)
            proposal = Proposal(Redraw(), why)
        elif tables == 1:
            clause = FINAL_TABLE if context.terms.redraws.final_table == "book" else ""
            proposal = Proposal(Redraw(), message("propose-final-table", players=players), clause)
        else:
            proposal = Proposal(Redraw(), message("propose-redraw", players=players, tables=tables))
        pinned = [one.number for one in pinned_entries(tournament) if one.number not in drawn.pinned]
        yield moving_pinned(tournament, proposal, pinned)


def table_breaks(tournament: Tournament, context: Context) -> Iterator[Proposal]:
    """The next table in the director's order, or in the book's order, once its players fit at the other tables."""
    book = tournament.book
    if book is None or plays_for_itself(tournament, context) or forms_final(tournament, context):
        return
    full, first = crowds_now(tournament), tournament.break_order
    table = table_to_break(full, first)
    for sitting in open_sittings(tournament):
        action = BreakTable(sitting.number)
        if sitting.table != table or sitting.number in _unconfirmed(tournament, context):
            continue
        if action.is_legal(tournament, context):
            free = sum(one.free for one in full if one.table != table)
            why = message("propose-break", table=table, free=free)
            if table in first:
                why = message("propose-break-next", table=table, free=free)
            proposal = Proposal(action, why, *cited(book, book.break_seats))
            here = seated_at(tournament.entries, tournament.occupied, sitting)
            yield moving_pinned(tournament, proposal, [one.number for one in here if one.is_pinned])


def forms_last_table(tournament: Tournament, context: Context) -> bool:
    """Whether all remaining players are about to move to one table: by a redraw, or because the second-to-last table
    can be broken once entries are closed. Until then, tables are neither balanced nor halted."""
    tables = open_sittings(tournament)
    never = {kind for kind, policy in tournament.policies.items() if policy == "never"}
    if tournament.book is None or len(tables) < 2 or plays_for_itself(tournament, context):
        return False
    seats = max(one.seat_count for one in tables)
    if due(tournament, context):
        size = max(seats, final_table_size(context.terms.redraws, seats))
        return "redraw" not in never and len(left(tournament.entries)) <= size
    if len(tables) > 2 or "break-table" in never or forms_final(tournament, context):
        return False
    can_break = table_to_break(crowds_now(tournament), tournament.break_order) > 0
    return can_break and not takes_entries(tournament, context)


def balances(tournament: Tournament, context: Context) -> Iterator[Proposal]:
    """Proposals to move one player from the fullest table to the worst position at the emptiest table that has a free
    seat. The player is the first unpinned one due for the big blind. If all of them are pinned, one has to be unpinned
    first."""
    book = tournament.book
    if book is None or plays_for_itself(tournament, context) or forms_last_table(tournament, context):
        return
    sittings, players = open_sittings(tournament), crowds(tournament.occupied)
    rooms = [one for one in sittings if players[one.number] < one.room]
    if not rooms:
        return
    emptiest = min(rooms, key=lambda one: (players[one.number], one.table))
    few = players[emptiest.number]
    full = [one for one in sittings if players[one.number] - few > 1]
    if not full:
        return
    pinned = {one.seat: one.name for one in pinned_entries(tournament) if one.seat}
    pins = Counter(seat.sitting for seat in pinned)
    fullest = max(full, key=lambda one: (players[one.number] > pins[one.number], players[one.number], -one.table))
    many = players[fullest.number]
    if _unconfirmed(tournament, context) & {fullest.number, emptiest.number}:
        return
    ring, worst = ring_of(tournament, context, fullest), worst_seat(ring_of(tournament, context, emptiest))
    if not worst:
        return  # only the small blind's seat is free; after the next hand, the small blind is in another seat
    due = next_big_blind(ring)
    going = next_to_go(ring, due, [seat.seat for seat in pinned if seat.sitting == fullest.number])
    entry = tournament.occupied[SeatAt(fullest.number, going or due)]
    name, clauses = tournament.entries[entry].name, cited(book, book.balancing, book.balance_move)
    there = message("propose-place", table=emptiest.table, seat=worst, players=few)
    if not going:
        why = message("propose-unpin-due", name=name, table=fullest.table, players=many, there=there)
        yield Proposal(PinEntry(entry, on=False), why, *clauses)
        return
    action = MoveEntry(entry, SeatAt(emptiest.number, worst))
    why = message("propose-move", name=name, table=fullest.table, players=many, there=there)
    if going != due:
        first = pinned[SeatAt(fullest.number, due)]
        why = message("propose-move-past", name=name, pinned=first, table=fullest.table, players=many, there=there)
    if action.is_legal(tournament, context):
        yield Proposal(action, why, *clauses)


def halts(tournament: Tournament, context: Context) -> Iterator[Proposal]:
    """A short table is halted, and the clock lets it play on once it is no longer short."""
    book = tournament.book
    if book is None or not tournament.started or plays_for_itself(tournament, context):
        return
    if forms_last_table(tournament, context):
        return
    for number, short in short_tables(tournament, _unconfirmed(tournament, context)).items():
        if number not in tournament.halted:
            why = message("propose-halt", table=tournament.sittings[number].table, short=short)
            yield Proposal(HaltTable(number), why, *cited(book, book.halting))


def _unconfirmed(tournament: Tournament, context: Context) -> set[int]:
    """The sittings where a bust is not yet confirmed. Until then, it is unknown which players are there."""
    return {sitting for group in unconfirmed(tournament, context.tables) for sitting, _ in group}
