"""Register players whom a dealer seated by name, and reassign entries that are not in their assigned seats."""

from collections.abc import Sequence

from engine.refused import Refused
from engine.tournament.field.entries import Alias, Entry, SeatAt, of_player
from engine.tournament.order import Context, TournamentActionBase
from engine.tournament.orders.seating.seats import EntryMoved
from engine.tournament.rules.field.away_rules import sits_elsewhere, was_let_go
from engine.tournament.rules.field.entry_rules import entry_in
from engine.tournament.rules.seating.draw_rules import draw_of
from engine.tournament.rules.seating.seat_rules import check_free, open_sittings
from engine.tournament.seating.draw import draw_seats
from engine.tournament.state import Event, StateChange, StatePart, Tournament
from engine.tournament.tables.facts import Unbooked, next_entry


class BookUnbooked(TournamentActionBase, frozen=True, tag="book-unbooked"):
    """Register an entry for the player whom the dealer at a sitting seated as `player`. If the player did not bring
    exactly a starting stack, `adjust` registers the entry in place and adjusts the chips issued."""

    right = "floor"
    sitting: int
    player: str
    adjust: bool = False

    def decide(self, tournament: Tournament, context: Context) -> Sequence[Event]:
        """Make an entry for a player who was seated by name while the clock was unreachable. Raises `Refused` for a
        player who was not seated by name, brought a different stack, or is sitting in a seat that belongs to someone
        else."""
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
        """Assign an entry the seat that it is in, or another one if its table let it go. Raises `Refused` for an entry
        that is in its assigned seat or on its way there."""
        entry = entry_in(tournament, self.entry)
        if entry.seat is None:
            raise Refused("entry-without-seat", name=entry.name)
        if there := sits_elsewhere(entry, context.tables):
            check_free(tournament, there)
            return [EntryMoved(entry.number, entry.seat, there)]
        if not was_let_go(entry, context.tables):
            raise Refused("entry-as-booked", name=entry.name)
        if self.to:
            if self.to.sitting == entry.seat.sitting:
                raise Refused("same-table", name=entry.name)
            check_free(tournament, self.to)
            return [EntryMoved(entry.number, entry.seat, self.to)]
        of, seed = draw_of(tournament, f"again {entry.number} {entry.moves}")
        others = [one for one in open_sittings(tournament) if one.number != entry.seat.sitting]
        drawn = draw_seats(seed, [entry.number], others, tournament.occupied)
        return [EntryMoved(entry.number, entry.seat, drawn[entry.number], draw=of)]


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
    """The seat to assign. A player who is out again does not need a seat, and a player at a table that is being broken
    is moved from there."""
    seat, there = SeatAt(sitting, one.seat), tournament.sittings[sitting]
    if one.bust and (seat in tournament.occupied or there.closed):
        return None
    if there.breaking and not there.closed and seat not in tournament.occupied:
        return seat
    check_free(tournament, seat)
    return seat
