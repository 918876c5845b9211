"""What a table does by itself to become what its tournament wants. Pure; the same target twice changes nothing.

What an entry bought is handed out before it leaves, and who goes on to a round of fresh stacks changes its chips. Who
arrives from another table is seated by the dealer, who counts the chips.
"""

from collections.abc import Iterator

from engine.actions import Action, BuyChips, LeaveSeat, OpenTable, Overrule, PlaceButton, PlanLeave, StopPlay, TakeSeat
from engine.table.state import Table, is_playing
from engine.terms import SetStacks
from engine.tournament.targets import TableTarget


def steps_towards(target: TableTarget, table: Table, begun: frozenset[str]) -> Iterator[Action]:
    """The actions that are possible now; players leave and sit down between hands only.

    `begun` are the players who have had chips at this sitting: nobody is given a second stack.
    """
    if table.book is None:
        if target.roster:
            yield OpenTable(target.table, target.name, target.book, target.seat_count)
        return  # the next step is asked for with the table that is open
    if table.stop != target.stop:
        yield StopPlay(target.stop)
    yield from _towards_seats(target, table, begun)


def _towards_seats(target: TableTarget, table: Table, begun: frozenset[str]) -> Iterator[Action]:
    """Who leaves, and who sits down."""
    there = {seat.player: number for number, seat in enumerate(table.seats, 1) if seat}
    known = {one.entry: one.player for one in target.aliases if one.player in there}
    if not is_playing(table) and not table.redeal and table.race is None:
        for one in target.bought:
            player = known.get(one.entry, str(one.entry))
            if player in there and one.number not in table.purchases:
                yield BuyChips(there[player], player, one.chips, one.number)
    booked = ((known.get(one.entry, str(one.entry)), one.to_table) for one in target.leaving)
    leaving = {player: to for player, to in booked if player in there}
    fresh = {known.get(one.entry, str(one.entry)): one.fresh for one in target.leaving if one.fresh}
    stays = is_playing(table) or table.redeal is not None  # what is dealt again is dealt to the same players
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


def _called_back(table: Table, stay: set[str]) -> Iterator[Action]:
    """Those of `stay` who were to go to another table, and whose move was taken back."""
    for number, seat in enumerate(table.seats, 1):
        if seat and seat.leaves_for and seat.player in stay:
            yield PlanLeave(number, goes=False)
