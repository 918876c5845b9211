"""Rebuys and add-ons."""

from collections.abc import Sequence

from msgspec.structs import replace

from engine.refused import Refused
from engine.tournament.changes import handed_out_at, least_chip
from engine.tournament.field.entries import Entry, EntryPurchase, SeatAt, free_seats, of_player
from engine.tournament.levels import level_clock
from engine.tournament.levels.structure import chips_in_play
from engine.tournament.order import Context, TournamentActionBase
from engine.tournament.rules.field.entry_rules import check_takes_entries, entry_in, seat_of
from engine.tournament.rules.field.rebuy_rules import left_behind, level_has_ended, waiting_for
from engine.tournament.state import Event, StateChange, StatePart, Tournament
from engine.tournament.tables.facts import Tables, has_sat, in_transit, lost_all, sitting_of

MOST_AT_ONCE = 2
"""The maximum number of rebuys at once. A player who has no chips left may buy a double rebuy."""


class AddOn(TournamentActionBase, frozen=True, tag="add-on"):
    """An entry takes its add-on."""

    right = "register"
    entry: int

    def decide(self, tournament: Tournament, context: Context) -> Sequence[Event]:
        """Raises `Refused` if it is too early or too late, or if the entry already has its add-on or is not at its
        table."""
        money, structure = context.terms.prizes, context.structure
        entry = entry_in(tournament, self.entry)
        if not money.add_on_chips:
            raise Refused("no-add-ons")
        index = level_clock.advance(tournament.clock, structure, context.now_ms).index
        if not level_has_ended(structure, index, money.add_on_after):
            raise Refused("add-on-later", level=money.add_on_after)
        check_takes_entries(tournament, context)
        seat = seat_of(entry)
        if any(one.cost is not None for one in entry.bought):
            raise Refused("add-on-taken", name=entry.name)
        if not _stack(entry, context.tables) and not waiting_for(entry, context.tables):
            raise Refused("add-on-without-chips", name=entry.name)
        if money.add_on_chips % (chip := chips_in_play(structure, index)[0]):
            raise Refused("purchase-unpayable", chips=money.add_on_chips, chip=chip)
        return [AddOnTaken(entry.number, seat, money.add_on_chips, _next_number(tournament), money.add_on_cost)]


class Rebuy(TournamentActionBase, frozen=True, tag="rebuy"):
    """An entry buys chips and stays in. A player with no chips left may buy two rebuys at once (`times`)."""

    right = "register"
    entry: int
    times: int = 1

    def decide(self, tournament: Tournament, context: Context) -> Sequence[Event]:
        """One event for each rebuy. Raises `Refused` for an entry that is not at its table or has too many chips."""
        terms, structure = context.terms, context.structure
        if not terms.rebuys:
            raise Refused("no-rebuys")
        entry, seat = _buyer(tournament, self.entry, context)
        check_takes_entries(tournament, context)
        if not 1 <= self.times <= MOST_AT_ONCE:
            raise Refused("rebuys-at-once", most=MOST_AT_ONCE)
        bought = sum(one.cost is None for one in entry.bought)
        if bought + self.times > terms.rebuys:
            if bought < terms.rebuys:
                raise Refused("rebuys-left", name=entry.name, left=terms.rebuys - bought)
            raise Refused("rebuys-used", name=entry.name, most=terms.rebuys)
        stack = _stack(entry, context.tables)
        has = stack + sum(one.chips for one in waiting_for(entry, context.tables))
        if has > structure.starting_stack:
            raise Refused("rebuy-above-stack", name=entry.name, chips=has, stack=structure.starting_stack)
        if self.times > 1 and has:
            raise Refused("rebuy-twice-with-chips", name=entry.name, chips=has)
        chips = terms.rebuy_chips or structure.starting_stack
        index = level_clock.advance(tournament.clock, structure, context.now_ms).index
        if chips % (chip := chips_in_play(structure, index)[0]):
            raise Refused("purchase-unpayable", chips=chips, chip=chip)
        number, back = _next_number(tournament), lost_all(context.tables, entry.number)
        busts = ((one, number) for number, table in context.tables.items() for one in table.busts)
        outs = ((bust.at_ms, number) for bust, number in busts if bust.entry == entry.number)
        last_out = max(outs, default=(0, 0))[1]
        unmoved = back and bool(entry.moved_from) and last_out != seat.sitting
        first = Rebought(entry.number, seat, chips, number, back, unmoved)
        return [first, *(Rebought(entry.number, seat, chips, number + one) for one in range(1, self.times))]


class SendPurchases(TournamentActionBase, frozen=True, tag="send-purchases"):
    """The entry left its table before it received chips that it had bought. Its current table hands them out."""

    right = "register"
    entry: int

    def decide(self, tournament: Tournament, context: Context) -> Sequence[Event]:
        """Raises `Refused` if everything that the entry bought can still be handed out at the table where it was
        bought."""
        entry = entry_in(tournament, self.entry)
        sitting = seat_of(entry).sitting
        numbers = tuple(one.number for one in left_behind(entry, context.tables))
        if not numbers:
            raise Refused("nothing-left-behind", name=entry.name)
        return [PurchasesSent(entry.number, numbers, sitting)]


class AddOnTaken(Event, frozen=True, tag="add-on-taken"):
    """The entry at this seat took its add-on, which is purchase `number` in the tournament, for `cost`."""

    entry: int
    seat: SeatAt
    chips: int
    number: int
    cost: int

    def change(self, tournament: Tournament) -> StateChange:
        more = EntryPurchase(self.number, self.chips, self.seat.sitting, least_chip(tournament), self.cost)
        buyer = tournament.entries[self.entry]
        return StateChange({self.entry: replace(buyer, bought=(*buyer.bought, more))})


class Rebought(Event, frozen=True, tag="rebought", omit_defaults=True):
    """The entry at this seat bought `chips`, which is purchase `number` in the tournament. `back` is set if it had
    busted and came back with these chips. `unmoved` is set if it was assigned this seat after busting and so never took
    chips there."""

    entry: int
    seat: SeatAt
    chips: int
    number: int
    back: bool = False
    unmoved: bool = False

    def change(self, tournament: Tournament) -> StateChange:
        buyer, seat = tournament.entries[self.entry], self.seat
        more = EntryPurchase(self.number, self.chips, seat.sitting, least_chip(tournament))
        bought = replace(buyer, bought=(*buyer.bought, more))
        if not self.back:
            return StateChange({self.entry: bought})
        # The entry keeps its seat or gets it back. Any chips that it was supposed to bring there are gone.
        moves = buyer.moves - self.unmoved
        back = replace(bought, seat=seat, moved_from=None, moves=moves, bust=None, back=True)
        uses = frozenset({StatePart("sitting", seat.sitting)})
        if buyer.bust is None:
            return StateChange({self.entry: back}, uses=uses)
        groups = (tuple(one for one in group if one != self.entry) for group in tournament.finishes)
        finishes = tuple(group for group in groups if group)
        return StateChange({self.entry: back}, {seat: self.entry}, fields={"finishes": finishes}, uses=uses)


class PurchasesSent(Event, frozen=True, tag="purchases-sent"):
    """The entry's current sitting is to hand out these purchases."""

    entry: int
    numbers: tuple[int, ...]
    sitting: int

    def change(self, tournament: Tournament) -> StateChange:
        sent = handed_out_at(tournament.entries[self.entry], self.sitting, self.numbers)
        return StateChange({self.entry: sent})


def may_rebuy(tournament: Tournament, entry: int, context: Context) -> tuple[int, ...]:
    """The numbers of rebuys that an entry may now be offered together, smallest first."""
    if not context.terms.rebuys:
        return ()
    return tuple(times for times in range(1, MOST_AT_ONCE + 1) if Rebuy(entry, times).is_legal(tournament, context))


def _buyer(tournament: Tournament, number: int, context: Context) -> tuple[Entry, SeatAt]:
    """The entry and the seat where it buys. An entry that is out by the director's order gets its own seat back or, if
    that was given away, another one at the table. Raises `Refused`."""
    out = tournament.entries.get(number)
    if out is None or not out.counts or out.bust is None or out.cut:
        entry = entry_in(tournament, number)
        return entry, seat_of(entry)
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


def _stack(entry: Entry, tables: Tables) -> int:
    """The entry's chips at its table, or its starting chips before it sits down; 0 if it has busted. Raises `Refused`
    in transit."""
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


def _next_number(tournament: Tournament) -> int:
    """The next purchase number. One that was taken back is not used again, because a table may have handed out that
    purchase."""
    return 1 + sum(isinstance(event, Rebought | AddOnTaken) for act in tournament.acts for event in act.events)
