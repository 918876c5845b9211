"""Chips that an entry buys while it is in: who may, and at which table they are handed out.

A purchase belongs to the sitting where the entry was when it bought: that table hands it out before the entry leaves,
and knows the number for ever after. So it is handed out once, however late a table hears of anything.
"""

from engine.refused import Refused
from engine.tournament.actions import AddOn, Rebuy, SendPurchases
from engine.tournament.context import Context
from engine.tournament.event_terms import EventTerms
from engine.tournament.events import AddOnTaken, PurchasesSent, Rebought
from engine.tournament.field.entries import Bought, Entry
from engine.tournament.levels import level_clock
from engine.tournament.levels.structure import Level, Structure, chips_in_play, level_number
from engine.tournament.rules.entry_rules import check_takes_entries, entry_in
from engine.tournament.state import Tournament
from engine.tournament.tables.facts import Tables, handed_out, has_sat, in_transit, sitting_of


def rebuy(tournament: Tournament, action: Rebuy, context: Context) -> Rebought:
    """Raises `Refused` for an entry that is not at its table, or has too much."""
    terms, structure = context.terms, context.structure
    entry = entry_in(tournament, action.entry)
    if not terms.rebuy.most:
        raise Refused("no-rebuys")
    check_takes_entries(tournament, context)
    if entry.seat is None:
        raise Refused("entry-without-seat", name=entry.name)
    if sum(one.cost is None for one in entry.bought) >= terms.rebuy.most:
        raise Refused("rebuys-used", name=entry.name, most=terms.rebuy.most)
    has = _stack(entry, context.tables) + sum(one.chips for one in waiting_for(entry, context.tables))
    if has > structure.starting_stack:
        raise Refused("rebuy-above-stack", name=entry.name, chips=has, stack=structure.starting_stack)
    chips = terms.rebuy.chips or structure.starting_stack
    index = level_clock.advance(tournament.clock, structure, context.now_ms).index
    if chips % (chip := chips_in_play(structure, index)[0]):
        raise Refused("purchase-unpayable", chips=chips, chip=chip)
    return Rebought(entry.number, entry.seat, chips, _next_number(tournament))


def add_on(tournament: Tournament, action: AddOn, context: Context) -> AddOnTaken:
    """Raises `Refused` where there is none, too early, too late, a second time, or for an entry that is not at its
    table."""
    money, structure = context.terms.money, context.structure
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
    _stack(entry, context.tables)
    if money.add_on_chips % (chip := chips_in_play(structure, index)[0]):
        raise Refused("purchase-unpayable", chips=money.add_on_chips, chip=chip)
    return AddOnTaken(entry.number, entry.seat, money.add_on_chips, _next_number(tournament), money.add_on_cost)


def add_on_comes_too_late(structure: Structure, terms: EventTerms) -> bool:
    """Whether entries are closed before the level is over after which add-ons are taken."""
    after = terms.money.add_on_after
    if not terms.money.add_on_chips or not after:
        return False
    taken = [index for index in range(len(structure.entries)) if level_number(structure, index) <= terms.late_levels]
    return not any(_has_ended(structure, index, after) for index in taken)


def _has_ended(structure: Structure, index: int, level: int) -> bool:
    """Whether a level is over at an entry; in the break that follows it, it is."""
    now = level_number(structure, index)
    return now > level or (now == level and not isinstance(structure.entries[index], Level))


def send_purchases(tournament: Tournament, action: SendPurchases, context: Context) -> PurchasesSent:
    """Raises `Refused` where everything that the entry bought can still be handed out where it was."""
    entry = entry_in(tournament, action.entry)
    if entry.seat is None:
        raise Refused("entry-without-seat", name=entry.name)
    numbers = tuple(one.number for one in left_behind(entry, context.tables))
    if not numbers:
        raise Refused("nothing-left-behind", name=entry.name)
    return PurchasesSent(entry.number, numbers, entry.seat.sitting)


def waiting_for(entry: Entry, tables: Tables) -> list[Bought]:
    """What the entry bought and has not been handed."""
    given = handed_out(tables)
    return [one for one in entry.bought if one.number not in given]


def left_behind(entry: Entry, tables: Tables) -> list[Bought]:
    """Of that, what a table would have to hand out that the entry has left."""
    elsewhere = [one for one in waiting_for(entry, tables) if entry.seat and one.sitting != entry.seat.sitting]
    return [one for one in elsewhere if _has_left(entry, one.sitting, tables)]


def unpaid(entry: Entry, tables: Tables) -> tuple[int, ...]:
    """The numbers of what the entry is paid back when it is out."""
    return tuple(one.number for one in waiting_for(entry, tables))


def _stack(entry: Entry, tables: Tables) -> int:
    """What the entry has at its table, or is to begin there with. Raises `Refused` if it is not there."""
    there = sitting_of(tables, entry.number)
    if there is None and entry.number not in has_sat(tables):
        return entry.chips
    if entry.number in in_transit(tables) or (there is not None and entry.seat and there != entry.seat.sitting):
        raise Refused("entry-on-the-way", name=entry.name)
    if there is None:
        raise Refused("rebuy-without-chips", name=entry.name)
    return tables[there].held[entry.number].chips


def _has_left(entry: Entry, sitting: int, tables: Tables) -> bool:
    table = tables.get(sitting)
    left = table is not None and any(one.entry == entry.number for one in table.departures)
    return left and table is not None and entry.number not in table.held


def _next_number(tournament: Tournament) -> int:
    """One that was taken back is not used again: a table may have handed it out meanwhile."""
    return 1 + sum(isinstance(event, Rebought | AddOnTaken) for act in tournament.acts for event in act.events)
