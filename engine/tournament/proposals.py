"""The actions that the rules ask for now, most urgent first, each with its reason and clause. Proposals are derived,
not stored; the director accepts or dismisses them."""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from math import isqrt

import msgspec
from msgspec.structs import replace

from engine.books.rulebook import cited
from engine.message import Message, message
from engine.money import Money
from engine.refused import Refused
from engine.tournament.actions import (
    AcceptDifference,
    BookUnbooked,
    BreakTable,
    CloseTable,
    ConfirmBust,
    End,
    EndFlight,
    Forfeit,
    HaltTable,
    HandForHand,
    MoveEntry,
    PinEntry,
    Promote,
    Rebuy,
    Redraw,
    RoomOrder,
    SeatAgain,
    SeatEntry,
    SendPurchases,
    UndoAct,
)
from engine.tournament.context import Context
from engine.tournament.custody.difference_message import difference_message
from engine.tournament.custody.differences import differences
from engine.tournament.field.bars import refusal
from engine.tournament.field.entries import Entry, SeatAt, crowds, free_seats, left, seated_at
from engine.tournament.field.teams import team_of
from engine.tournament.formats.redraws import FINAL_TABLE
from engine.tournament.orders.field.absence import forfeit
from engine.tournament.orders.field.booking import book_unbooked, seat_again
from engine.tournament.orders.field.entries import promote
from engine.tournament.orders.field.purchases import may_rebuy
from engine.tournament.orders.play.hand_for_hand import hand_for_hand
from engine.tournament.orders.results.busts import end
from engine.tournament.orders.results.flights import end_flight
from engine.tournament.orders.seating.breaks import break_table
from engine.tournament.orders.seating.redraw import redraw
from engine.tournament.orders.seating.seats import move_entry, seat_entry
from engine.tournament.orders.seating.tables import close_table
from engine.tournament.orders.setup.undo import undo
from engine.tournament.prizes.finishes import places
from engine.tournament.rules.barrier import HAND_FOR_HAND, to_confirm, unconfirmed
from engine.tournament.rules.field.away_rules import seat_holder, sits_elsewhere, was_let_go
from engine.tournament.rules.field.entry_rules import next_waiting, takes_entries
from engine.tournament.rules.field.rebuy_rules import brings_nothing, left_behind
from engine.tournament.rules.prizes.prize_pool import places_paid
from engine.tournament.rules.seating.break_rules import crowds_now
from engine.tournament.rules.seating.halt_rules import short_tables
from engine.tournament.rules.seating.pin_rules import pinned_entries
from engine.tournament.rules.seating.redraw_rules import due, forms_final, plays_for_itself
from engine.tournament.rules.seating.seat_rules import alternates, free_count, open_sittings, ring_of, to_seat
from engine.tournament.seating.balance import next_big_blind, next_to_go, table_to_break, worst_seat
from engine.tournament.state import StatePart, Tournament, standing
from engine.tournament.tables.facts import Tables, has_sat, in_transit, seats_held


class Proposal(msgspec.Struct, frozen=True, gc=False):
    """An action that the rules call for, with its reason and its clause. The clause is from the book's document, or
    from the standard if the document is silent; it is empty if there is none. A proposal that moves `pinned` entries
    says so and is never accepted by policy."""

    action: RoomOrder
    why: Message
    clause: str = ""
    standard: str = ""
    instead: tuple[Rebuy, ...] = ()
    """The actions that are open to entries that have lost all their chips, instead of going out."""
    pinned: tuple[int, ...] = ()


def proposals(tournament: Tournament, context: Context) -> list[Proposal]:
    """All proposals, most urgent first, except for kinds that the director never wants proposed. The action of each one
    is legal now, except that accepting a difference is legal only once it is signed."""
    never = {str(kind) for kind, policy in tournament.policies.items() if policy == "never"}
    found = _asked_for(tournament, context)
    if not never:
        return found
    return [one for one in found if _plays_on(one) or _kind(one.action) not in never]


def _kind(action: RoomOrder) -> str:
    """The kind of proposal, which selects its policy. Unpinning an entry counts as moving it."""
    return str((MoveEntry if isinstance(action, PinEntry) else action).__struct_config__.tag)


def _plays_on(one: Proposal) -> bool:
    """Whether a proposal ends hand for hand. It is made no matter how hand for hand was started."""
    return isinstance(one.action, HandForHand) and not one.action.on


def _asked_for(tournament: Tournament, context: Context) -> list[Proposal]:
    if tournament.terms is None or tournament.ended:
        return []
    if tournament.flight:
        return list(_bagged_tables(tournament, context))
    if not (tournament.drawn or tournament.started):
        return list(_waiting_list(tournament, context))
    return [
        *_absent(tournament, context),
        *_waiting_list(tournament, context),
        *_risen(tournament, context),
        *_unbooked(tournament, context),
        *_elsewhere(tournament, context),
        *_kept_out(tournament, context),
        *_busts(tournament, context),
        *_left_behind(tournament, context),
        *_differing(tournament, context),
        *_unseated(tournament, context),
        *_stranded(tournament, context),
        *_empty_tables(tournament, context),
        *_redraws(tournament, context),
        *_tables_to_break(tournament, context),
        *_balances(tournament, context),
        *_halts(tournament, context),
        *_hand_for_hand(tournament, context),
        *_end_of_flight(tournament, context),
        *_the_end(tournament, context),
    ]


def _absent(tournament: Tournament, context: Context) -> Iterator[Proposal]:
    """Entries that were not there at the start, if the book makes this a forfeit."""
    for entry in left(tournament.entries):
        is_first = not entry.team or team_of(tournament.entries, entry)[0] == entry
        if entry.seat is None and not entry.checked_in and tournament.started and tournament.book and is_first:
            action, rule = Forfeit(entry.number), tournament.book.no_show
            with suppress(Refused):
                forfeit(tournament, action, context)
                fee = Money(context.terms.registration.forfeit_fee, context.terms.currency)
                yield Proposal(action, message("propose-forfeit", name=entry.team or entry.name, fee=fee), rule.clause)


def _waiting_list(tournament: Tournament, context: Context) -> Iterator[Proposal]:
    """The first entry on the waiting list once there is a place, and any entries that were passed over."""
    if entry := next_waiting(tournament, context):
        action = Promote(entry.number, context.wall_ms)
        with suppress(Refused):
            promote(tournament, action, context)
            clause = tournament.book.late_roster.clause if tournament.book else ""
            before = [one.number for one in tournament.entries.values() if one.waits and one.number < entry.number]
            passed = tuple(refusal(context.bars[number], "").message for number in before if number in context.bars)
            name = entry.team or entry.name
            why = message("propose-promote", name=name)
            if passed:
                why = message("propose-promote-past", name=name, passed=passed)
            yield Proposal(action, why, clause)


def _hand_for_hand(tournament: Tournament, context: Context) -> Iterator[Proposal]:
    """Hand for hand begins near the bubble, and it ends once all remaining places are paid or one table is left. The
    more tables there are, the more likely it is that two players go out at once, and so the earlier it begins. With two
    or three tables, it begins one place before the money; with four, two places before; and with nine, three."""
    if context.terms.flight or context.terms.shoot_out or not tournament.started:
        return
    gone = sum(len(group) for group in unconfirmed(tournament, context.tables))
    paid, players = len(places_paid(tournament, context.terms)), len(left(tournament.entries)) - gone
    tables = len(open_sittings(tournament))
    action, why = HandForHand(on=False), message("propose-play-on")
    if not tournament.barrier:
        if not paid < players <= paid + isqrt(tables) or tables < 2 or takes_entries(tournament, context):
            return
        if not paid or tournament.deal:  # nobody is waiting for the money
            return
        if due(tournament, context, gone):  # a redraw has priority
            return
        action, why = HandForHand(on=True), message("propose-hand-for-hand", players=players, places=paid)
    elif players > paid and tables > 1 and not tournament.deal:
        return
    with suppress(Refused):  # play goes on while a bust is waiting to be confirmed
        hand_for_hand(tournament, action, context)
        yield Proposal(action, why, HAND_FOR_HAND)


def _end_of_flight(tournament: Tournament, context: Context) -> Iterator[Proposal]:
    """The end of a flight, once every table has stopped. If players tie for the most chips at a table, the director
    decides."""
    if context.terms.flight is None or not tournament.started or tournament.book is None:
        return
    with suppress(Refused):
        ended = end_flight(tournament, EndFlight(), context)
        names = tuple(message("named", name=tournament.entries[one.entry].name) for one in ended.going_on)
        yield Proposal(EndFlight(), message("propose-end-flight", names=names), tournament.book.flights.clause)


def _bagged_tables(tournament: Tournament, context: Context) -> Iterator[Proposal]:
    """Tables whose players have all left with their bags."""
    for sitting in tournament.sittings.values():
        if not sitting.closed:
            with suppress(Refused):
                close_table(tournament, CloseTable(sitting.number), context)
                yield Proposal(CloseTable(sitting.number), message("propose-close", table=sitting.table))


def _risen(tournament: Tournament, context: Context) -> Iterator[Proposal]:
    """Entries that are out but have chips again because their table took the hand back."""
    for number, table in context.tables.items():
        for entry in table.held:
            if entry in tournament.entries and tournament.entries[entry].bust:
                act = next(act for act in reversed(standing(tournament)) if StatePart("entry", entry) in act.sets)
                with suppress(Refused):
                    undo(tournament, UndoAct(act.number), context)
                    name, at = tournament.entries[entry].name, tournament.sittings[number].table
                    yield Proposal(UndoAct(act.number), message("propose-back", name=name, table=at))


def _busts(tournament: Tournament, context: Context) -> Iterator[Proposal]:
    """The next bust to be confirmed, followed by any others. During hand for hand, none is proposed until every table
    has finished its hand."""
    for group in to_confirm(tournament, context.tables)[:1]:
        (sitting, bust), *others = group
        numbers = tuple(one.entry for _, one in group)
        place = min(places(tournament.entries, (*tournament.finishes, numbers))[entry] for entry in numbers)
        names = [tournament.entries[entry].name for entry in numbers]
        table = tournament.sittings[sitting].table
        why = message("propose-bust", name=names[0], table=table, hand=bust.hand, place=place)
        if others:
            each = tuple(message("named", name=name) for name in names)
            why = message("propose-busts", names=each, table=table, hand=bust.hand, place=place)
            if any((at, one.hand) != (sitting, bust.hand) for at, one in others):
                apart = tuple(
                    message("went-out-at", name=name, table=tournament.sittings[at].table, hand=one.hand)
                    for name, (at, one) in zip(names, group, strict=True)
                )
                why = message("propose-busts-apart", names=apart, place=place)
        instead = (Rebuy(entry, times) for entry in numbers for times in may_rebuy(tournament, entry, context))
        yield Proposal(ConfirmBust(bust.entry), why, instead=tuple(instead))


def _left_behind(tournament: Tournament, context: Context) -> Iterator[Proposal]:
    """Entries that left a table before it handed out chips that they had bought."""
    for entry in left(tournament.entries):
        if entry.bought and entry.seat and (found := left_behind(entry, context.tables)):
            table, chips = tournament.sittings[entry.seat.sitting].table, sum(one.chips for one in found)
            yield Proposal(
                SendPurchases(entry.number), message("propose-hand-out", name=entry.name, chips=chips, table=table)
            )


def _differing(tournament: Tournament, context: Context) -> Iterator[Proposal]:
    """Differences that are certain because two counts or two dealers vouch for them, or because an entry never
    arrived."""
    for one in differences(tournament, context.tables, context.wall_ms):
        if one.sure:
            why = message("propose-accept-difference", what=difference_message(tournament, one))
            yield Proposal(AcceptDifference(one.entry), why)


def _unbooked(tournament: Tournament, context: Context) -> Iterator[Proposal]:
    """Players whom a dealer seated by name."""
    for number, facts in context.tables.items():
        for one in facts.unbooked:
            action = BookUnbooked(number, one.player, adjust=one.brought != context.structure.starting_stack)
            with suppress(Refused):
                book_unbooked(tournament, action, context)
                table = tournament.sittings[number].table
                why = message("propose-book", name=one.name, table=table, seat=one.seat, chips=one.brought)
                yield Proposal(action, why)


def _elsewhere(tournament: Tournament, context: Context) -> Iterator[Proposal]:
    """Entries that are sitting, or were sent, somewhere other than where they were booked."""
    seats, carried = seats_held(context.tables), in_transit(context.tables)
    for entry in left(tournament.entries):
        if entry.number not in carried and seats.get(entry.number, entry.seat) == entry.seat:
            continue  # as booked, which is the case for nearly everyone in a large room
        if there := sits_elsewhere(entry, context.tables):
            table = tournament.sittings[there.sitting].table
            why = message("propose-seat-there", name=entry.name, table=table, seat=there.seat)
            yield from _seated_again(tournament, context, SeatAgain(entry.number), why)
        elif gone := was_let_go(entry, context.tables):
            others = (one for one in open_sittings(tournament) if entry.seat and one.number != entry.seat.sitting)
            asked = next((one for one in others if one.table == gone.to), None)
            free = free_seats(asked, tournament.occupied) if asked else []
            why = message("propose-seat-again", name=entry.name, chips=gone.chips)
            yield from _seated_again(tournament, context, SeatAgain(entry.number, free[0] if free else None), why)


def _kept_out(tournament: Tournament, context: Context) -> Iterator[Proposal]:
    """Entries that have yet to sit down but whose seat is occupied. Each gets another seat, at the same table if one is
    free there."""
    sat, tables = has_sat(context.tables), context.tables
    for entry in left(tournament.entries):
        if not (seat := entry.seat) or (entry.number in sat and not _sits_anew(tournament, entry, tables)):
            continue
        if not (other := seat_holder(tournament, seat, tables)):
            continue
        sittings = sorted(open_sittings(tournament), key=lambda one: one.number != seat.sitting)
        free = (to for one in sittings for to in free_seats(one, tournament.occupied))
        if to := next((to for to in free if not seat_holder(tournament, to, tables)), None):
            kept = message("seat-kept", name=entry.name, seat=seat.seat, other=other)
            if entry.is_pinned:
                yield Proposal(PinEntry(entry.number, on=False), message("propose-unpin", why=kept, name=entry.name))
                continue
            action = MoveEntry(entry.number, to)
            with suppress(Refused):
                move_entry(tournament, action, context)
                yield Proposal(action, message("propose-other-seat", why=kept, seat=to.seat))


def _sits_anew(tournament: Tournament, entry: Entry, tables: Tables) -> bool:
    """Whether the entry lost all its chips and is to sit down again with chips that it bought."""
    at = entry.seat if entry.bought else None
    return at is not None and brings_nothing(tournament, entry, at.sitting, tables)


def _seated_again(tournament: Tournament, context: Context, action: SeatAgain, why: Message) -> Iterator[Proposal]:
    with suppress(Refused):
        seat_again(tournament, action, context)
        pinned = [action.entry] if tournament.entries[action.entry].is_pinned else []
        yield _moving_pinned(tournament, Proposal(action, why), pinned)


def _moving_pinned(tournament: Tournament, one: Proposal, pinned: Sequence[int]) -> Proposal:
    """The proposals, marked with the names of the pinned players that they would move."""
    if not pinned:
        return one
    names = tuple(message("named", name=tournament.entries[number].name) for number in pinned)
    return replace(one, why=message("propose-pinned", why=one.why, names=names), pinned=tuple(pinned))


def _unseated(tournament: Tournament, context: Context) -> Iterator[Proposal]:
    """Entries without a seat. Of the alternates, only as many are included as there are free seats, starting with the
    first one."""
    sat, waiting = has_sat(context.tables), alternates(tournament, context)
    for number in waiting[: free_count(tournament)] or to_seat(tournament, context):
        if number not in sat:
            action, name = SeatEntry(number), tournament.entries[number].name
            why = message("propose-seat", name=name)
            if waiting:
                why = message("propose-alternate", name=name, alternates=len(waiting))
            with suppress(Refused):
                seat_entry(tournament, action, context)
                yield Proposal(action, why)


def _stranded(tournament: Tournament, context: Context) -> Iterator[Proposal]:
    """Entries that were booked at a table after that table was broken."""
    for entry in left(tournament.entries):
        if entry.seat and tournament.sittings[entry.seat.sitting].breaking:
            free = (to for one in open_sittings(tournament) for to in free_seats(one, tournament.occupied))
            if to := next(free, None):
                action = MoveEntry(entry.number, to)
                with suppress(Refused):
                    move_entry(tournament, action, context)
                    proposal = Proposal(action, message("propose-seat", name=entry.name))
                    yield _moving_pinned(tournament, proposal, [entry.number] if entry.is_pinned else [])


def _empty_tables(tournament: Tournament, context: Context) -> Iterator[Proposal]:
    for sitting in tournament.sittings.values():
        if sitting.breaking and not sitting.closed:
            action = CloseTable(sitting.number)
            with suppress(Refused):
                close_table(tournament, action, context)
                yield Proposal(action, message("propose-close", table=sitting.table))


def _redraws(tournament: Tournament, context: Context) -> Iterator[Proposal]:
    """The redraw that is due. This is a shootout's next round once every table has its winners, or the final table or
    another redraw once the field is small enough."""
    players, at = len(left(tournament.entries)), due(tournament, context)
    with suppress(Refused):
        drawn = redraw(tournament, Redraw(), context) if at or context.terms.shoot_out else None
        if drawn is None:
            return
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
        yield _moving_pinned(tournament, proposal, pinned)


def _tables_to_break(tournament: Tournament, context: Context) -> Iterator[Proposal]:
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
        with suppress(Refused):
            break_table(tournament, action, context)
            free = sum(one.free for one in full if one.table != table)
            why = message("propose-break", table=table, free=free)
            if table in first:
                why = message("propose-break-next", table=table, free=free)
            proposal = Proposal(action, why, *cited(book, book.break_seats))
            here = seated_at(tournament.entries, tournament.occupied, sitting)
            yield _moving_pinned(tournament, proposal, [one.number for one in here if one.is_pinned])


def _balances(tournament: Tournament, context: Context) -> Iterator[Proposal]:
    """Moves one player from the fullest table to the worst position at the emptiest table that has a free seat. The
    player is the first unpinned one due for the big blind. If all of them are pinned, one has to be unpinned first."""
    book = tournament.book
    if book is None or plays_for_itself(tournament, context):
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
    with suppress(Refused):
        move_entry(tournament, action, context)
        yield Proposal(action, why, *clauses)


def _halts(tournament: Tournament, context: Context) -> Iterator[Proposal]:
    """A short table is halted, and the clock lets it play on once it is no longer short."""
    book = tournament.book
    if book is None or not tournament.started or plays_for_itself(tournament, context):
        return
    but = {*tournament.halted, *_unconfirmed(tournament, context)}
    for number, short in short_tables(tournament).items():
        if number not in but:
            why = message("propose-halt", table=tournament.sittings[number].table, short=short)
            yield Proposal(HaltTable(number), why, *cited(book, book.halting))


def _unconfirmed(tournament: Tournament, context: Context) -> set[int]:
    """The sittings at which an entry is out but the bust is not confirmed. Which players are there is known only after
    it has been confirmed."""
    return {sitting for group in unconfirmed(tournament, context.tables) for sitting, _ in group}


def _the_end(tournament: Tournament, context: Context) -> Iterator[Proposal]:
    with suppress(Refused):
        winner = end(tournament, context).winner
        name = tournament.entries[winner].name
        by_deal = message("propose-end-deal", name=name)
        yield Proposal(End(), by_deal if len(left(tournament.entries)) > 1 else message("propose-end", name=name))
