"""Enter players together or at a seat, register those whom a dealer seated by name, and correct assigned seats."""

from collections.abc import Sequence
from functools import reduce

from engine.refused import Refused
from engine.tournament.field.entries import Alias, Entry, SeatAt, of_player
from engine.tournament.order import Context, TournamentActionBase
from engine.tournament.orders.field.entries import AddEntry, EntryAdded, add_entry
from engine.tournament.orders.seating.seats import EntryMoved, SeatEntry
from engine.tournament.rules.field.away_rules import sits_elsewhere, was_let_go
from engine.tournament.rules.field.entry_rules import entry_in, seat_of
from engine.tournament.rules.seating.draw_rules import draw_of
from engine.tournament.rules.seating.seat_rules import check_free, open_sittings
from engine.tournament.seating.draw import draw_seats
from engine.tournament.state import Event, StateChange, StatePart, Tournament, apply
from engine.tournament.tables.facts import Unbooked, next_entry

MOST_TOGETHER = 1_000
"""The most entries that may be added together. This many hold up the clock for a quarter of a second."""


class BookUnbooked(TournamentActionBase, frozen=True, tag="book-unbooked"):
    """Register an entry for the player whom the dealer at a sitting seated as `player`. With `adjust`, the player is
    registered even if their stack is not exactly a starting stack, and the chips issued are adjusted."""

    right = "floor"
    sitting: int
    player: str
    adjust: bool = False

    def decide(self, tournament: Tournament, context: Context) -> Sequence[Event]:
        """Raises `Refused` for a player who was not seated by name, brought a different stack, or is in someone else's
        seat."""
        if tournament.deal:
            raise Refused("deal-made")
        facts = context.tables.get(self.sitting)
        one = next((one for one in (facts.unbooked if facts else ()) if one.player == self.player), None)
        if one is None:
            raise Refused("nobody-unbooked", name=self.player)
        before = of_player(tournament.entries, tournament.players, one.player)
        if any(entry.is_in for entry in before):
            raise Refused("player-is-in", name=one.name)
        stack = context.structure.starting_stack
        if one.brought != stack and not self.adjust:
            raise Refused("unbooked-chips", name=one.name, chips=one.brought, stack=stack)
        return [
            UnbookedBooked(
                entry=next_entry(tournament.entries, context.tables),
                player=one.player,
                name=one.name,
                nth=len(before) + 1,
                chips=one.brought,
                seat=_seat_of(tournament, self.sitting, one),
                alias=Alias(self.sitting, one.player, one.mark),
            )
        ]


class SeatAgain(TournamentActionBase, frozen=True, tag="seat-again"):
    """The entry is not in its assigned seat. Assign it the seat that it is in, or, if its table let it go, a free seat
    at another table. The seat is drawn if `to` is None."""

    right = "floor"
    entry: int
    to: SeatAt | None = None

    def decide(self, tournament: Tournament, context: Context) -> Sequence[Event]:
        """Raises `Refused` for an entry that is in its assigned seat or on its way there."""
        entry = entry_in(tournament, self.entry)
        seat, there = seat_of(entry), sits_elsewhere(entry, context.tables)
        if not there:
            if not was_let_go(entry, context.tables):
                raise Refused("entry-as-booked", name=entry.name)
            if self.to and self.to.sitting == seat.sitting:
                raise Refused("same-table", name=entry.name)
        if to := there or self.to:
            check_free(tournament, to)
            return [EntryMoved(entry.number, seat, to)]
        of, seed = draw_of(tournament, f"again {entry.number} {entry.moves}")
        others = [one for one in open_sittings(tournament) if one.number != seat.sitting]
        drawn = draw_seats(seed, [entry.number], others, tournament.occupied)
        return [EntryMoved(entry.number, seat, drawn[entry.number], draw=of)]


class UnbookedBooked(Event, frozen=True, tag="unbooked-booked"):
    """The player whom a dealer seated by name, as `alias` records, now has an entry that was issued `chips`. It has no
    `seat` if another entry has taken that seat since."""

    entry: int
    player: str
    name: str
    nth: int
    chips: int
    seat: SeatAt | None
    alias: Alias

    def change(self, tournament: Tournament) -> StateChange:
        new = Entry(self.entry, self.player, self.name, self.chips, self.nth, self.seat, alias=self.alias)
        uses = frozenset({StatePart("sitting", self.alias.sitting)})
        return StateChange({self.entry: new}, {self.seat: self.entry} if self.seat else {}, uses=uses)


def _seat_of(tournament: Tournament, sitting: int, one: Unbooked) -> SeatAt | None:
    """The seat to assign; None for a player who has busted and whose seat is gone. A player at a table that is being
    broken is moved later."""
    seat, there = SeatAt(sitting, one.seat), tournament.sittings[sitting]
    if one.bust and (seat in tournament.occupied or there.closed):
        return None
    if there.breaking and not there.closed and seat not in tournament.occupied:
        return seat
    check_free(tournament, seat)
    return seat


class AddEntries(TournamentActionBase, frozen=True, tag="add-entries"):
    """Several players buy in together, at most `MOST_TOGETHER` of them. They enter in a single action: either all of
    them enter, or none do."""

    right = "register"
    entries: tuple[AddEntry, ...]

    def decide(self, tournament: Tournament, context: Context) -> Sequence[Event]:
        """Each entry is checked as if those before it had entered. Raises `Refused` for the first player who may not
        enter."""
        if len(self.entries) > MOST_TOGETHER:
            raise Refused("too-many-entries", most=MOST_TOGETHER)
        events: list[Event] = []
        number = next_entry(tournament.entries, context.tables)  # asked for all tables at once
        for one in self.entries:
            entered = add_entry(tournament, one, context, number).for_team(tournament)
            number += len(entered)
            tournament = reduce(apply, entered, tournament)
            events += entered
        return events


class EnterAt(TournamentActionBase, frozen=True, tag="enter-at"):
    """A player buys in at this free seat. Entering and seating are a single action, so that either both happen or
    neither does. Tables send this action."""

    entry: AddEntry
    to: SeatAt

    def decide(self, tournament: Tournament, context: Context) -> Sequence[Event]:
        """Raises `Refused` for a seat that is not free, and for a player who may not enter or has to wait."""
        check_free(tournament, self.to)
        entered = add_entry(tournament, self.entry, context).for_team(tournament)
        tournament = reduce(apply, entered, tournament)
        (number, *_) = (one.entry for one in entered if isinstance(one, EntryAdded))
        return [*entered, *SeatEntry(number, self.to).decide(tournament, context)]
