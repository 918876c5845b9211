"""The steps that a table takes by itself to reach its tournament's target. Pure; the same target twice changes nothing.

Chips that an entry bought are handed out before it leaves, and a player who advances to a round with fresh stacks
exchanges chips. A player who arrives from another table is seated by the dealer, who counts the chips.
"""

from collections.abc import Iterator

from engine.actions import Action, BuyChips, LeaveSeat, OpenTable, Overrule, PlaceButton, PlanLeave, StopPlay, TakeSeat
from engine.table.state import Table, is_playing
from engine.terms import SetStacks
from engine.tournament.targets import TableTarget


def steps_towards(
    target: TableTarget, table: Table, begun: frozenset[str], lost_all: frozenset[str] = frozenset()
) -> Iterator[Action]:
    """The actions that are possible now; players leave and sit down only between hands.

    `begun` are the players who have had chips at this sitting: they do not get a second stack. Those who `lost_all` of
    their chips here sit down again with the chips they buy.
    """
    if table.book is None:
        if target.roster:
            yield OpenTable(target.table, target.name, target.book, target.seat_count)
        return  # the next step is asked for with the table that is open
    if table.stop != target.stop:
        yield StopPlay(target.stop)
    yield from _towards_seats(target, table, begun, lost_all)


def _towards_seats(
    target: TableTarget, table: Table, begun: frozenset[str], lost_all: frozenset[str]
) -> Iterator[Action]:
    """The players who leave and those who sit down."""
    there = {seat.player: number for number, seat in enumerate(table.seats, 1) if seat}
    known = {one.entry: one.player for one in target.aliases if one.player in there}
    yield from _handed_out(target, table, there, begun - lost_all, lost_all)
    booked = ((known.get(one.entry, str(one.entry)), one.to_table) for one in target.leaving)
    leaving = {player: to for player, to in booked if player in there}
    fresh = {known.get(one.entry, str(one.entry)): one.fresh for one in target.leaving if one.fresh}
    stays = is_playing(table) or table.redeal is not None  # a redeal goes to the same players
    for player, to in leaving.items():
        seat = table.seats[there[player] - 1]
        if not stays:
            if (chips := fresh.get(player, 0)) and seat and chips != seat.chips and table.race is None:
                order = SetStacks((there[player],), (chips,), chips - seat.chips)
                yield Overrule(target.name, "chips", order)
            yield LeaveSeat(there[player], to)
        elif seat and seat.leaves_for != to:
            yield PlanLeave(there[player], to)
    stay = {known.get(one.entry, str(one.entry)) for one in target.roster}
    yield from _called_back(table, stay - leaving.keys())
    if is_playing(table):
        return
    seated = {one.entry for one in target.aliases}
    for place in target.roster:
        taken = table.seats[place.seat - 1] if place.seat <= len(table.seats) else None
        has_begun = place.entry in seated or str(place.entry) in begun
        if place.chips and not has_begun and (taken is None or (taken.player in leaving and not stays)):
            yield TakeSeat(place.seat, str(place.entry), place.name, place.chips)
    if not table.button and not table.hands and target.roster:
        yield PlaceButton(target.button or min(place.seat for place in target.roster))


def _handed_out(
    target: TableTarget, table: Table, there: dict[str, int], left: frozenset[str], lost_all: frozenset[str]
) -> Iterator[Action]:
    """The chips that players bought, handed out between hands. A player who sits down with them is in `there` from then
    on. A player who has `left` with chips brings those first.
    """
    if is_playing(table) or table.redeal or table.race is not None:
        return
    aliases = {one.entry: one.player for one in target.aliases}
    for one in target.bought:
        if one.number in table.purchases:
            continue
        number, alias = str(one.entry), aliases.get(one.entry, "")
        player = alias if alias in there else number
        if player in there:
            yield BuyChips(there[player], player, one.chips, one.number)
            continue
        is_out = number in lost_all or alias in lost_all
        comes = number not in left and _sits_with_purchase(target, one.entry)
        if _is_free(table, one.seat) and (is_out or comes):
            name = next((each.name for each in target.names if each.entry == one.entry), number)
            yield TakeSeat(one.seat, number, name, one.chips, purchase=one.number)
            there[number] = one.seat


def _is_free(table: Table, seat: int) -> bool:
    return 1 <= seat <= len(table.seats) and table.seats[seat - 1] is None


def _sits_with_purchase(target: TableTarget, entry: int) -> bool:
    """Whether the entry lost all its chips at another table, and sits down here with the chips it bought."""
    return any(one.entry == entry and not one.chips and not one.came_from for one in target.roster)


def _called_back(table: Table, stay: set[str]) -> Iterator[Action]:
    """The actions for players in `stay` who were to go to another table, and whose move was canceled."""
    for number, seat in enumerate(table.seats, 1):
        if seat and seat.leaves_for and seat.player in stay:
            yield PlanLeave(number, goes=False)
