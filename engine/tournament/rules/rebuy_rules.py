"""Chips that an entry buys: who may buy, and at which table they are handed out.

An entry that has lost all its chips is asked first: while rebuys are sold, it may buy, keep its seat and stay in. This
applies both before and after the director confirms the bust.

A purchase belongs to the sitting where the entry was when it bought. That table hands it out before the entry leaves,
and keeps its number for good. So it is handed out once, however late a table receives any update.
"""

from contextlib import suppress

from engine.refused import Refused
from engine.tournament.actions import AddOn, Rebuy, SendPurchases
from engine.tournament.context import Context
from engine.tournament.event_terms import EventTerms
from engine.tournament.events import AddOnTaken, PurchasesSent, Rebought, TournamentEvent
from engine.tournament.field.entries import Entry, EntryPurchase, SeatAt, free_seats
from engine.tournament.field.players import of_player
from engine.tournament.levels import level_clock
from engine.tournament.levels.structure import Level, Structure, chips_in_play, level_number
from engine.tournament.rules.entry_rules import check_takes_entries, entry_in
from engine.tournament.state import Tournament
from engine.tournament.tables.facts import Tables, handed_out, has_sat, in_transit, lost_all, sitting_of

MOST_AT_ONCE = 2
"""The maximum number of rebuys at once. A player who has no chips left may buy a double rebuy."""


def rebuy(tournament: Tournament, action: Rebuy, context: Context) -> list[TournamentEvent]:
    """One event for each rebuy. Raises `Refused` for an entry that is not at its table or has too many chips."""
    terms, structure = context.terms, context.structure
    if not terms.rebuy.most:
        raise Refused("no-rebuys")
    entry, seat = _buyer(tournament, action.entry, context)
    check_takes_entries(tournament, context)
    if not 1 <= action.times <= MOST_AT_ONCE:
        raise Refused("rebuys-at-once", most=MOST_AT_ONCE)
    bought = sum(one.cost is None for one in entry.bought)
    if bought + action.times > terms.rebuy.most:
        if bought < terms.rebuy.most:
            raise Refused("rebuys-left", name=entry.name, left=terms.rebuy.most - bought)
        raise Refused("rebuys-used", name=entry.name, most=terms.rebuy.most)
    stack = _stack(entry, context.tables)
    has = stack + sum(one.chips for one in waiting_for(entry, context.tables))
    if has > structure.starting_stack:
        raise Refused("rebuy-above-stack", name=entry.name, chips=has, stack=structure.starting_stack)
    if action.times > 1 and has:
        raise Refused("rebuy-twice-with-chips", name=entry.name, chips=has)
    chips = terms.rebuy.chips or structure.starting_stack
    index = level_clock.advance(tournament.clock, structure, context.now_ms).index
    if chips % (chip := chips_in_play(structure, index)[0]):
        raise Refused("purchase-unpayable", chips=chips, chip=chip)
    number, back = _next_number(tournament), lost_all(context.tables, entry.number)
    unmoved = back and bool(entry.moved_from) and not _went_out_at(seat.sitting, entry, context.tables)
    first = Rebought(entry.number, seat, chips, number, back, unmoved)
    return [first, *(Rebought(entry.number, seat, chips, number + one) for one in range(1, action.times))]


def may_rebuy(tournament: Tournament, entry: int, context: Context) -> tuple[int, ...]:
    """The numbers of rebuys that an entry may now be offered to buy at once, the smallest first; empty if it may not
    buy any."""
    offered: list[int] = []
    if not context.terms.rebuy.most:
        return ()
    for times in range(1, MOST_AT_ONCE + 1):
        with suppress(Refused):
            rebuy(tournament, Rebuy(entry, times), context)
            offered.append(times)
    return tuple(offered)


def _went_out_at(sitting: int, entry: Entry, tables: Tables) -> bool:
    """Whether an entry most recently lost all its chips at this sitting."""
    outs = [(one.at_ms, number) for number, table in tables.items() for one in table.busts if one.entry == entry.number]
    return max(outs, default=(0, 0))[1] == sitting


def _buyer(tournament: Tournament, number: int, context: Context) -> tuple[Entry, SeatAt]:
    """The entry and the seat where it buys. An entry that is out by the director's order gets its own seat back or, if
    that was given away, another one at the table. Raises `Refused`."""
    out = tournament.entries.get(number)
    if out is None or not out.counts or out.bust is None or out.cut:
        entry = entry_in(tournament, number)
        if entry.seat is None:
            raise Refused("entry-without-seat", name=entry.name)
        return entry, entry.seat
    newest = of_player(tournament.entries, tournament.players, out.player)[-1]
    if newest.number != number or not lost_all(context.tables, out.number):
        raise Refused("entry-is-out", name=out.name)
    sitting = tournament.sittings[out.bust.sitting]
    if sitting.closed or sitting.breaking:
        raise Refused("rebuy-table-broken", name=out.name, table=sitting.table)
    facts = context.tables.get(sitting.number)
    taken = {held.seat for held in facts.held.values()} if facts else set()
    free = [at for at in free_seats(sitting, tournament.occupied) if at.seat not in taken]
    if not free:
        raise Refused("rebuy-seat-taken", name=out.name, table=sitting.table)
    return out, min(free, key=lambda at: at.seat != out.bust.seat if out.bust else 0)


def add_on(tournament: Tournament, action: AddOn, context: Context) -> AddOnTaken:
    """Sell an add-on. Raises `Refused` if there is no add-on, if it is too early or too late, if the entry has already
    taken its add-on, or if the entry is not at its table."""
    money, structure = context.terms.prizes, context.structure
    entry = entry_in(tournament, action.entry)
    if not money.add_on_chips:
        raise Refused("no-add-ons")
    index = level_clock.advance(tournament.clock, structure, context.now_ms).index
    if not _has_ended(structure, index, money.add_on_after):
        raise Refused("add-on-later", level=money.add_on_after)
    check_takes_entries(tournament, context)
    if entry.seat is None:
        raise Refused("entry-without-seat", name=entry.name)
    if any(one.cost is not None for one in entry.bought):
        raise Refused("add-on-taken", name=entry.name)
    if not _stack(entry, context.tables) and not waiting_for(entry, context.tables):
        raise Refused("add-on-without-chips", name=entry.name)
    if money.add_on_chips % (chip := chips_in_play(structure, index)[0]):
        raise Refused("purchase-unpayable", chips=money.add_on_chips, chip=chip)
    return AddOnTaken(entry.number, entry.seat, money.add_on_chips, _next_number(tournament), money.add_on_cost)


def add_on_comes_too_late(structure: Structure, terms: EventTerms) -> bool:
    """Whether entries close before the end of the level after which add-ons are taken."""
    after = terms.prizes.add_on_after
    if not terms.prizes.add_on_chips or not after:
        return False
    taken = [index for index in range(len(structure.entries)) if level_number(structure, index) <= terms.late_levels]
    return not any(_has_ended(structure, index, after) for index in taken)


def _has_ended(structure: Structure, index: int, level: int) -> bool:
    """Whether a level is over at an entry of the structure. It is already over in the break that follows it."""
    now = level_number(structure, index)
    return now > level or (now == level and not isinstance(structure.entries[index], Level))


def send_purchases(tournament: Tournament, action: SendPurchases, context: Context) -> PurchasesSent:
    """Let the entry's current table hand out its purchases. Raises `Refused` if everything that the entry bought can
    still be handed out where it bought it."""
    entry = entry_in(tournament, action.entry)
    if entry.seat is None:
        raise Refused("entry-without-seat", name=entry.name)
    numbers = tuple(one.number for one in left_behind(entry, context.tables))
    if not numbers:
        raise Refused("nothing-left-behind", name=entry.name)
    return PurchasesSent(entry.number, numbers, entry.seat.sitting)


def brings_nothing(tournament: Tournament, entry: Entry, to: int, tables: Tables) -> bool:
    """Whether an entry that is booked to another seat sits down there with its purchases. It lost all its chips, and
    its old table does not hand anything out, because that table does not have a kiosk or because the entry remains at
    that table."""
    here = entry.seat.sitting if entry.seat else 0
    stays = to == here or tournament.sittings[here].typed
    return stays and lost_all(tables, entry.number) and bool(waiting_for(entry, tables))


def unpaid(entry: Entry, tables: Tables) -> tuple[int, ...]:
    """The numbers of the purchases that are refunded when the entry goes out."""
    return tuple(one.number for one in waiting_for(entry, tables))


def waiting_for(entry: Entry, tables: Tables) -> list[EntryPurchase]:
    """The purchases that have not been handed to the entry."""
    given = handed_out(tables)
    return [one for one in entry.bought if one.number not in given]


def left_behind(entry: Entry, tables: Tables) -> list[EntryPurchase]:
    """The purchases not yet handed out that the entry left behind at another table."""
    elsewhere = [one for one in waiting_for(entry, tables) if entry.seat and one.sitting != entry.seat.sitting]
    return [one for one in elsewhere if _has_left(entry, one.sitting, tables)]


def _stack(entry: Entry, tables: Tables) -> int:
    """The entry's chips at its table, or its starting chips there; 0 if it has busted. Raises `Refused` while it is on
    its way to another table."""
    there = sitting_of(tables, entry.number)
    if there is None and entry.number not in has_sat(tables):
        return entry.chips
    if lost_all(tables, entry.number):
        return 0
    if entry.number in in_transit(tables) or (there is not None and entry.seat and there != entry.seat.sitting):
        raise Refused("entry-on-the-way", name=entry.name)
    if there is None:
        raise Refused("not-at-table", name=entry.name)
    return tables[there].held[entry.number].chips


def _has_left(entry: Entry, sitting: int, tables: Tables) -> bool:
    table = tables.get(sitting)
    left = table is not None and any(one.entry == entry.number for one in table.departures)
    return left and table is not None and entry.number not in table.held


def _next_number(tournament: Tournament) -> int:
    """The next purchase number. A number that was taken back is not used again, because a table may have handed the
    purchase out in the meantime."""
    return 1 + sum(isinstance(event, Rebought | AddOnTaken) for act in tournament.acts for event in act.events)
