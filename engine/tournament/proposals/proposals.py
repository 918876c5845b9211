"""The actions that the rules call for now, most urgent first. Proposals are derived, not stored."""

from collections.abc import Iterator
from contextlib import suppress
from math import isqrt

from engine.message import Message, message
from engine.money import Money
from engine.refused import Refused
from engine.tournament.actions import (
    AcceptDifference,
    BookUnbooked,
    ConfirmBust,
    End,
    EndFlight,
    Forfeit,
    HandForHand,
    MoveEntry,
    PinEntry,
    Promote,
    Rebuy,
    RoomOrder,
    SeatAgain,
    SendPurchases,
    UndoAct,
)
from engine.tournament.custody.differences import difference_message, differences
from engine.tournament.field.bars import refusal
from engine.tournament.field.entries import free_seats, left, named, team_of
from engine.tournament.order import Context
from engine.tournament.orders.field.purchases import may_rebuy
from engine.tournament.orders.setup.create import paused
from engine.tournament.prizes.finishes import places
from engine.tournament.proposals.proposal import Proposal, moving_pinned
from engine.tournament.proposals.seating import balances, empty_tables, halts, redraws, stranded, table_breaks, unseated
from engine.tournament.rules.barrier import HAND_FOR_HAND, to_confirm, unconfirmed
from engine.tournament.rules.field.away_rules import seat_holder, sits_elsewhere, was_let_go
from engine.tournament.rules.field.entry_rules import choice_clause, next_waiting, takes_entries
from engine.tournament.rules.field.rebuy_rules import brings_nothing, left_behind
from engine.tournament.rules.prizes.prize_list import prize_of
from engine.tournament.rules.prizes.prize_pool import places_paid
from engine.tournament.rules.seating.draw_rules import due
from engine.tournament.rules.seating.seat_rules import open_sittings
from engine.tournament.state import StatePart, Tournament, standing
from engine.tournament.tables.facts import has_sat, in_transit, seats_held


def proposals(tournament: Tournament, context: Context) -> list[Proposal]:
    """All proposals, most urgent first, except for kinds that the director never wants proposed. The action of each one
    is legal now, except that accepting a difference is legal only once it is signed."""
    never = {str(kind) for kind, policy in tournament.policies.items() if policy == "never"}
    found = _asked_for(tournament, context)
    if not never:
        return found
    # The end of hand for hand is proposed no matter how hand for hand was started.
    return [one for one in found if one.action == HandForHand(on=False) or _kind(one.action) not in never]


def _kind(action: RoomOrder) -> str:
    """The kind of proposal, which selects its policy. Unpinning an entry counts as moving it."""
    return str((MoveEntry if isinstance(action, PinEntry) else action).__struct_config__.tag)


def _asked_for(tournament: Tournament, context: Context) -> list[Proposal]:
    if tournament.terms is None or tournament.ended:
        return []
    if tournament.flight:
        return list(empty_tables(tournament, context))
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
        *unseated(tournament, context),
        *stranded(tournament, context),
        *empty_tables(tournament, context),
        *redraws(tournament, context),
        *table_breaks(tournament, context),
        *balances(tournament, context),
        *halts(tournament, context),
        *_hand_for_hand(tournament, context),
        *_end_of_flight(tournament, context),
        *_the_end(tournament, context),
    ]


def _absent(tournament: Tournament, context: Context) -> Iterator[Proposal]:
    for entry in left(tournament.entries):
        is_first = not entry.team or team_of(tournament.entries, entry)[0] == entry
        if entry.seat is None and not entry.checked_in and tournament.started and tournament.book and is_first:
            action, rule = Forfeit(entry.number), tournament.book.no_show
            if action.is_legal(tournament, context):
                fee = Money(context.terms.registration.forfeit_fee, context.terms.currency)
                yield Proposal(action, message("propose-forfeit", name=entry.team or entry.name, fee=fee), rule.clause)


def _waiting_list(tournament: Tournament, context: Context) -> Iterator[Proposal]:
    """The first entry on the waiting list once a place is free, and any entries that were passed over."""
    if entry := next_waiting(tournament, context):
        action = Promote(entry.number, context.wall_ms)
        if action.is_legal(tournament, context):
            clause = choice_clause(tournament, "late_roster")
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
    if action.is_legal(tournament, context):  # otherwise, a bust is waiting to be confirmed
        yield Proposal(action, why, HAND_FOR_HAND)


def _end_of_flight(tournament: Tournament, context: Context) -> Iterator[Proposal]:
    """The end of a flight, once every table has stopped. If players tie for the most chips, the director decides."""
    if context.terms.flight is None or not tournament.started or tournament.book is None:
        return
    with suppress(Refused):
        (ended,) = EndFlight().decide(tournament, context)
        names = named(tournament.entries, [one.entry for one in ended.going_on])
        yield Proposal(EndFlight(), message("propose-end-flight", names=names), tournament.book.flights.clause)


def _risen(tournament: Tournament, context: Context) -> Iterator[Proposal]:
    """Entries that are out but have chips again because their table took the hand back."""
    for number, table in context.tables.items():
        for entry in table.held:
            if entry in tournament.entries and tournament.entries[entry].bust:
                act = next(act for act in reversed(standing(tournament)) if StatePart("entry", entry) in act.sets)
                if UndoAct(act.number).is_legal(tournament, context):
                    name, at = tournament.entries[entry].name, tournament.sittings[number].table
                    yield Proposal(UndoAct(act.number), message("propose-back", name=name, table=at))


def _busts(tournament: Tournament, context: Context) -> Iterator[Proposal]:
    """The next bust to be confirmed. During hand for hand, there is none until every table has finished its hand."""
    for group in to_confirm(tournament, context.tables)[:1]:
        (sitting, bust), *others = group
        numbers = tuple(one.entry for _, one in group)
        place = min(places(tournament.entries, (*tournament.finishes, numbers))[entry] for entry in numbers)
        names = [tournament.entries[entry].name for entry in numbers]
        table = tournament.sittings[sitting].table
        why = message("propose-bust", name=names[0], table=table, hand=bust.hand, place=place)
        if others:
            every = named(tournament.entries, numbers)
            why = message("propose-busts", names=every, table=table, hand=bust.hand, place=place)
            if any((at, one.hand) != (sitting, bust.hand) for at, one in others):
                apart = tuple(
                    message("went-out-at", name=name, table=tournament.sittings[at].table, hand=one.hand)
                    for name, (at, one) in zip(names, group, strict=True)
                )
                why = message("propose-busts-apart", names=apart, place=place)
        if pays := prize_of(tournament, context, place, numbers):
            why = message("propose-pays-shared" if others else "propose-pays", why=why, amount=pays)
        instead = (Rebuy(entry, times) for entry in numbers for times in may_rebuy(tournament, entry, context))
        yield Proposal(ConfirmBust(bust.entry), why, instead=tuple(instead))


def _left_behind(tournament: Tournament, context: Context) -> Iterator[Proposal]:
    for entry in left(tournament.entries):
        if entry.bought and entry.seat and (found := left_behind(entry, context.tables)):
            table, chips = tournament.sittings[entry.seat.sitting].table, sum(one.chips for one in found)
            yield Proposal(
                SendPurchases(entry.number), message("propose-hand-out", name=entry.name, chips=chips, table=table)
            )


def _differing(tournament: Tournament, context: Context) -> Iterator[Proposal]:
    """Differences that are certain: two counts or two dealers vouch for them, or the entry never arrived."""
    for one in differences(tournament, context.tables, context.wall_ms):
        if one.sure:
            why = message("propose-accept-difference", what=difference_message(tournament, one))
            yield Proposal(AcceptDifference(one.entry), why)


def _unbooked(tournament: Tournament, context: Context) -> Iterator[Proposal]:
    for number, facts in context.tables.items():
        for one in facts.unbooked:
            action = BookUnbooked(number, one.player, adjust=one.brought != context.structure.starting_stack)
            if action.is_legal(tournament, context):
                table = tournament.sittings[number].table
                why = message("propose-book", name=one.name, table=table, seat=one.seat, chips=one.brought)
                yield Proposal(action, why)


def _elsewhere(tournament: Tournament, context: Context) -> Iterator[Proposal]:
    """Entries that are sitting in, or were sent to, seats other than those assigned to them."""
    seats, carried = seats_held(context.tables), in_transit(context.tables)
    for entry in left(tournament.entries):
        if entry.number not in carried and seats.get(entry.number, entry.seat) == entry.seat:
            continue  # as assigned, which is the case for nearly everyone in a large room
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
        if not (seat := entry.seat):
            continue
        sits_again = bool(entry.bought) and brings_nothing(tournament, entry, seat.sitting, tables)
        if entry.number in sat and not sits_again:
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
            if action.is_legal(tournament, context):
                yield Proposal(action, message("propose-other-seat", why=kept, seat=to.seat))


def _seated_again(tournament: Tournament, context: Context, action: SeatAgain, why: Message) -> Iterator[Proposal]:
    if action.is_legal(tournament, context):
        pinned = [action.entry] if tournament.entries[action.entry].is_pinned else []
        yield moving_pinned(tournament, Proposal(action, why), pinned)


def _the_end(tournament: Tournament, context: Context) -> Iterator[Proposal]:
    with suppress(Refused):
        (ended,) = End().decide(tournament, context)
        name = tournament.entries[ended.winner].name
        by_deal = message("propose-end-deal", name=name)
        yield Proposal(End(), by_deal if len(left(tournament.entries)) > 1 else message("propose-end", name=name))


def accepted(tournament: Tournament, context: Context) -> Proposal | None:
    """The most urgent proposal that the clock accepts on its own. None if there is no such proposal. It does not end
    the tournament while a table is in a hand, because places come from the stacks before that hand. The director is
    still asked about any kind of proposal after taking back an acceptance of that kind, and about any move of a pinned
    player."""
    accepting = [kind for kind, policy in tournament.policies.items() if policy == "accept"]
    kinds = {str(kind) for kind in accepting if not paused(tournament, kind)}
    if any(one.playing for one in context.tables.values()):
        kinds.discard("end")
    if not kinds:
        return None
    found = proposals(tournament, context)
    return next((one for one in found if one.action.__struct_config__.tag in kinds and not one.pinned), None)
